// What double hashing adds to the rate of independent positions where sums wrap at 2^64
// and are then taken modulo m: to first order in 1/m, after variants/theory/series.go,
// wrapmod.go, torus.go and chains.go. degenerate[D] are queries of D < k different cells,
// times m; overlap[w] keys that meet a query in w cells, times m^2.

const fraction = (x) => x - Math.floor(x);
const choose2 = (k) => k * (k - 1) / 2;

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

// phi is Euler's function of a small number.
function phi(r) {
  let count = 0;
  for (let i = 1; i <= r; i++) count += gcd(i, r) === 1 ? 1 : 0;
  return count;
}

// powInt is p^d, multiplied as the Go code does.
function powInt(p, d) {
  let out = 1;
  for (; d > 0; d >>= 1, p *= p) {
    if (d & 1) out *= p;
  }
  return out;
}

class Series {
  constructor(k, degenerate, overlap) {
    Object.assign(this, { k, degenerate, overlap });
  }

  // rate is the first-order rate of n keys in m cells.
  rate(n, m) {
    let d = this.k;
    this.degenerate.forEach((count, cells) => { d -= count / m * (this.k - cells); });
    const p = hit(n, Math.max(1, d) / m);
    if (p >= 1) return 1;
    return clamp(powInt(p, this.k) + this.alone(p) / m + n / m / m * (this.meetings(p) - this.pairs(p)));
  }

  alone(p) {
    const last = powInt(p, this.k);
    return this.degenerate.reduce((sum, count, d) => sum + (count && count * (powInt(p, d) - last)), 0);
  }

  meetings(p) {
    let sum = 0;
    for (let w = 2; w < this.overlap.length && w <= this.k; w++) {
      const all = powInt(p, w - 1);
      sum += this.overlap[w] * powInt(p, this.k - w) * (1 - all * p - w * (1 - p) * all);
    }
    return sum;
  }

  pairs(p) {
    return this.k < 2 ? 0 : this.k * this.k * choose2(this.k) * (1 - p) * (1 - p) * powInt(p, this.k - 2);
  }
}

function drawsSeries(k) {
  const degenerate = new Array(k + 1).fill(0), overlap = new Array(Math.max(k, 2) + 1).fill(0);
  degenerate[k - 1] = choose2(k);
  overlap[2] = 2 * choose2(k) * choose2(k);
  return new Series(k, degenerate, overlap);
}

// once remembers what a function of one number found.
function once(f) {
  const known = new Map();
  return (k) => {
    if (!known.has(k)) known.set(k, f(k));
    return known.get(k);
  };
}

// table is the size of table in which k is looked up: up to 16 the tables of all k are
// parts of one.
const table = (k) => k <= 8 ? 8 : k <= 16 ? 16 : k;

const wrapSeries = once((k) => {
  const degenerate = wrapCells(table(k))[k].slice();
  degenerate[k] = 0;
  return new Series(k, degenerate, torusOverlaps(k));
});

// coprimes are the fractions u/v from 0 to 1 with v below most.
function coprimes(most) {
  const out = [];
  for (let v = 1; v < most; v++) {
    for (let u = 0; u <= v; u++) {
      if (gcd(u, v) === 1) out.push([u, v]);
    }
  }
  return out;
}

// wrapCells: for k up to most, the share of (x, y) whose sums at a step of the fraction
// u/v fall on d cells, by quasi-Monte Carlo.
const wrapCells = once((most) => {
  const points = 2048, wide = most + 1, counts = new Array(wide * wide).fill(0), steps = coprimes(most);
  const seen = new Array(2 * most * most + 4 * most).fill(0), wraps = new Array(most).fill(0);
  for (let point = 0, mark = 0; point < points; point++) {
    const x = fraction((point + 0.5) * 0.7548776662466927), y = fraction((point + 0.5) * 0.5698402909980532);
    for (let i = 0; i < most; i++) wraps[i] = Math.floor(x + i * y);
    for (const [u, v] of steps) {
      mark++;
      for (let i = 0, d = 0, at = most * most + most; i < most; i++, at += u) {
        const cell = at - wraps[i] * v;
        if (seen[cell] !== mark) d++;
        seen[cell] = mark;
        if (v <= i) counts[(i + 1) * wide + d]++;
      }
    }
  }
  return Array.from({ length: wide }, (_, k) => Array.from(counts.slice(k * wide, (k + 1) * wide), (count) => count / points));
});

// addChains counts the maximal chains of meetings of the step (u, v) by their length.
function addChains(out, k, u, v, weight) {
  const starts = (w) => {
    const a = k - (w - 1) * u, b = k - (w - 1) * v;
    return a <= 0 || b <= 0 ? 0 : a * b;
  };
  for (let w = 2; w <= k && starts(w) > 0; w++) out[w] += weight * (starts(w) - 2 * starts(w + 1) + starts(w + 2));
}

function torusOverlaps(k) {
  const lengths = new Array(k + 1).fill(0), out = new Array(Math.max(k, 2) + 1).fill(0), measure = chainMeasure(table(k));
  for (let v = 1; v < k; v++) {
    for (let u = 1; u < k; u++) {
      if (gcd(u, v) !== 1) continue;
      for (let f = 1; f * Math.max(u, v) < k; f++) addChains(lengths, k, f * u, f * v, 2 * phi(f) / f);
    }
  }
  for (let l = 2; l <= k; l++) {
    for (let w = 2; w <= l; w++) out[w] += lengths[l] * measure[l][w];
  }
  return out;
}

// chainMeasure: out[l][w] is the measure of keys that meet a chain of l places in w of
// them, where cells, not reals, must be equal.
const chainMeasure = once((longest) => {
  const points = Math.min(1 << 14, Math.max(1 << 10, Math.floor(Math.floor((1 << 22) / longest) / longest)));
  const out = Array.from({ length: longest + 1 }, () => new Array(longest + 1).fill(0)), c = new Coverage(longest);
  for (let i = 0; i < points; i++) {
    const u = fraction((i + 0.5) * 0.8191725133961644), a = fraction((i + 0.5) * 0.671043606703789), g = fraction((i + 0.5) * 0.5497004779019701);
    const z = 2 * u * u * u, weight = u * u;
    c.clear();
    for (let t = 0; t < longest; t++) {
      const row = out[t + 1];
      c.insert(fraction(a + g * t) + z * t - 1);
      for (let w = 2; w <= t + 1; w++) row[w] += weight * c.length[w];
    }
  }
  for (let l = 2; l <= longest; l++) pinPairs(out[l], l, 12 / points);
  return out;
});

// pinPairs scales the sums and sets those of two from the exact measure of pairs.
function pinPairs(row, l, scale) {
  let pairs = 0;
  for (let d = 1; d < l; d++) pairs += (l - d) / d;
  for (let w = 3; w <= l; w++) {
    row[w] *= scale;
    pairs -= row[w] * choose2(w);
  }
  row[2] = pairs;
}

// Coverage tells how much of the line so many intervals of length 1 cover.
class Coverage {
  constructor(most) {
    this.edge = new Array(2 * most + 1).fill(0);
    this.depth = new Array(2 * most + 1).fill(0); // from an edge to the next
    this.length = new Array(most + 2).fill(0); // by depth
    this.edges = 0;
  }

  clear() {
    this.edges = 0;
    this.length.fill(0);
  }

  insert(low) {
    let i = this.split(low);
    for (const j = this.split(low + 1); i < j; i++) {
      const l = this.edge[i + 1] - this.edge[i];
      this.length[this.depth[i]] -= l;
      this.depth[i]++;
      this.length[this.depth[i]] += l;
    }
  }

  // split makes x an edge and returns its place.
  split(x) {
    const { edge, depth } = this;
    let i = this.edges;
    while (i > 0 && edge[i - 1] >= x) i--;
    if (i < this.edges && edge[i] === x) return i;
    for (let j = this.edges++; j > i; j--) {
      edge[j] = edge[j - 1];
      depth[j] = depth[j - 1];
    }
    edge[i] = x;
    depth[i] = i > 0 ? depth[i - 1] : 0;
    return i;
  }
}

// wrapRate is the rate of double hashing that wraps at 2^64, modulo m.
function wrapRate(n, m, k) {
  const draws = classicRate(n, m, k);
  if (n === 0 || m === 1 || k <= 2) return draws; // h1 and h1+h2 are independent
  if (powerOfTwo(m) === m) return countedRate(n, m, k);
  return k * k * k > 100 * m ? draws : improved(draws, wrapSeries(k), n, m);
}
