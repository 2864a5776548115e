// Sets that are stored: Golomb-coded numbers, after variants/gcs and
// variants/theory/golomb.go, and whole digests in a map, after variants/exact.

const mostValues = 2 ** 56, mostInverse = 2 ** 32;

const digits2 = (x) => x.toString(2).length;

// riceOf is the remainder bits with the shortest codes for so many values a key.
function riceOf(inverse) {
  const low = Math.max(0, digits2(inverse) - 2); // one below floor(log2 inverse)
  const cost = (r) => r + 1 + 1 / Math.expm1(Math.pow(2, r) / inverse);
  return cost(low + 1) < cost(low) ? low + 1 : low;
}

// golombBits is the expected length of the codes.
function golombBits(n, buckets, span, r) {
  const all = buckets * span, unit = Math.pow(2, r);
  let unary = 0;
  for (let gap = unit; gap < span; gap += unit) {
    const none = Math.exp(n * Math.log1p(-gap / all)), then = -Math.expm1(n * Math.log1p(-1 / (all - gap)));
    const term = (span - gap) * none * then;
    unary += term;
    if (term < 1e-17 * unary) break;
  }
  return all * fillMean(n, all) * (r + 1) + buckets * unary;
}

// gcsLayout is where everything lies for n keys with so many values each. Products of
// more than 53 bits are whole numbers of another kind.
function gcsLayout(n, inverse, step) {
  if (inverse > mostInverse || n > Math.floor(mostValues / inverse)) throw new Bad('lab.toolarge');
  const buckets = Math.max(1, Math.floor((n + Math.floor(step / 2)) / step)), some = BigInt(buckets);
  const span = (BigInt(n) * BigInt(inverse) + some - 1n) / some, rice = riceOf(inverse), one = rice + 1;
  const per = inverse / Math.pow(2, rice);
  const variance = n * (0.25 + per * per / Math.min(step, n) + one * one / (2 * inverse));
  const mean = golombBits(n, buckets, Number(span), rice);
  const room = Math.min(n * one + buckets * Number(span >> BigInt(rice)), Math.ceil(mean + 6 * Math.sqrt(variance)));
  const bits = (buckets + 1) * digits2(room) + room;
  return { bits, buckets, rice, values: Number(some * span) };
}

function gcsShape(q) {
  noProbes(q);
  const layout = (inverse) => gcsLayout(q.n, inverse, q.step);
  const inverse = q.p ? leastInverse(q.n, q.p) : mostInverseIn(q, budgetOf(q), layout);
  const at = layout(inverse);
  if (at.bits > maxBits) throw new Bad('lab.toolarge');
  const rate = (n) => n > 0 ? fillMean(n, n > q.n ? gcsLayout(n, inverse, q.step).values : at.values) : 0;
  return { bits: at.bits, buckets: at.buckets, rice: at.rice, inverse, k: 0, built: true, rate };
}

// leastInverse is the fewest values a key that keep p.
function leastInverse(n, p) {
  let least = Math.ceil(1 / p);
  while (least > 1 && fillMean(n, n * (least - 1)) <= p) least--;
  return least;
}

// mostInverseIn is the most values a key whose codes go in.
function mostInverseIn(q, budget, layout) {
  const most = Math.min(mostInverse, Math.floor(mostValues / q.n));
  const bits = layout(1).bits;
  if (bits > budget) throw new Bad('lab.needbits', bits);
  return firstOver((inverse) => layout(inverse).bits > budget, 1, most + 1) - 1;
}

// exactShape: digests of 64 or 128 bits in slots of 16 or 24 bytes and one of control.
function exactShape(q) {
  noProbes(q);
  const bits = mapSlots(q.n) * (q.digest === 64 ? 17 : 25) * 8;
  if (bits > (q.p ? maxBits : budgetOf(q))) throw q.p ? new Bad('lab.toolarge') : new Bad('lab.needbits', bits);
  return { bits, digest: q.digest, slots: mapSlots(q.n), k: 0, rate: (n) => hit(n, Math.pow(2, -q.digest)) };
}

// mapSlots is the slots of a map made for n keys by Go 1.26.
function mapSlots(n) {
  if (n <= 8) return 8;
  const wanted = Math.floor(n * 8 / 7), tables = powerOfTwo(Math.floor((wanted + 1023) / 1024));
  return tables * powerOfTwo(Math.max(8, Math.floor(wanted / tables)));
}
