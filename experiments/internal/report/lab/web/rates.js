// The rates of the variants after n keys: after variants/theory, for positions that
// are independent draws.

// logClassic is ln of the classic rate, E[(X/m)^k]: -Infinity for no keys.
function logClassic(n, m, k) {
  if (n === 0) return -Infinity;
  if (m === 1) return 0;
  return Math.min(0, new Draws(n * k, m, k).logMoment(k));
}

function classicRate(n, m, k) {
  return clamp(Math.exp(logClassic(n, m, k)));
}

// partitionedRate: k slices of s bits, one probe in each.
function partitionedRate(n, s, k) {
  return Math.pow(fillMean(n, s), k);
}

// blockedRate: k draws inside one of so many blocks of b bits.
function blockedRate(n, blocks, b, k) {
  return n === 0 ? 0 : meanRate(n, blocks, blockRate(b, k));
}

// splitBlockRate: blocks of 8 words of 32 bits, one bit in each. The bits of a key
// follow from 32 bits of its digest: keys of one block that agree there add the rest.
function splitBlockRate(n, blocks) {
  if (n === 0) return 0;
  const f = splitRate(n, blocks);
  return Math.min(1, f + n / blocks / 4294967296 * (1 - f));
}

// splitRate is the same without that.
function splitRate(n, blocks) {
  return n === 0 ? 0 : meanRate(n, blocks, (l) => Math.pow(fillMean(l, 32), 8));
}

// cuckooRate: a stored key shares fingerprint and pair of buckets with the query.
function cuckooRate(n, buckets, f) {
  return twoChoiceRate(n, buckets, 1 / (Math.pow(2, f) - 1));
}

// twoChoiceRate is the same for fingerprints of probability pi.
function twoChoiceRate(n, buckets, pi) {
  if (buckets === 1) return hit(n, pi);
  return (1 - 1 / buckets) * hit(n, 2 * pi / buckets) + hit(n, pi / buckets) / buckets;
}

// compoundRate: a row of filters, any of which may say yes.
function compoundRate(rates) {
  return -Math.expm1(rates.reduce((sum, f) => sum + Math.log1p(-f), 0));
}

// bestK is the k from 1 to 64 with the least rate(k), in the valley around start.
function bestK(rate, start) {
  let best = Math.max(1, Math.min(Math.trunc(start), 64)), least = rate(best);
  for (let k = best - 1; k >= 1; k--) {
    const r = rate(k);
    if (r > least) break;
    [best, least] = [k, r];
  }
  for (let k = best + 1; k <= 64; k++) {
    const r = rate(k);
    if (r >= least) break;
    [best, least] = [k, r];
  }
  return best;
}

// optimalK is the best k of a classic filter.
function optimalK(n, m) {
  return bestK((k) => logClassic(n, m, k), Math.min(64, Math.round(m / n * Math.LN2)));
}
