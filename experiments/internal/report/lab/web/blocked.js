// The search for a blocked filter's shape, after variants/blocked/search.go: blocks by
// interpolation, since ln of the rate is nearly linear in their number, for one k at a
// time; a better k is looked for at the boundary found.

class BlockSearch {
  constructor(q) {
    this.n = q.n;
    this.p = q.p;
    this.k = q.k;
    this.block = q.block;
    this.most = maxBits / q.block;
    this.known = new Map();
  }

  rate(blocks, k) {
    const at = blocks + '/' + k;
    if (!this.known.has(at)) this.known.set(at, blockedRate(this.n, blocks, this.block, k));
    return this.known.get(at);
  }

  // excess is ln(rate/p): at most 0 where so many blocks are enough.
  excess(blocks, k) {
    return (blocks === 0 ? 0 : Math.log(this.rate(blocks, k))) - Math.log(this.p);
  }

  nearK(blocks, k) {
    return bestK((k) => this.rate(blocks, k), k);
  }

  bestK(blocks) {
    return this.nearK(blocks, Math.min(0.85 * Math.LN2 * blocks * this.block / this.n, maxK));
  }

  // forRate is the fewest blocks, and k, that keep p.
  forRate() {
    const guess = perKeyBloom(this.p) * this.n / this.block;
    let blocks = Math.ceil(Math.min(guess, this.most));
    let k = this.k || this.bestK(blocks);
    for (;;) {
      blocks = this.fewest(blocks, k);
      if (this.k) return [blocks, k];
      k = this.nearK(blocks, k);
      if (blocks === 1) return [blocks, k];
      const less = this.nearK(blocks - 1, k);
      if (this.excess(blocks - 1, less) > 0) return [blocks, k];
      [blocks, k] = [blocks - 1, less];
    }
  }

  // fewest closes in on the fewest blocks for a k: by interpolation, and by halves
  // where two steps together did not halve what is left.
  fewest(start, k) {
    let [low, high] = this.bracket(start, k);
    for (let before = 2 * (high - low), last = high - low; high - low > 1;) {
      const gap = high - low;
      let step = Math.floor(gap / 2);
      if (gap <= Math.floor(before / 2)) {
        const e = this.excess(low, k), share = e / (e - this.excess(high, k));
        step = Math.max(1, Math.min(gap - 1, Math.ceil(share * gap)));
      }
      if (this.excess(low + step, k) > 0) low += step; else high = low + step;
      [before, last] = [last, gap];
    }
    return high;
  }

  // bracket is a number of blocks that is too low and one that is enough.
  bracket(start, k) {
    let low = 0, high = Math.min(start, this.most);
    while (this.excess(high, k) > 0) {
      if (high >= this.most) throw new Bad('lab.toolarge');
      low = high;
      high = Math.trunc(Math.min(this.aim(high, k, 1.02, 4) + 1, this.most));
    }
    while (low === 0 && high > 1) {
      const less = Math.min(high - 1, Math.trunc(this.aim(high, k, 0.25, 0.98)));
      if (less === 0 || this.excess(less, k) > 0) return [less, high];
      high = less;
    }
    return [low, high];
  }

  // aim is where p would be reached if ln of the rate were proportional to blocks.
  aim(blocks, k, least, most) {
    const times = Math.log(this.p) / (Math.log(this.p) + this.excess(blocks, k));
    return blocks * Math.max(least, Math.min((times > 1 ? 1.02 : 0.98) * times, most));
  }
}

function blockedShape(q) {
  const search = new BlockSearch(q);
  let blocks, k = q.k;
  if (q.p) [blocks, k] = search.forRate();
  else blocks = wholeBlocks(q, q.block);
  k = k || search.bestK(blocks);
  return { bits: blocks * q.block, blocks, k, rate: (n) => blockedRate(n, blocks, q.block, k) };
}
