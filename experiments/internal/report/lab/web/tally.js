// Exact counting of double hashing modulo a power of two, after variants/theory/tally.go
// and stepexact.go. A query has d different cells, and a key meets some subset of them,
// its mask. By inclusion and exclusion over the subsets J of the cells,
//
//	P(all set by n keys) = sum over J of (-1)^|J| (1-num(J)/T)^n,
//
// num(J) of the T possible keys meeting J. The sum alternates, and is done in whole
// numbers of hundreds of digits.

class Tally {
  constructor(own, most) {
    Object.assign(this, { own, most, queries: 0n, classes: new Map(), terms: null }); // own keys hit a given cell
  }

  // add is a class of so many queries of d cells, masks a Map to the keys that have them.
  add(d, masks, queries) {
    const some = [...masks].filter(([mask]) => mask & (mask - 1)).sort((a, b) => a[0] - b[0]);
    const name = d + ':' + some.join(';'), have = this.classes.get(name);
    this.queries += BigInt(queries);
    if (have) have.queries += BigInt(queries); else this.classes.set(name, { d, masks: some, queries: BigInt(queries) });
  }

  // work is the number of subsets there are.
  work() {
    let sum = 0;
    for (const c of this.classes.values()) sum += 2 ** c.d;
    return sum;
  }

  // expand makes a term of all subsets with the same num.
  expand() {
    this.terms = new Map();
    for (const c of this.classes.values()) {
      for (const [num, count] of subsetsOf(c, this.own)) this.terms.set(num, (this.terms.get(num) || 0n) + c.queries * BigInt(count));
    }
  }

  // rate is the mean over the queries, of keys that count with 1/blocks; all is T.
  rate(n, all, blocks, fill) {
    if (!this.terms) this.expand();
    const p = Math.max(fill, 1e-12), digits = BigInt(Math.ceil(200 + this.most * (Math.log2(2 - p) - Math.log2(p)) + Math.log2(n + 2)));
    const one = 1n << digits, whole = all * BigInt(blocks);
    let sum = 0n;
    for (const [num, count] of this.terms) {
      if (count !== 0n) sum += count * powerOf(one - BigInt(num) * one / whole, n, digits);
    }
    return clamp(asNumber(sum / this.queries, digits));
  }
}

// subsetsOf counts the subsets of a class by num, those of an odd number of cells
// negative: own keys for each cell, less what masks of several cells count twice.
function subsetsOf({ d, masks }, own) {
  const inside = new Float64Array(2 ** d), multi = new Array(d).fill(0), out = new Map();
  let total = 0;
  for (const [mask, count] of masks) {
    inside[mask] = count;
    total += count;
    for (let b = 0; b < d; b++) multi[b] += mask >> b & 1 ? count : 0;
  }
  for (let b = 1; b < inside.length; b <<= 1) {
    for (let u = 0; u < inside.length; u++) {
      if (u & b) inside[u] += inside[u ^ b];
    }
  }
  for (let j = 0; j < inside.length; j++) {
    let size = 0, sum = 0;
    for (let b = 0; b < d; b++) {
      if (j >> b & 1) [size, sum] = [size + 1, sum + multi[b]];
    }
    const num = size * own - (sum - (total - inside[inside.length - 1 - j]));
    out.set(num, (out.get(num) || 0) + (size & 1 ? -1 : 1));
  }
  return out;
}

// powerOf is x^n of a fraction with so many binary digits.
function powerOf(x, n, digits) {
  let out = 1n << digits;
  for (; n > 0 && out > 0n; n = Math.floor(n / 2)) {
    if (n % 2 === 1) out = out * x >> digits;
    x = x * x >> digits;
  }
  return out;
}

// asNumber is such a fraction as a number.
function asNumber(x, digits) {
  const surplus = BigInt(Math.max(0, 4 * x.toString(16).length - 60));
  return Number(x >> surplus) * Math.pow(2, Number(surplus - digits));
}

// inverseOf is 1/a modulo m.
function inverseOf(a, m) {
  if (m === 1) return 0;
  let [r0, r1, t0, t1] = [m, a % m, 0, 1];
  while (r1 !== 0) {
    const q = Math.floor(r0 / r1);
    [r0, r1, t0, t1] = [r1, r0 - q * r1, t1, t0 - q * t1];
  }
  return t0 < 0 ? t0 + m : t0;
}

// solveMod is the y in [0, m) with v y = t modulo m.
function solveMod(v, t, m) {
  const g = v % m === 0 ? m : gcd(v % m, m);
  if (t % g !== 0) return [];
  const part = m / g, y = Number(BigInt(t / g % part) * BigInt(inverseOf(v / g % Math.max(part, 1), part)) % BigInt(part));
  return Array.from({ length: g }, (_, i) => y + i * part);
}

// stepTally counts all queries of double hashing modulo a power of two with any step, a
// class for each order r of a step; null where that would take too long.
function stepTally(m, k) {
  const orders = [];
  for (let r = 1; r <= m; r *= 2) orders.push(r);
  if (k > 16 || orders.length * Math.min(4 * k * k, m) * k * k > 1e7) return null;
  const many = (r) => r === 1 ? 1 : r / 2; // steps of that order
  const t = new Tally(orders.reduce((sum, r) => sum + many(r) * Math.min(k, r), 0), Math.min(k, m));
  for (const r of orders) t.add(Math.min(k, r), stepMasks(m, k, m / r % m, Math.min(k, r)), many(r));
  return t.work() > 2 ** 19 ? null : t;
}

// stepMasks counts the keys by the cells of the query 0, y, 2y, ... that they hit.
function stepMasks(m, k, y, d) {
  const out = new Map();
  for (const step of stepsMeeting(m, k, y, d)) {
    const weight = step === 0 || 2 * step === m ? 1 : 2, at = new Map(); // -step makes the same sets
    for (let i = 0, cell = 0; i < d; i++, cell = (cell + y) % m) {
      for (let j = 0, x = cell; j < k; j++) {
        at.set(x, at.get(x) | 1 << i);
        x = x < step ? x + m - step : x - step;
      }
    }
    for (const mask of at.values()) {
      if (mask & (mask - 1)) out.set(mask, (out.get(mask) || 0) + weight);
    }
  }
  return out;
}

// stepsMeeting are the steps, up to sign, that can meet the query twice.
function stepsMeeting(m, k, y, d) {
  if (4 * k * k >= m) return Array.from({ length: Math.floor(m / 2) + 1 }, (_, i) => i);
  const out = new Set();
  for (let v = 1; v < k; v++) {
    for (let i = 1; i < d; i++) solveMod(v, i * y % m, m).forEach((step) => out.add(Math.min(step, m - step)));
  }
  return [...out];
}

// stepSeries is the first-order series of the same.
function stepSeries(m, k) {
  const degenerate = new Array(k + 1).fill(0), overlap = new Array(Math.max(k, 2) + 1).fill(0);
  for (let r = 1; r < k; r++) degenerate[r] = m % r === 0 ? phi(r) : 0;
  for (let v = 1; v < k; v++) {
    for (let u = 1; u < k; u++) {
      if (gcd(u, v) !== 1) continue;
      for (let f = 1; f * Math.max(u, v) < k; f++) {
        if (m % f === 0) addChains(overlap, k, f * u, f * v, 2 * phi(f));
      }
    }
  }
  return new Series(k, degenerate, overlap);
}

// improved is an exact rate of independent positions with what the series adds to it.
function improved(exact, series, n, m) {
  const k = series.k;
  if (k * k * k > 100 * m) return exact;
  return clamp(Math.max(exact + (series.rate(n, m) - drawsSeries(k).rate(n, m)), 0));
}

// stepModel is the tally, or where there is none the series, of m cells and k probes.
const stepModels = new Map();
function stepModel(m, k) {
  const name = m + '/' + k;
  if (!stepModels.has(name)) stepModels.set(name, { tally: stepTally(m, k), series: stepSeries(m, k) });
  return stepModels.get(name);
}

// countedRate is the rate of n keys modulo a power of two.
function countedRate(n, m, k) {
  const { tally, series } = stepModel(m, k);
  if (tally) return tally.rate(n, BigInt(m) * BigInt(m), 1, hit(n, Math.min(0.5, 0.5 / m)));
  return improved(classicRate(n, m, k), series, n, m);
}

// blockedByModel is the rate of blocks of b cells by a tally, or by a series on top of
// independent positions.
function blockedByModel(n, blocks, b, k, { tally, series }) {
  if (tally) return tally.rate(n, BigInt(b) * BigInt(b), blocks, hit(n, 0.5 / b / blocks));
  const base = blockRate(b, k);
  return meanRate(n, blocks, (l) => l === 0 ? base(l) : improved(base(l), series, l, b));
}
