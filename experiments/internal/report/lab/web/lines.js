// Filters of 32-bit hashes: the lines of RocksDB before format version 5 and of Pebble,
// after variants/internal/lines, and LevelDB's, after variants/leveldb.

const levelK = (perKey) => Math.max(1, Math.min(30, Math.trunc(perKey * 0.69)));

// equal32 adds the keys whose hash of 32 bits is another key's.
function equal32(rate, n) {
  const floor = hit(n, 2 ** -32);
  return floor + (1 - floor) * rate;
}

// oldLines is whole lines of 512 bits, an odd number of them; cut as RocksDB cuts them.
function oldLines(q, perKey, cut) {
  let lines = Math.ceil((cut ? Math.min(q.n * perKey, 0xffff0000) : q.n * perKey) / 512);
  if (lines % 2 === 0) lines++;
  if (lines > 2 ** 32 - 1) throw new Bad('lab.toolarge');
  const k = q.k || levelK(perKey), rate = (n) => {
    if (n === 0) return 0;
    return equal32(k === 1 ? blockedRate(n, lines, 512, 1) : blockedByModel(n, lines, 512, k, stepModel(512, k)), n);
  };
  return Object.assign(systemShape(lines * 512, k, rate, 30), { blocks: lines });
}

function pebbleShape(q) {
  if (q.p) return leastPerKey(q, 1, 64, (x) => oldLines(q, x, false));
  if (q.perKey && !Number.isInteger(q.perKey)) throw new Bad('lab.wholeperkey', '2^40/n');
  return oldLines(q, q.perKey || q.bits / q.n, false);
}

function legacyShape(q) {
  const of = (x) => oldLines(q, x, true);
  if (q.p) return leastPerKey(q, 1, 64, of);
  if (q.bits) return of(q.bits / q.n);
  const whole = Math.floor((millibits(q.perKey) + 500) / 1000);
  if (!whole) throw new Bad('lab.nofilter', '0.5');
  return of(whole);
}

function leveldbShape(q) {
  const of = (perKey) => {
    const m = upTo(Math.max(64, q.n * perKey), 8), k = q.k || levelK(perKey);
    return systemShape(m, k, (n) => equal32(rotatedRate(n, Math.min(m, 2 ** 32), k), n), 30);
  };
  if (q.p) return leastPerKey(q, 1, 64, of);
  if (q.perKey && !Number.isInteger(q.perKey)) throw new Bad('lab.wholeperkey', '2^40/n');
  return of(q.perKey || q.bits / q.n);
}
