// The law of occupied cells, after variants/theory/fill.go and draws.go: t draws
// with replacement fall on m cells. All of it is exact; a Go test holds it to the
// Go code, to 9 digits.

// hit is 1-(1-x)^n without cancellation.
function hit(n, x) {
  return x >= 1 ? Math.min(1, n) : -Math.expm1(n * Math.log1p(-x));
}

// fillMean is the expected share of set cells.
function fillMean(t, m) {
  if (m === 1) return t === 0 ? 0 : 1;
  return -Math.expm1(t * Math.log1p(-1 / m));
}

// clamp keeps rounding from pushing a probability out of [0, 1].
function clamp(p) {
  return Math.min(1, Math.max(0, p));
}

// Draws holds g[d] = P(d given cells are all set)/s^d for d up to depth, s about the
// fill: by a recursion over few draws, by an integral over many.
class Draws {
  constructor(t, m, depth) {
    depth = Math.min(depth, m);
    this.m = m;
    this.s = -Math.expm1(-t / m);
    this.g = new Array(depth + 1).fill(0);
    if (t <= Math.max(4096, depth * depth / 8)) {
      this.g[0] = 1;
      for (let i = 0; i < t; i++) this.recur();
    } else {
      this.contour(t);
    }
  }

  // start is no draw at all, unscaled: block rates go on from there.
  static start(m, depth) {
    const d = new Draws(0, m, depth);
    d.s = 1;
    return d;
  }

  // recur adds one draw.
  recur() {
    const ms = this.m * this.s;
    for (let x = this.g.length - 1; x >= 1; x--) {
      this.g[x] = (1 - x / this.m) * this.g[x] + x / ms * this.g[x - 1];
    }
  }

  // contour is Cauchy's integral of e^(mz) (1-e^-z)^d on |z| = t/m by the trapezoid
  // rule; nodes come in conjugate pairs.
  contour(t) {
    const step = 0.35, reach = 9.5, width = 1 / Math.sqrt(t);
    let norm = 0;
    for (let j = 0; j * step <= reach; j++) {
      const th = j * step * width, sn = Math.sin(th / 2);
      const mag = Math.exp(-2 * t * sn * sn) * (j > 0 ? 2 : 1), ph = t * sinMinus(th);
      let re = mag * Math.cos(ph), im = mag * Math.sin(ph);
      norm += re;
      const [a, b] = oneMinusExp(t / this.m, th).map((x) => x / this.s);
      for (let i = 0; i < this.g.length; i++) {
        this.g[i] += re;
        [re, im] = [re * a - im * b, re * b + im * a];
      }
    }
    this.g = this.g.map((x) => x / norm);
  }

  // logMoment is ln E[(X/m)^k], X the number of set cells: a query of k draws hits d
  // different cells with a known probability, for which P is known.
  logMoment(k) {
    const v = new Array(this.g.length).fill(0), ms = this.m * this.s;
    v[0] = 1;
    for (let t = 0; t < k; t++) {
      for (let x = Math.min(t + 1, v.length - 1); x >= 1; x--) {
        v[x] = v[x] * x / ms + v[x - 1] * (this.m - x + 1) / this.m;
      }
      v[0] = 0;
    }
    let sum = 0;
    v.forEach((x, i) => { sum += x * this.g[i]; });
    return k * Math.log(this.s) + Math.log(sum);
  }
}

// sinMinus is sin(x)-x without cancellation.
function sinMinus(x) {
  let term = x, sum = 0;
  for (let i = 2; i < 20; i += 2) {
    term *= -x * x / (i * (i + 1));
    sum += term;
  }
  return sum;
}

// oneMinusExp is 1-exp(-c e^(i th)), real and imaginary part.
function oneMinusExp(c, th) {
  const a = -c * Math.cos(th), b = -c * Math.sin(th), sb = Math.sin(b / 2);
  return [-(Math.expm1(a) * Math.cos(b) - 2 * sb * sb), -Math.exp(a) * Math.sin(b)];
}
