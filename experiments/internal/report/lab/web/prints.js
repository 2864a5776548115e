// Tables of fingerprints besides the cuckoo filter, after variants/quotient, vqf and
// prefix: quotients with remainders, blocks of which a key has two, bins with a spare.

// budgetOf is the bits that a request by memory comes to.
const budgetOf = (q) => q.bits || Math.round(q.perKey * q.n);

// powerOfTwo is the least power of two that is at least x.
function powerOfTwo(x) {
  let p = 1;
  while (p < x) p *= 2;
  return p;
}

// chosen is a parameter's number, 0 where it is "auto".
const chosen = (value) => value === 'auto' ? 0 : value;

const quotientBlock = 64, quotientTail = 3;

// QuotientTable is blocks of 64 slots with r bits each, and 136 bits that find them.
class QuotientTable {
  constructor(q) {
    this.n = q.n;
    this.r = chosen(q.remainder);
    this.pow2 = q.round === 'pow2';
    this.least = this.up(Math.ceil(1000 * q.n / (quotientBlock * 950)));
    this.blocks = this.least;
  }

  up(blocks) {
    return this.pow2 ? powerOfTwo(blocks) : blocks;
  }

  bits() {
    return (this.blocks + Math.min(this.blocks, quotientTail)) * (136 + quotientBlock * this.r);
  }

  rate(n) {
    return hit(n, 1 / (this.blocks * quotientBlock * Math.pow(2, this.r)));
  }

  // forRate: the shortest remainder at load 0.95, or for a given one the fewest blocks.
  forRate(p) {
    if (!this.r) {
      for (this.r = 1; this.rate(this.n) > p; this.r++) {
        if (this.r === 32) throw new Bad('lab.smallp', show(this.rate(this.n)));
      }
      return;
    }
    const pair = -Math.expm1(Math.log1p(-p) / this.n);
    const need = Math.pow(2, -this.r) / pair / quotientBlock;
    if (need > maxBits) throw new Bad('lab.toolarge');
    this.blocks = Math.max(this.blocks, this.up(Math.max(1, Math.trunc(need))));
    while (this.rate(this.n) > p) this.blocks = this.up(this.blocks + 1);
  }

  // forBits: the longest remainder with which the keys find room, then all blocks that
  // go in.
  forBits(budget) {
    const need = (r) => {
      [this.r, this.blocks] = [r, this.least];
      if (this.bits() > budget) throw new Bad('lab.needbits', this.bits());
    };
    if (!this.r) {
      need(1);
      for (this.r = 32; this.bits() > budget; this.r--);
    }
    const all = Math.floor(budget / (136 + quotientBlock * this.r));
    this.blocks = all > 2 * quotientTail ? all - quotientTail : Math.floor(all / 2);
    if (this.pow2 && this.blocks > 0) this.blocks = powerOfTwo(this.blocks + 1) / 2;
    if (this.blocks === 0 || this.bits() > budget) need(this.r);
  }
}

function quotientShape(q) {
  noProbes(q);
  const t = new QuotientTable(q);
  if (q.p) t.forRate(q.p); else t.forBits(budgetOf(q));
  if (t.bits() > maxBits) throw new Bad('lab.toolarge');
  const slots = t.blocks * quotientBlock, room = Math.floor(slots * 950 / 1000);
  return { bits: t.bits(), remainder: t.r, slots, room, safe: 1, k: 0, rate: (n) => t.rate(Math.min(n, room)) };
}

const odd = (x) => x % 2 === 1 ? x : x + 1;

// vqfShape: blocks of 512 bits with 48 of 20480 fingerprints, an odd number of them.
function vqfShape(q) {
  noProbes(q);
  const least = odd(Math.ceil(q.n / (48 * 0.92))), rate = (n, blocks) => twoChoiceRate(n, blocks, 1 / 20480);
  let blocks;
  if (q.p) {
    blocks = vqfForRate(least, (blocks) => rate(q.n, blocks) > q.p);
  } else {
    const most = Math.floor(budgetOf(q) / 512);
    if (most < least) throw new Bad('lab.needbits', least * 512);
    blocks = odd(most) > most ? most - 1 : most;
  }
  if (blocks * 512 > maxBits) throw new Bad('lab.toolarge');
  const room = blocks * 48;
  return { bits: blocks * 512, blocks, remainder: 8, slots: room, room, safe: 0.92, k: 0, rate: (n) => n > 0 ? rate(Math.min(n, room), blocks) : 0 };
}

// vqfForRate is the fewest blocks, odd, of which not too few(blocks) is true.
function vqfForRate(least, few) {
  let low = least, high = least;
  for (; few(high); high = 2 * low + 1) {
    low = high;
    if (high * 512 > maxBits) throw new Bad('lab.toolarge');
  }
  while (high - low > 2) {
    const mid = odd(low + Math.floor((high - low) / 2));
    if (few(mid)) low = mid; else high = mid;
  }
  return high;
}

const prefixSlots = 25, prefixPrints = 25 * 256;

// prefixSpare is the spare filter of so many bins: for the keys expected there and five
// standard deviations.
function prefixSpare(q, bins) {
  const excess = (l) => Math.max(0, l - prefixSlots);
  const one = mixture(q.n, bins, excess), squares = mixture(q.n, bins, (l) => excess(l) * excess(l));
  const sd = Math.sqrt(Math.max(0, squares - one * one) * bins);
  const n = Math.ceil(one * bins + 5 * sd) + prefixSlots, ask = { n, p: 1 / 256, k: 0, slots: 4, remainder: 'auto', round: 'block' };
  return Object.assign(q.spare === 'cuckoo' ? cuckooShape(ask) : quotientShape(ask), { capacity: n });
}

// prefixBins is what n keys do to the bins: the chance of a hit there, the share of other
// queries sent on, and the keys in the spare.
function prefixBins(n, bins) {
  const h = hit(n, 1 / (bins * prefixPrints)), below = new Array(prefixSlots + 1).fill(0);
  below[0] = 1;
  let forwarded = 0, past = 0;
  for (let c = 0; c < prefixPrints; c++) {
    const rest = Math.exp((prefixPrints - c - 1) * Math.log1p(-h));
    forwarded += past + below[prefixSlots] * (1 - rest);
    past += below[prefixSlots] * h;
    for (let j = prefixSlots; j > 0; j--) below[j] = below[j] * (1 - h) + below[j - 1] * h;
    below[0] *= 1 - h;
  }
  let one = prefixPrints * h - prefixSlots;
  below.forEach((p, j) => { one += (prefixSlots - j) * p; });
  return { hit: h, forwarded: forwarded / prefixPrints, spare: Math.max(0, one * bins) };
}

function prefixRate(n, bins, spare) {
  if (n === 0) return 0;
  const b = prefixBins(n, bins);
  return b.hit + (1 - b.hit) * b.forwarded * spare.rate(Math.round(b.spare));
}

function prefixShape(q) {
  noProbes(q);
  const spares = new Map(), spare = (bins) => {
    if (!spares.has(bins)) spares.set(bins, prefixSpare(q, bins));
    return spares.get(bins);
  };
  const bits = (bins) => bins * 256 + spare(bins).bits, least = Math.ceil(q.n / (prefixSlots * 0.95));
  const bins = q.p ? prefixForRate(q, least, spare, bits) : prefixForBits(q, least, bits);
  if (bits(bins) > maxBits) throw new Bad('lab.toolarge');
  const own = spare(bins);
  return {
    bits: bits(bins), bins, remainder: 8, k: 0, safe: 1, rate: (n) => prefixRate(n, bins, own),
    get room() { // the keys that fill the spare
      return firstOver((n) => prefixBins(n, bins).spare > own.capacity, q.n, 4 * q.n + 100) - 1;
    },
  };
}

function prefixForRate(q, least, spare, bits) {
  const few = (bins) => {
    if (bits(bins) > maxBits) throw new Bad('lab.toolarge');
    return prefixRate(q.n, bins, spare(bins)) > q.p;
  };
  let low = 0, high = least;
  for (; few(high); high *= 2) low = high;
  return low === 0 ? high : firstOver((bins) => !few(bins), low, high);
}

function prefixForBits(q, least, bits) {
  const budget = budgetOf(q);
  if (bits(least) > budget) throw new Bad('lab.needbits', bits(least));
  return firstOver((bins) => bits(bins) > budget, least, Math.floor(budget / 256) + 1) - 1;
}

// firstOver is the least number above low with over(number), which holds at high.
function firstOver(over, low, high) {
  while (high - low > 1) {
    const mid = low + Math.floor((high - low) / 2);
    if (over(mid)) high = mid; else low = mid;
  }
  return high;
}
