// RocksDB's filters, after variants/rocksdb: cache lines of 512 bits, sized by thousandths
// of bits per key, and the ribbon of its ribbon policy.

// millibits is what RocksDB makes of bits per key; 0 is no filter.
function millibits(perKey) {
  if (perKey < 0.5) return 0;
  return Math.trunc(Math.min(100, Math.max(1, perKey)) * 1000 + 0.500001);
}

// rocksProbes is the k of so many millibits.
function rocksProbes(mb) {
  const i = [2080, 3580, 5100, 6640, 8300, 10070, 11720, 14001, 16050, 18300, 22001, 25501].findIndex((most) => mb <= most);
  return i >= 0 ? i + 1 : mb > 50000 ? 24 : Math.floor((mb - 1) / 2000) - 1;
}

// rocksSize is whole lines, in bits.
const rocksSize = (n, mb) => 8 * upTo(Math.min(Math.floor((n * mb + 7999) / 8000), 0xffffffc0), 64);

const linesRate = (m, k) => (n) => n > 0 ? blockedRate(n, m / 512, 512, k) : 0;

function rocksdbShape(q) {
  const of = (m, own) => {
    const k = q.k || own;
    return Object.assign(systemShape(m, k, linesRate(m, k), 30), { blocks: m / 512 });
  };
  const perKey = (x) => {
    const mb = millibits(x);
    if (!mb) throw new Bad('lab.nofilter', '0.5');
    return of(rocksSize(q.n, mb), rocksProbes(mb));
  };
  if (q.p) return leastPerKey(q, 0.1, 100, (x) => perKey(Math.max(x, 1)));
  if (q.bits) return of(upTo(q.bits, 512), rocksProbes(Math.max(1000, millibits(q.bits / q.n))));
  return perKey(q.perKey);
}

// ribbonKeys is the number of keys that 2^l slots take with a seed or two.
function ribbonKeys(l) {
  const known = [248.851, 499.532, 1001.26, 2003.97, 4005.59, 8000.39, 15966.6, 31828.1, 63447.3, 126506], each = 0.0038;
  if (l < 8) return 0;
  return l - 8 < known.length ? known[l - 8] : Math.pow(2, l) / (131072 / 126506 - 17 * each + l * each);
}

// ribbonBlocks is the blocks of 128 slots for n keys.
function ribbonBlocks(n) {
  let l = Math.trunc(Math.log(n) * 1.4426950409 + 0.5), low = ribbonKeys(l), high;
  if (l === 0 || low === 0) return 2;
  if (n < low) {
    [high, low] = [low, ribbonKeys(--l)];
  } else {
    high = ribbonKeys(l + 1);
  }
  const size = Math.pow(2, l), slots = Math.trunc((n - low) / (high - low) * size + size + 0.999999999);
  return Math.max(2, Math.ceil(slots / 128));
}

// ribbonInverse is 1 over the rate of a filter of lines, by RocksDB's approximation.
function ribbonInverse(perKey) {
  const k = rocksProbes(millibits(perKey)), q = 512 / Math.min(100, Math.max(1, perKey));
  const std = (y) => Math.pow(1 - Math.exp(-k / y), k);
  return 1 / ((std(512 / (q + Math.sqrt(q))) + std(512 / (q - Math.sqrt(q)))) / 2);
}

// ribbonSegments is the segments of 128 bits for a rate of 1/inverse, where the hash of
// the smallest key is one in the middle.
function ribbonSegments(blocks, inverse) {
  const p = 1 / inverse;
  if (inverse <= 1 || p >= 1) return 1;
  if (inverse > 2 ** 32 - 1) return blocks * 32;
  const least = digits2(Math.trunc(inverse)) - 1, upper = Math.pow(2, -least - 1);
  const w = (p - upper) / (Math.pow(2, -least) - upper), fraction = (2 ** 31 + 0.5) / 2 ** 32;
  return blocks * least + blocks - Math.trunc((w * (blocks * 128 - 127) + fraction) / 128);
}

// rocksRibbon is the filter for capacity keys at the rate of perKey bits; a filter of lines
// where RocksDB writes one.
function rocksRibbon(capacity, perKey) {
  const blocks = ribbonBlocks(capacity), segments = ribbonSegments(blocks, ribbonInverse(perKey));
  const bloom = rocksSize(capacity, millibits(perKey)), k = rocksProbes(millibits(perKey)), lines = linesRate(bloom, k);
  if (capacity > 950_000_000 || !(blocks * 128 >= 1024 || bloom / 8 >= 16 * segments)) {
    return Object.assign(systemShape(bloom, k, lines), { blocks: bloom / 512, lines: true });
  }
  const columns = Math.ceil(segments / blocks), p = Math.pow(2, -columns);
  const own = p + Math.min(1, (columns * blocks - segments) * 128 / (blocks * 128 - 127)) * p;
  const rate = (n) => n === 0 ? 0 : n > blocks * 128 ? lines(n) : own; // more keys have no solution
  return Object.assign(systemShape(segments * 128, 1, rate), { k: 0, fingerprint: columns, slots: blocks * 128 });
}

function rocksRibbonShape(q) {
  noProbes(q);
  if (q.perKey && !millibits(q.perKey)) throw new Bad('lab.nofilter', '0.5');
  if (q.perKey) return rocksRibbon(q.n, q.perKey);
  return q.p ? leastRibbon(q) : largestRibbon(q);
}

function leastRibbon(q) {
  let s;
  for (let i = Math.max(10, Math.floor(10 * perKeyBloom(q.p) - 10)); i <= 1000; i++) {
    s = rocksRibbon(q.n, i / 10);
    if (s.lines && s.bits < 0.099 * i * q.n) throw new Bad('lab.toolarge'); // RocksDB cuts it
    if (s.rate(q.n) <= q.p) return s;
  }
  throw new Bad('lab.smallp', show(s ? s.rate(q.n) : 2 ** -32));
}

function largestRibbon(q) {
  const over = (thousandths) => {
    try {
      return rocksRibbon(q.n, thousandths / 1000).bits > q.bits;
    } catch (e) {
      if (e instanceof Bad) return true;
      throw e;
    }
  };
  if (over(1000)) throw new Bad('lab.needbits', rocksRibbon(q.n, 1).bits);
  return rocksRibbon(q.n, (firstOver(over, 1000, 100_001) - 1) / 1000);
}
