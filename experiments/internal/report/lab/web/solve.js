// The calculator without its page: variants by name, and the solving of a request.

// show writes a number for people: whole ones in full, others to 4 digits.
function show(x) {
  const size = Math.abs(x);
  if (x !== 0 && (size < 1e-4 || size >= 1e15)) return tidy(x.toExponential(3));
  return String(Number.isInteger(x) ? x : Number(x.toPrecision(4)));
}

// tidy takes the zeros and the plus out of 1.500e+7.
const tidy = (text) => text.replace(/\.?0*e\+?/, 'e');

// choice is a parameter of a variant: what it may be, and what runexp calls it.
const choice = (name, flag, values, fallback) => ({ name, flag, values, fallback });

const upTo32 = ['auto', ...Array.from({ length: 32 }, (_, i) => i + 1)];

// kinds are the variants, in groups of those that work alike. k tells whether a key has
// probes to choose, own that the variant brings its own hash function, flat that its rate
// is too small for a curve, sparse the bits per key above which its formula says nothing.
const kinds = {
  classic: { shape: classicShape, k: true, choices: [] },
  partitioned: { shape: partitionedShape, k: true, choices: [] },
  blocked: { shape: blockedShape, k: true, choices: [choice('block', 'block', [64, 128, 256, 512, 1024, 2048, 4096], 512)] },
  splitblock: { shape: splitBlockShape, k: false, choices: [] },
  counting: { shape: countingShape, k: true, choices: [choice('width', 'width', [2, 4, 8, 16], 4)] },
  scalable: {
    shape: scalableShape, k: false,
    choices: [choice('initial', 'initial', null, 0), choice('growth', 'growth', [2, 4], 2), choice('tightening', 'tightening', [0.5, 0.8, 0.9], 0.5)],
  },
  cuckoo: { shape: cuckooShape, k: false, choices: [choice('slots', 'b', [1, 2, 4, 8], 4)] },
  quotient: { shape: quotientShape, k: false, choices: [choice('remainder', 'r', upTo32, 'auto'), choice('round', 'round', ['block', 'pow2'], 'block')] },
  vqf: { shape: vqfShape, k: false, choices: [] },
  prefix: { shape: prefixShape, k: false, choices: [choice('spare', 'spare', ['cuckoo', 'quotient'], 'cuckoo')] },
  xor: { shape: xorShape, k: false, choices: [] },
  fuse: { shape: fuseShape, k: false, choices: [choice('arity', 'arity', [3, 4], 3)] },
  ribbon: {
    shape: ribbonShape, k: false,
    choices: [choice('solution', 'kind', ['standard', 'homogeneous'], 'standard'), choice('band', 'w', [64, 128], 128), choice('column', 'r', upTo32, 'auto')],
  },
  gcs: { shape: gcsShape, k: false, choices: [choice('step', 'step', [16, 32, 64, 128, 256], 64)] },
  exact: { shape: exactShape, k: false, flat: true, choices: [choice('digest', 'digest', [64, 128], 128)] },
  'guava-mitz64': { shape: (q) => guavaShape(q, maxBits), k: true, own: true, choices: [] },
  'guava-mitz32': { shape: (q) => guavaShape(q, 2 ** 31), k: true, own: true, choices: [] },
  cassandra: { shape: cassandraShape, k: true, own: true, choices: [] },
  'cassandra-3': { shape: cassandraShape, k: true, own: true, choices: [] },
  leveldb: { shape: leveldbShape, k: true, own: true, sparse: 64, choices: [] },
  hbase: { shape: hbaseShape, k: true, own: true, choices: [choice('fold', 'fold', [0, 1, 2, 3, 4, 5, 6, 7], 0)] },
  parquet: { shape: parquetShape, k: false, own: true, choices: [choice('rule', 'rule', ['go', 'java', 'arrow'], 'go')] },
  rocksdb: { shape: rocksdbShape, k: true, own: true, choices: [] },
  'rocksdb-legacy': { shape: legacyShape, k: true, own: true, choices: [] },
  'rocksdb-ribbon': { shape: rocksRibbonShape, k: false, own: true, choices: [] },
  pebble: { shape: pebbleShape, k: true, own: true, choices: [] },
  'bits-and-blooms': { shape: bitsAndBloomsShape, k: true, own: true, choices: [] },
  blobloom: { shape: blobloomShape, k: true, own: true, choices: [] },
};

// requestOf adds the variant's parameters, its own where none are given.
function requestOf(kind, q) {
  const full = Object.assign({ k: 0 }, q);
  for (const c of kinds[kind].choices) full[c.name] = q[c.name] || c.fallback;
  return full;
}

// shapeOf is the shape that a variant has for {n, and one of p, bits, perKey}.
function shapeOf(kind, q) {
  return kinds[kind].shape(requestOf(kind, q));
}

// mostKeys is the most keys whose predicted rate in so many bits is at most p. A scalable
// filter cannot have some few keys, so the search begins where it can; the rate there is
// worked out only where no other one is small enough, since few keys may have many probes.
function mostKeys(kind, q) {
  const of = (n) => shapeOf(kind, Object.assign({}, q, { n, p: 0 }));
  const sparse = kinds[kind].sparse, first = sparse ? Math.max(1, Math.floor(q.bits / sparse)) : 1;
  let high = 2 * q.bits, least = first;
  while (!possible(() => of(least)) && 2 * least < high) least *= 2;
  if (!possible(() => of(least))) of(possible(() => of(1)) ? least : 1); // says why
  let low = least;
  const keeps = (n) => possible(() => of(n).rate(n)) <= q.p; // not so of undefined
  while (high - low > 1) {
    const mid = low + Math.floor((high - low) / 2);
    if (keeps(mid)) low = mid; else high = mid;
  }
  if (low === least && !keeps(low)) throw new Bad(low > 1 ? 'lab.smallp' : 'lab.nokeys', show(of(low).rate(low)));
  return low;
}

// possible is what f returns, undefined where it refuses.
function possible(f) {
  try {
    return f();
  } catch (e) {
    if (e instanceof Bad) return undefined;
    throw e;
  }
}

// completed is q with n and memory, where k and one of them are given: k is then taken
// for the best one of a classic filter of so many cells a key, k = (m/n) ln 2.
function completed(kind, q) {
  const memory = q.bits || q.perKey;
  if ([q.n, q.p, memory].filter(Boolean).length > 1) return q;
  if (!q.k || !kinds[kind].k || !(q.n || q.p || q.bits)) throw new Bad(kinds[kind].k ? 'lab.more' : 'lab.moreof');
  const cell = requestOf(kind, q).width || 1, full = Object.assign({ best: true }, q);
  if (q.n) return Object.assign(full, { bits: cell * whole(q.k * q.n / Math.LN2) });
  if (q.bits) return Object.assign(full, { n: whole(Math.floor(q.bits / cell) * Math.LN2 / q.k) });
  throw new Bad('lab.onlyperkey', show(-cell * q.k / Math.log1p(-Math.pow(q.p, 1 / q.k))));
}

// solve finds what q leaves open: of n, p and memory (bits, or perKey) two are given and k
// may be, or k and n or k and memory. It returns {n, shape, rate}, and the request q in
// which the two that decide it are filled in.
function solve(kind, asked) {
  const q = completed(kind, asked), n = q.n || mostKeys(kind, q);
  const shape = shapeOf(kind, Object.assign({}, q, { n, p: q.n ? q.p : 0 }));
  return { n, shape, rate: shape.rate(n), q };
}

// commandOf is the runexp command that predicts the same filter.
function commandOf(kind, q, n) {
  const flags = [`runexp theory --variant ${kind}${kinds[kind].own ? '' : ' --scheme xxh3+independent'} -n ${n}`];
  if (q.n && q.p) flags.push(`--fpr ${q.p}`);
  else if (q.perKey) flags.push(`--bits-per-key ${q.perKey}`);
  else flags.push(`--bits ${q.bits}`);
  if (q.k) flags.push(`-k ${q.k}`);
  for (const c of kinds[kind].choices) {
    if (q[c.name] && q[c.name] !== c.fallback) flags.push(`--param ${c.flag}=${q[c.name]}`);
  }
  return flags.join(' ');
}
