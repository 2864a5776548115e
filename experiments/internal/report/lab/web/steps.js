// The calculator's work in small steps, each of which yields what it found or nothing: so
// that it can be left off when something else is asked for.

// steps answer a job {kind, q, rows}: {found} or {bad}, then {keys} and {probes}, the points
// of the curves, and where rows are wanted a {row} for each variant.
function* steps({ kind, q, rows }) {
  let found;
  try {
    found = solve(kind, q);
  } catch (e) {
    if (!(e instanceof Bad)) throw e;
    return yield { bad: { word: e.word, values: e.values } };
  }
  const { n, shape, rate } = found, flat = plain(shape, n);
  yield { found: { n, rate, q: found.q, shape: flat } };
  if (!kinds[kind].flat) {
    const points = yield* curveOfKeys(shape, flat.room, n);
    yield { keys: { points, half: shape.rate(Math.max(1, Math.round(n / 2))), twice: shape.rate(2 * n) } };
  }
  if (kinds[kind].k) yield { probes: yield* curveOfProbes(kind, q, shape, n) };
  if (rows) yield* compared(n, q.p || Math.min(rate, 1 - 1e-12));
}

// plain is a shape without what it can work out: only the share of set cells at n keys.
function plain(shape, n) {
  const out = {};
  for (const [name, value] of Object.entries(shape)) {
    if (typeof value !== 'function') out[name] = value;
  }
  return shape.fill ? Object.assign(out, { fill: shape.fill(n) }) : out;
}

// curveOfKeys is the rate of a shape from no keys to twice as many.
function* curveOfKeys(shape, room, n) {
  const most = Math.max(2, room ? Math.min(2 * n, room) : 2 * n), points = [];
  for (let i = 1; i <= 48; i++) {
    const at = Math.max(1, Math.round(most * i / 48));
    if (points.length === 0 || at > points[points.length - 1][0]) points.push([at, shape.rate(at)]);
    yield;
  }
  return points;
}

// curveOfProbes is the rate of as many bits with 1, 2, 3, ... probes, as far as the
// variant takes them.
function* curveOfProbes(kind, q, shape, n) {
  const slow = kinds[kind].own; // each k above 16 has a table of its own to work out
  const points = [], most = slow ? Math.max(16, shape.k) : Math.min(maxK, Math.max(8, 2 * shape.k + 2));
  for (let k = 1; k <= most; k++) {
    const s = possible(() => shapeOf(kind, Object.assign({}, q, { n, k, p: 0, perKey: 0, bits: shape.bits })));
    if (!s) break;
    if (s.k === k) points.push([k, s.rate(n)]);
    yield;
  }
  return points;
}

// compared are the variants for the same keys and rate, their parameters their own.
function* compared(n, p) {
  for (const kind of Object.keys(kinds)) {
    try {
      const s = shapeOf(kind, { n, p });
      yield { row: { kind, perKey: s.bits / n, print: s.fingerprint || s.remainder || s.digest, k: s.k, rate: s.rate(n) } };
    } catch (e) {
      if (!(e instanceof Bad)) throw e;
      yield { row: { kind, bad: { word: e.word, values: e.values } } };
    }
  }
}
