// From a request to a shape: after variants/internal/sizing and the variants' own
// shape.go. A request is {n, k, and one of p, bits, perKey}, and what the variant's
// parameters are; k = 0 is the best. A shape is {bits, k, rate(n)}, and more to show.

const maxBits = 2 ** 40, maxK = 64;

// Bad is a request that cannot be met: a word of the catalogue, and its values.
class Bad extends Error {
  constructor(word, ...values) {
    super(word + ': ' + values.join(', '));
    this.word = word;
    this.values = values;
  }
}

const whole = (x) => Math.max(1, Math.round(x));

// perKeyBloom is the bits per key of a classic filter at its real-valued best k.
const perKeyBloom = (p) => -Math.log2(p) / Math.LN2;

// positions is the number of cells of so many bits, and k, by the rules of every
// variant that probes a table; best(m) is its best k.
function positions(q, unit, best) {
  let m, k = q.k;
  if (q.p) {
    if (perKeyBloom(q.p) * q.n > 2 * maxBits) throw new Bad('lab.toolarge');
    if (k) {
      m = whole(Math.min(Math.ceil(-k * q.n / Math.log1p(-Math.pow(q.p, 1 / k))), 2 * maxBits));
    } else {
      m = Math.max(1, Math.ceil(-(q.n * Math.log(q.p)) / (Math.LN2 * Math.LN2)));
      k = Math.max(1, Math.round(m / q.n * Math.LN2));
      if (k > maxK) throw new Bad('lab.manyprobes', k, maxK);
    }
  } else {
    m = q.perKey ? whole(q.perKey * q.n / unit) : Math.floor(q.bits / unit);
  }
  if (m < 1) throw new Bad('lab.fewbits', unit);
  if (m > maxBits / unit) throw new Bad('lab.toolarge');
  return [m, k || best(m)];
}

function classicShape(q) {
  const [m, k] = positions(q, 1, (m) => optimalK(q.n, m));
  return { bits: m, k, rate: (n) => classicRate(n, m, k), fill: (n) => fillMean(n * k, m) };
}

function countingShape(q) {
  const [m, k] = positions(q, q.width, (m) => optimalK(q.n, m));
  return { bits: m * q.width, counters: m, k, rate: (n) => classicRate(n, m, k), fill: (n) => fillMean(n * k, m) };
}

function partitionedShape(q) {
  const slice = (m, k) => Math.ceil(m / k);
  const [m, k] = positions(q, 1, (m) => bestK((k) => partitionedRate(q.n, slice(m, k), k), optimalK(q.n, m)));
  const s = slice(m, k);
  if (s * k > maxBits) throw new Bad('lab.toolarge');
  return { bits: s * k, slice: s, k, rate: (n) => partitionedRate(n, s, k), fill: (n) => fillMean(n, s) };
}

// leastWith is the least whole number from 1 up with good(x), good for all above.
function leastWith(good, guess, most) {
  let low = 0, high = Math.max(1, Math.min(Math.trunc(guess), most));
  while (!good(high)) {
    if (high >= most) throw new Bad('lab.toolarge');
    [low, high] = [high, Math.min(high + Math.floor(high / 2) + 1, most)];
  }
  while (high - low > 1) {
    const mid = low + Math.floor((high - low) / 2);
    if (good(mid)) high = mid; else low = mid;
  }
  return high;
}

// wholeBlocks is the number of blocks that a request in bits asks for.
function wholeBlocks(q, block) {
  const blocks = Math.max(1, Math.ceil((q.bits || Math.round(q.perKey * q.n)) / block));
  if (blocks > maxBits / block) throw new Bad('lab.toolarge');
  return blocks;
}

function splitBlockShape(q) {
  if (q.k && q.k !== 8) throw new Bad('lab.fixedk', 8);
  const good = (blocks) => splitBlockRate(q.n, blocks) <= q.p;
  const blocks = q.p ? leastWith(good, perKeyBloom(q.p) * q.n / 256, maxBits / 256) : wholeBlocks(q, 256);
  return { bits: blocks * 256, blocks, k: 8, fixedK: true, rate: (n) => splitBlockRate(n, blocks) };
}

function noProbes(q) {
  if (q.k) throw new Bad('lab.nok');
}

// fingerprintShape is a table of so many slots, of fingerprints of one of the widths: the
// least that keeps p, or the most that go in.
function fingerprintShape(q, slots, widths) {
  noProbes(q);
  if (q.n > 2 ** 31) throw new Bad('lab.manykeys', '2^31');
  const budget = q.bits || Math.round(q.perKey * q.n), last = widths[widths.length - 1];
  const f = q.p ? widths.find((f) => Math.pow(2, -f) <= q.p) : widths.findLast((f) => f * slots <= budget);
  if (!f) throw q.p ? new Bad('lab.smallp', show(Math.pow(2, -last))) : new Bad('lab.needbits', widths[0] * slots);
  return { bits: f * slots, fingerprint: f, slots, k: 0, rate: (n) => n > 0 ? Math.pow(2, -f) : 0 };
}

function xorShape(q) {
  return fingerprintShape(q, Math.floor((32 + Math.ceil(1.23 * q.n)) / 3) * 3, [8, 16]);
}

function fuseShape(q) {
  return fingerprintShape(q, fuseSlots(q.arity, q.n), [8, 16, 32]);
}

// fuseSlots is what the authors' programs allocate: whole segments, at least arity.
function fuseSlots(arity, n) {
  const ln = Math.log(n), three = arity === 3;
  const power = n < 2 ? 2 : Math.floor(three ? ln / Math.log(3.33) + 2.25 : ln / Math.log(2.91) - 0.5);
  const segment = Math.pow(2, Math.min(18, Math.max(2, power)));
  const factor = three ? Math.max(1.125, 0.875 + 0.25 * Math.log(1e6) / ln) : Math.max(1.075, 0.77 + 0.305 * Math.log(6e5) / ln);
  const slots = n > 1 ? Math.round(n * factor) : 0;
  return segment * Math.max(arity, Math.ceil(slots / segment));
}
