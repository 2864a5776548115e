// Shapes of cuckoo filters and of scalable ones, after variants/cuckoo/shape.go and
// variants/scalable/plan.go and fit.go.

const safeLoads = { 1: 400, 2: 840, 4: 950, 8: 980 }; // keys for a thousand slots

// cuckooShape: the smallest fingerprint that keeps p at the safe load; with bits the
// largest that they hold, and as many buckets as then go in.
function cuckooShape(q) {
  noProbes(q);
  const per = safeLoads[q.slots] * q.slots, load = safeLoads[q.slots] / 1000;
  let buckets = Math.ceil(1000 * q.n / per), f;
  if (q.p) {
    for (f = 4; cuckooRate(q.n, buckets, f) > q.p; f++) {
      if (f === 32) throw new Bad('lab.smallp', show(cuckooRate(q.n, buckets, 32)));
    }
  } else {
    const perKey = q.perKey || q.bits / q.n, budget = q.bits || Math.round(q.perKey * q.n);
    for (f = 32; f / load > perKey; f--) {
      if (f === 4) throw new Bad('lab.needbits', 4 * q.slots * buckets);
    }
    buckets = Math.max(buckets, Math.floor(budget / (q.slots * f)));
  }
  const all = buckets * q.slots, bits = all * f;
  if (bits > maxBits) throw new Bad('lab.toolarge');
  return { bits, buckets, fingerprint: f, slots: all, k: 0, room: all, safe: load, rate: (n) => n > 0 ? cuckooRate(Math.min(n, all), buckets, f) : 0 };
}

// scalableStage is a stage that keeps its rate when full: a classic filter may pass the
// rate it is sized for by a little, so less is asked for until it does not.
function scalableStage(n, want) {
  let p = want;
  for (let i = 0; i < 50; i++) {
    const s = classicShape({ n, p, k: 0 }), rate = s.rate(n);
    if (rate <= want) return Object.assign(s, { capacity: n });
    p = p * (want / rate) * (1 - 1e-5);
  }
  throw new Bad('lab.stuck', show(want));
}

// scalableStages are the stages that hold n keys under the bound.
function scalableStages(q, bound, n) {
  const out = [];
  let capacity = q.initial || q.n, target = bound * (1 - q.tightening), bits = 0;
  for (let room = 0; out.length === 0 || room < n; capacity *= q.growth, target *= q.tightening) {
    if (capacity > maxBits) throw new Bad('lab.toolarge');
    const s = scalableStage(capacity, target);
    out.push(s);
    room += capacity;
    bits += s.bits;
    if (bits > maxBits) throw new Bad('lab.toolarge');
  }
  return out;
}

const sumBits = (stages) => stages.reduce((sum, s) => sum + s.bits, 0);

// onGrid is bound number i of those to choose from: 900 a decade, from 1e-18 up.
const onGrid = (i) => Number((100 + i % 900) + 'e' + (Math.floor(i / 900) - 20));

// gridIndex is the number of the bound next above e^x, or one off the grid.
function gridIndex(x) {
  const ten = x / Math.LN10, decade = Math.floor(ten);
  const digits = Math.ceil(Math.pow(10, ten - decade) * 100 - 1e-9);
  return Math.trunc(Math.max(-1e6, Math.min(1e6, (decade + 18) * 900 + digits - 100)));
}

// boundBits is the bits of the stages under bound number i, Infinity where it is too
// strict.
function boundBits(q, i) {
  try {
    return sumBits(scalableStages(q, onGrid(i), q.n));
  } catch (e) {
    if (e instanceof Bad) return Infinity;
    throw e;
  }
}

// roomOf is the keys that the stages for n keys take when full.
function roomOf(q) {
  let sum = 0;
  for (let n = q.initial || q.n; sum < q.n; n *= q.growth) sum += n;
  return sum;
}

// fitBound is the smallest bound on the grid whose stages take no more than budget. It
// steps by the slope of Bloom's size, -n/(ln 2)^2 bits for a unit of ln P, and halves
// what is left where two steps together did not.
function fitBound(q, budget) {
  let low = -1, high = 900 * 18 - 1;
  const need = boundBits(q, high), slope = Math.LN2 * Math.LN2 / roomOf(q);
  if (need === Infinity) scalableStages(q, onGrid(high), q.n); // says why
  if (!(need <= budget)) throw new Bad('lab.needbits', need);
  let mid = gridIndex(-budget * slope - Math.log1p(-q.tightening));
  for (let before = high - low, last = before; high - low > 1;) {
    mid = Math.max(low + 1, Math.min(high - 1, mid));
    const got = boundBits(q, mid);
    if (got <= budget) high = mid; else low = mid;
    if ((high - low > Math.floor(before / 2) && last !== before) || got === Infinity) {
      mid = low + Math.floor((high - low) / 2);
    } else {
      mid = gridIndex(Math.log(onGrid(mid)) + (got - budget) * slope);
    }
    [before, last] = [last, high - low];
  }
  return onGrid(high);
}

function scalableShape(q) {
  noProbes(q);
  const bound = q.p || fitBound(q, q.bits || Math.round(q.perKey * q.n));
  let stages = scalableStages(q, bound, q.n);
  const rate = (n) => {
    if (sumCapacity(stages) < n) stages = scalableStages(q, bound, n);
    let left = n;
    const rates = [];
    for (const s of stages) {
      if (rates.length > 0 && left <= 0) break;
      rates.push(s.rate(Math.min(left, s.capacity)));
      left -= s.capacity;
    }
    return compoundRate(rates);
  };
  return { bits: sumBits(stages), stages: stages.length, bound, k: 0, rate };
}

const sumCapacity = (stages) => stages.reduce((sum, s) => sum + s.capacity, 0);
