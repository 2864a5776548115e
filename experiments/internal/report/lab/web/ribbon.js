// Ribbon filters, after variants/ribbon and variants/theory/ribbon.go.

const ribbonUp = (slots) => Math.ceil(slots / 64) * 64;

// standardSlots: so many that nine seeds of ten give a solution.
function standardSlots(n, w) {
  const [least, million, slope] = w >= 128 ? [0.02, 0.047, 0.0065] : [0.042, 0.110, 0.0124];
  n = Math.max(1, n);
  const over = Math.max(least, million + slope * Math.log(n / 1e6));
  return ribbonUp(Math.max(Math.ceil(n + n * over), w + 64));
}

// homogeneousSlots: what its authors advise.
function homogeneousSlots(n, w, r) {
  const over = r > 8 ? 6 + 0.46 * (r - 8) : 4 + r / 4;
  return ribbonUp(n + Math.ceil(n * over / w) + w + 1);
}

// homogeneousRate is 2^-r, and the chance that a query's equation follows from the keys'.
function homogeneousRate(n, starts, w, r) {
  const p = Math.pow(2, -r);
  return n === 0 ? 0 : p + (1 - p) * ribbonSpan(n, starts, w);
}

// ribbonSpan is that chance: the growth, per key, of the equations that follow from others.
function ribbonSpan(n, starts, w) {
  if (n === 0 || n >= starts) return 0;
  const step = 2e-4, load = n / starts;
  const growth = (ribbonLoss(w, load * (1 + step)) - ribbonLoss(w, load * (1 - step))) / (2 * step * load);
  return clamp(growth * Math.exp(-2 * w * w / n));
}

// ribbonLoss is the mean number of equations at one start that follow from those before:
// from the stationary distribution of a Markov chain over 0..w.
function ribbonLoss(w, load) {
  const q = new RibbonQueue(w, load), flow = new Array(w + q.arrive.length + 2).fill(0);
  let weight = 1, total = 0, lost = 0;
  for (let x = 0; x <= w; x++) {
    const loss = q.from(x);
    if (x > 0) {
      let up = 0;
      for (let z = x; z <= Math.min(w, x + q.arrive.length); z++) up += flow[z];
      weight = up / q.next[0];
    }
    total += weight;
    lost += weight * loss;
    for (let k = 1; k < q.next.length; k++) flow[x - 1 + k] += weight * q.next[k];
  }
  return lost / total;
}

// RibbonQueue is one step of the chain.
class RibbonQueue {
  constructor(w, load) {
    this.w = w;
    this.arrive = [];
    this.more = [];
    let p = Math.exp(-load), left = -Math.expm1(-load);
    for (let a = 1; left > 1e-14; a++) {
      this.arrive.push(p);
      this.more.push(left);
      p *= load / a;
      left = Math.max(0, left - p);
    }
    this.next = new Array(this.arrive.length + 2);
    this.taken = new Array(this.arrive.length + 2);
  }

  // from fills next, the states after x, and returns the mean number of equations lost.
  from(x) {
    this.next.fill(0);
    this.taken.fill(0);
    let lost = 0, open = Math.pow(2, -x);
    this.taken[0] = 1 - open;
    this.arrive.forEach((here, a) => {
      this.next[1] += here * open;
      for (let k = 0; k <= a; k++) this.next[k] += here * this.taken[k];
      lost += this.more[a] * this.begin(x, a, open);
      open = 0;
    });
    return lost;
  }

  // begin lets one more equation begin and returns the chance that it is lost.
  begin(x, a, open) {
    let lost = 0;
    for (let k = Math.min(a, this.w - x); k >= 0; k--) {
      const drop = this.taken[k] * Math.pow(2, -(this.w - x - k));
      lost += drop;
      this.taken[k + 1] += this.taken[k] - drop;
      this.taken[k] = drop;
    }
    this.taken[1] += open;
    return lost;
  }
}

function ribbonShape(q) {
  noProbes(q);
  if (q.n > 2 ** 31) throw new Bad('lab.manykeys', '2^31');
  const w = q.band, homogeneous = q.solution === 'homogeneous';
  const slots = (n, r) => homogeneous ? homogeneousSlots(n, w, r) : standardSlots(n, w);
  const rate = (n, r) => homogeneous ? homogeneousRate(n, slots(Math.max(n, q.n), r) - w, w, r) : n > 0 ? Math.pow(2, -r) : 0;
  const widths = chosen(q.column) ? [q.column] : Array.from({ length: 32 }, (_, i) => i + 1), last = widths[widths.length - 1];
  const within = (r) => Math.pow(2, -r) <= q.p && (1.2 * Math.pow(2, -r) <= q.p || rate(q.n, r) <= q.p);
  const r = q.p ? widths.find(within) : widths.findLast((r) => r * slots(q.n, r) <= budgetOf(q));
  if (!r) throw q.p ? new Bad('lab.smallp', show(rate(q.n, last))) : new Bad('lab.needbits', widths[0] * slots(q.n, widths[0]));
  return { bits: r * slots(q.n, r), fingerprint: r, slots: slots(q.n, r), k: 0, built: homogeneous, rate: (n) => rate(n, r) };
}
