// The filter of github.com/greatroar/blobloom, after variants/blobloom: enhanced double
// hashing in blocks of 512 bits, position i at x + i y + f(i). Its rate is counted over
// all keys where that is quick, and else of first order in 1/m: after
// variants/theory/enhanced.go, enhancedexact.go and patterns.go.

const cubic = (i) => ((i + 1) * (i + 1) * (i + 1) - (i + 1)) / 6;

// enhancedPatterns are the positions of all steps y, from x = 0.
function enhancedPatterns(m, k) {
  return Array.from({ length: m }, (_, first) => {
    const row = [];
    for (let i = 0, x = 0, y = (first + 1) % m; i < k; i++) {
      row.push(x);
      x = (x + y) % m;
      y = (y + i + 2) % m;
    }
    return row;
  });
}

// enhancedTally counts every query against every key that meets it in two cells.
function enhancedTally(m, k) {
  const patterns = enhancedPatterns(m, k), steps = [null];
  for (let v = 1; v < k; v++) {
    const g = gcd(v, m);
    steps.push({ g, part: m / g, inverse: inverseOf(v / g % Math.max(1, m / g), m / g) });
  }
  const queries = patterns.map((row) => [...new Set(row)]);
  const tally = new Tally(queries.reduce((sum, cells) => sum + cells.length, 0), k);
  for (const cells of queries) {
    const masks = new Map();
    for (const mask of enhancedMeetings(m, k, patterns, steps, cells).values()) masks.set(mask, (masks.get(mask) || 0) + 1);
    tally.add(cells.length, masks, 1);
  }
  return tally;
}

// enhancedMeetings are the keys that meet two cells, each with its mask.
function enhancedMeetings(m, k, patterns, steps, cells) {
  const at = new Map();
  const meet = (a, b, j, v, gap) => { // place j on cell a, place j+v on cell b
    const { g, part, inverse } = steps[v], t = (gap % m + m) % m;
    if (t % g !== 0) return;
    for (let y = t / g * inverse % part; y < m; y += part) {
      const key = y * m + (cells[a] + m - patterns[y][j]) % m;
      at.set(key, at.get(key) | 1 << a | 1 << b);
    }
  };
  for (let a = 0; a < cells.length; a++) {
    for (let b = a + 1; b < cells.length; b++) {
      for (let j = 0; j < k; j++) {
        for (let v = 1; j + v < k; v++) {
          const gap = cells[b] - cells[a], rise = cubic(j + v) - cubic(j);
          meet(a, b, j, v, gap - rise);
          meet(b, a, j, v, -gap - rise);
        }
      }
    }
  }
  return at;
}

// enhancedDegenerate counts steps by the number of different cells that they leave.
function enhancedDegenerate(m, k) {
  const meeting = new Map(), out = new Array(k + 1).fill(0);
  for (let i = 0; i < k; i++) {
    for (let j = i + 1; j < k; j++) {
      const back = (cubic(j) - cubic(i)) % m;
      for (const y of solveMod(j - i, (m - back) % m, m)) meeting.set(y, [...meeting.get(y) || [], [i, j]]);
    }
  }
  for (const pairs of meeting.values()) {
    const root = Array.from({ length: k }, (_, i) => i);
    for (const [i, j] of pairs) {
      const from = root[j], to = root[i];
      root.forEach((r, x) => { if (r === from) root[x] = to; });
    }
    out[new Set(root).size]++;
  }
  return out;
}

// enhancedOverlaps: every pair of meetings, with the keys that have it; a key of w
// meetings is found w (w-1)/2 times.
function enhancedOverlaps(m, k) {
  const out = new Array(k + 1).fill(0);
  if (k > 24) {
    out[2] = choose2(k) * 2 * choose2(k) - choose2(k);
    out[k]++;
    return out;
  }
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      for (let di = 1; i + di < k; di++) {
        for (let to = 0; to < k; to++) {
          if (to !== j) enhancedLine(out, m, i, j, di, to - j);
        }
      }
    }
  }
  return out;
}

// enhancedLine adds the keys that meet the query at (i, j) and at (i+di, j+dj).
function enhancedLine(out, m, i, j, di, dj) {
  const k = out.length - 1, g = gcd(di, Math.abs(dj)), u = di / g, v = dj / g;
  const rise = (t) => cubic(i + u * t) - cubic(i) - cubic(j + v * t) + cubic(j);
  const inside = (t) => i + u * t >= 0 && i + u * t < k && j + v * t >= 0 && j + v * t < k;
  const total = rise(g);
  for (let a = 0; a < g; a++) {
    if ((a * (m % g) - total) % g !== 0) continue;
    let w = 1;
    for (const way of [1, -1]) {
      for (let t = way; inside(t); t += way) {
        if (t * a % g === 0 && g * rise(t) === t * total) w++;
      }
    }
    out[w] += 1 / choose2(w);
  }
}

// enhancedModel is how a block of 512 bits answers with k bits a key.
const enhancedModel = once((k) => {
  const cost = 512 * (0.02 * k * k * k * k + 0.1 * Math.pow(2, k));
  if (cost <= 70_000) return { tally: enhancedTally(512, k) };
  return { series: k * k * k > 100 * 512 ? drawsSeries(k) : new Series(k, enhancedDegenerate(512, k), enhancedOverlaps(512, k)) };
});

// blobloomPerKey is the bits per key that the library takes where a classic filter needs
// so many.
function blobloomPerKey(c) {
  const table = [1, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 20, 21, 23, 25, 26, 28, 30, 32, 35, 38, 40, 44, 48, 51, 58, 64, 74, 90];
  return c < table.length ? table[c] : 3 * c;
}

// blobloomK is the library's k: of two whole numbers the one that it estimates as worse.
function blobloomK(c) {
  const k = c * Math.LN2, up = Math.ceil(k), down = Math.floor(k);
  if (k < 1) return 1;
  if (up === down) return up;
  return blobloomEstimate(c, down) < blobloomEstimate(c, up) ? up : down;
}

// blobloomEstimate is the library's own rate, a mixture of Poisson loads.
function blobloomEstimate(c, k) {
  const mean = 512 / c, start = Math.ceil(mean);
  const logs = (j) => { // ln of j!
    let sum = 0;
    for (let i = 2; i <= j; i++) sum += Math.log(i);
    return sum;
  };
  const term = (j) => Math.exp(j * Math.log(mean) - mean - logs(j) + k * Math.log1p(-Math.exp(-k / (512 / j))));
  let sum = term(start);
  for (const way of [-1, 1]) {
    for (let j = start + way; j > 0; j += way) {
      const t = term(j);
      sum += t;
      if (t / sum < 1e-9) break;
    }
  }
  return sum;
}

// blobloomShape: k counts the choice of the block, so that k-1 bits are set.
function blobloomShape(q) {
  let m = q.p ? Math.trunc(blobloomPerKey(Math.ceil(perKeyBloom(q.p))) * q.n) + 511 : asked(q), k = q.k;
  if (q.p) m -= m % 512;
  const optimal = q.p && !k;
  if (optimal) k = blobloomK(m / q.n);
  k = Math.max(2, k || 1 + Math.max(1, Math.round(0.65 * m / q.n)));
  const blocks = Math.ceil(m / 512), own = k - 1;
  const rate = (n) => n === 0 ? 0 : own <= 2 ? blockedRate(n, blocks, 512, own) : blockedByModel(n, blocks, 512, own, enhancedModel(own));
  return Object.assign(systemShape(blocks * 512, k, rate, optimal ? Infinity : maxK), { blocks });
}
