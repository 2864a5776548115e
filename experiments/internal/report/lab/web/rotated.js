// LevelDB's positions h + i*rotr(h, 17) mod m, after variants/theory/rotated.go: cells are
// taken as set independently, each by its class and by how many h have position 2 on it.

const rotatedSamples = 1 << 16, fewCells = 1 << 16, denseCells = 1 << 20;

// rotatedHashes are the samples: the top 16 bits count up, the others are mixed.
let rotatedHashes;
function hashesOf() {
  if (rotatedHashes) return rotatedHashes;
  rotatedHashes = new Uint32Array(rotatedSamples);
  for (let t = 0; t < rotatedSamples; t++) {
    let x = Math.imul(t, 0x9e3779b1);
    x ^= x >>> 15;
    rotatedHashes[t] = t << 16 | Math.imul(x, 0x85ebca6b) >>> 16;
  }
  return rotatedHashes;
}

// Thirds tells of a cell how many of the 2^32 h have position 2 on it: h with its halves
// exchanged and added, one of 2^18 values. Many cells go into a table of those that have one.
class Thirds {
  constructor(m) {
    this.m = m;
    this.cells = m > denseCells ? new Uint32Array(1 << 19) : null;
    this.counts = new Float32Array(this.cells ? 1 << 19 : m); // rounded as in Go, where they are large
    for (let s = 0; s < (1 << 17) - 1; s++) {
      const low = Math.max(0, s - 0xffff), high = Math.min(0xffff, s), v = s * 65537 >>> 0;
      const odds = Math.floor((high + 1) / 2) - Math.floor(low / 2);
      this.add(v, high + 1 - low - odds);
      if (odds > 0) this.add(v - 1 >>> 0, odds);
    }
  }

  // place is where the count of a cell is, or would be.
  place(c) {
    if (!this.cells) return c;
    let i = Math.imul(c, 0x9e3779b1) >>> 13;
    while (this.counts[i] !== 0 && this.cells[i] !== c) i = i + 1 & 0x7ffff;
    return i;
  }

  add(v, count) {
    const c = v - Math.floor(v / this.m) * this.m, i = this.place(c);
    if (this.cells) this.cells[i] = c;
    this.counts[i] += count;
  }
}

// Rotated is what a table of m cells has of these positions whatever the keys. Positions
// with the same chance of a cell that is set share a kind: the cell where there are few,
// else how many h have position 2 there. kinds are those of the samples by probe, classes
// the cells' remainders by the factors of 3, 5 and 17 in m, load the positions in each.
class Rotated {
  constructor(m) {
    this.m = m;
    this.factor = [3, 5, 17].reduce((product, f) => m % f === 0 ? product * f : product, 1);
    this.thirds = new Thirds(m);
    this.kinds = [];
    this.classes = [];
    this.load = [];
    this.logs = m <= fewCells ? this.logsOf(this.thirds.counts) : this.logsOf(Float32Array.from({ length: this.thirds.counts.reduce((a, b) => Math.max(a, b)) + 1 }, (_, i) => i));
  }

  // logsOf are the logarithms of no key's position 2 on a cell, by kind.
  logsOf(counts) {
    return Float64Array.from(counts, (count) => Math.log1p(-Math.fround(count * 2 ** -32)));
  }

  // probe works out position i of all samples.
  probe(i) {
    const kinds = new Uint32Array(rotatedSamples), classes = new Uint8Array(rotatedSamples), load = new Float64Array(this.factor);
    const hashes = hashesOf(), { m, factor, thirds } = this;
    for (let t = 0; t < rotatedSamples; t++) {
      const h = hashes[t], v = h + Math.imul(i, h >>> 17 | h << 15) >>> 0, c = v - Math.floor(v / m) * m;
      if (factor > 1) classes[t] = c % factor;
      load[classes[t]]++;
      kinds[t] = m <= fewCells ? c : thirds.counts[thirds.place(c)];
    }
    this.kinds.push(kinds);
    this.classes.push(classes);
    this.load.push(load);
  }

  // empty is the chance, by class, that no position but 2 of n keys is on a cell.
  empty(n, k) {
    const load = new Float64Array(this.factor), one = Math.log1p(-1 / (this.m / this.factor));
    for (let i = 0; i < k; i++) {
      if (i !== 2) this.load[i].forEach((l, c) => { load[c] += l; });
    }
    return load.map((l) => Math.exp(n * (l / rotatedSamples) * one));
  }

  // rate is the mean over the samples.
  rate(n, k) {
    while (this.kinds.length < k) this.probe(this.kinds.length);
    const empty = this.empty(n, k), free = this.logs.map((log) => k > 2 ? Math.exp(n * log) : 1);
    const all = new Float64Array(rotatedSamples).fill(1);
    for (let i = 0; i < k; i++) {
      const kinds = this.kinds[i], classes = this.classes[i];
      for (let t = 0; t < rotatedSamples; t++) all[t] *= 1 - empty[classes[t]] * free[kinds[t]];
    }
    return all.reduce((sum, x) => sum + x, 0) / rotatedSamples;
  }
}

let lastRotated; // of the table asked for last: a curve asks for it again and again

function rotatedRate(n, m, k) {
  const base = wrapRate(n, m, k);
  if (k === 1 || n === 0 || m <= 1) return base;
  if (!lastRotated || lastRotated.m !== m) lastRotated = new Rotated(m);
  return clamp(base * lastRotated.rate(n, k) / Math.pow(fillMean(n * k, m), k));
}
