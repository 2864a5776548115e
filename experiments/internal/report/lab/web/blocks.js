// Filters of blocks, after variants/theory/mixture.go: a block's load is binomial, and
// the rate is the mean of the block's rate over its load.

// ratio is P(L=l+1)/P(L=l) for a load of Bin(n, 1/blocks).
function ratio(n, blocks, l) {
  return blocks === 1 ? Infinity : (n - l) / ((l + 1) * (blocks - 1));
}

// mixture is the mean of at(l) over all loads that matter, walked outward from the
// likeliest one. Where they are very many only every stride-th is taken: on a bell
// that costs no digit.
function mixture(n, blocks, at) {
  const mode = blocks === 1 ? n : Math.min(n, Math.floor((n + 1) / blocks));
  const stride = mode > 4000 && blocks > 1 ? Math.max(1, Math.floor(Math.sqrt(mode) / 5)) : 1;
  const down = [];
  for (let l = mode, w = 1; l - stride >= 0; l -= stride) {
    for (let i = 0; i < stride; i++) w /= ratio(n, blocks, l - 1 - i);
    if (w < 1e-20) break;
    down.push(w);
  }
  let total = 0, sum = 0;
  const push = (l, w) => {
    total += w;
    sum += w * at(l);
  };
  for (let i = down.length; i > 0; i--) push(mode - i * stride, down[i - 1]);
  for (let l = mode, w = 1; w > 0 && w > 1e-18 * sum; l += stride) {
    push(l, w);
    if (l + stride > n) break;
    for (let i = 0; i < stride; i++) w *= ratio(n, blocks, l + i);
  }
  return sum / total;
}

// meanRate is the mixture of a rate that rises to 1: where even the emptiest block that
// matters says yes to every key, so does the filter, and there is no need to walk.
function meanRate(n, blocks, at) {
  const emptiest = Math.floor(n / blocks - 10 * Math.sqrt(n / blocks));
  if (emptiest > 1e6 && at(emptiest) === 1) return 1;
  return clamp(mixture(n, blocks, at));
}

// blockRate returns the exact rate of a block of b bits for loads that rise from call
// to call: one pass of the recursion as long as that stays cheap.
function blockRate(b, k) {
  const d = Draws.start(b, k);
  let held = 0;
  return (l) => {
    if (l * k > 800 * b) return 1;
    if (l * k > 200000 || l < held) return Math.exp(new Draws(l * k, b, k).logMoment(k));
    for (; held < l; held++) {
      for (let i = 0; i < k; i++) d.recur();
    }
    return Math.exp(d.logMoment(k));
  };
}
