// Filters of 32-bit hashes: the lines of RocksDB before format version 5 and of Pebble,
// after variants/internal/lines, and LevelDB's, after variants/leveldb and
// variants/theory/rotated.go.

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

const rotatedSamples = 1 << 16;

// Rotated is what a table of m cells has of h + i*rotr(h, 17) mod m, whatever the keys:
// cells, by sample and probe; third, the share of h with position 2 on that cell; load, of
// each position by class.
class Rotated {
  constructor(m) {
    this.m = m;
    this.classes = [3, 5, 17].reduce((product, f) => m % f === 0 ? product * f : product, 1);
    this.load = [];
    this.cells = [];
    this.third = [];
    this.spread(m <= 1 << 22 ? new Float32Array(m) : new Map());
  }

  // probe works out position i of all samples.
  probe(i) {
    const cells = new Uint32Array(rotatedSamples), third = new Float32Array(rotatedSamples);
    const load = new Float64Array(this.classes), { m, classes, share } = this;
    for (let t = 0; t < rotatedSamples; t++) {
      let x = Math.imul(t, 0x9e3779b1);
      x ^= x >>> 15;
      const h = t << 16 | Math.imul(x, 0x85ebca6b) >>> 16, step = h >>> 17 | h << 15; // top 16 bits t, the others mixed
      cells[t] = (h + Math.imul(i, step) >>> 0) % m;
      load[cells[t] % classes] += 1 / rotatedSamples;
      third[t] = share(cells[t]);
    }
    this.cells.push(cells);
    this.load.push(load);
    this.third.push(third);
  }

  // spread sums position 2, h with its halves exchanged and added, over all h.
  spread(at) {
    const dense = at instanceof Float32Array, add = (v, count) => {
      const c = v % this.m, q = Math.fround(count * 2 ** -32);
      if (dense) at[c] += q; else at.set(c, Math.fround((at.get(c) || 0) + q));
    };
    for (let s = 0; s < (1 << 17) - 1; s++) {
      const low = Math.max(0, s - 0xffff), high = Math.min(0xffff, s);
      const odds = Math.floor((high + 1) / 2) - Math.floor(low / 2), v = s * 65537 >>> 0;
      add(v, high + 1 - low - odds);
      add(v - 1 >>> 0, odds);
    }
    this.share = dense ? (c) => at[c] : (c) => at.get(c) || 0;
  }

  // rate is the mean over the samples, cells taken as set independently.
  rate(n, k) {
    while (this.cells.length < k) this.probe(this.cells.length);
    const load = new Float64Array(this.classes);
    for (let i = 0; i < k; i++) {
      if (i !== 2) this.load[i].forEach((l, c) => { load[c] += l; });
    }
    const empty = load.map((l) => Math.exp(n * l * Math.log1p(-1 / (this.m / this.classes))));
    const all = new Float64Array(rotatedSamples).fill(1), { classes } = this;
    for (let i = 0; i < k; i++) {
      const cells = this.cells[i], third = this.third[i];
      for (let t = 0; t < rotatedSamples; t++) {
        const q = k > 2 ? third[t] : 0, free = empty[cells[t] % classes];
        all[t] *= 1 - (q > 0 ? free * Math.exp(n * Math.log1p(-q)) : free);
      }
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
