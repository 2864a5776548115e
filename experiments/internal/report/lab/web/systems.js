// The filters of production systems: their own sizes, after variants/guava, cassandra,
// hbase, parquet, rocksdb and bitsandblooms, and variants/internal/system.

const upTo = (m, unit) => Math.ceil(m / unit) * unit;

// asked is the bits that a request by memory asks a system for.
const asked = (q) => q.bits || Math.max(1, Math.round(q.perKey * q.n));

// systemShape is a table of m bits and k probes, where that is possible.
function systemShape(m, k, rate, mostK) {
  if (!(m >= 1)) throw new Bad('lab.fewbits', 1);
  if (m > maxBits) throw new Bad('lab.toolarge');
  if (k < 1 || k > (mostK || maxK)) throw new Bad('lab.manyprobes', k, mostK || maxK);
  return { bits: m, k, rate };
}

// leastPerKey is the shape of the fewest bits per key, in so many steps, that keeps p: for
// systems which know no rates.
function leastPerKey(q, step, most, of) {
  const first = Math.max(1, Math.floor(perKeyBloom(q.p)));
  if (first * q.n > maxBits) throw new Bad('lab.toolarge');
  let s;
  for (let i = Math.round(first / step); i * step <= most; i++) {
    s = of(i * step);
    if (s.bits < 0.99 * i * step * q.n) throw new Bad('lab.toolarge'); // the system cuts it
    if (s.rate(q.n) <= q.p) return s;
  }
  throw new Bad('lab.smallp', s ? show(s.rate(q.n)) : show(Math.pow(2, -most * Math.LN2)));
}

function guavaShape(q, reach) {
  const m = q.p ? Math.trunc(-q.n * Math.log(q.p) / (Math.LN2 * Math.LN2)) : asked(q);
  const k = q.k || Math.max(1, Math.floor(m / q.n * Math.LN2 + 0.5)), bits = upTo(m, 64);
  return systemShape(bits, k, (n) => wrapRate(n, Math.min(bits, reach), k));
}

// cassandraRates are Cassandra's own: a row for each number of bits per key, a column for
// each k.
const cassandraRates = [
  [1.0],
  [1.0, 1.0],
  [1.0, 0.393, 0.400],
  [1.0, 0.283, 0.237, 0.253],
  [1.0, 0.221, 0.155, 0.147, 0.160],
  [1.0, 0.181, 0.109, 0.092, 0.092, 0.101],
  [1.0, 0.154, 0.0804, 0.0609, 0.0561, 0.0578, 0.0638],
  [1.0, 0.133, 0.0618, 0.0423, 0.0359, 0.0347, 0.0364],
  [1.0, 0.118, 0.0489, 0.0306, 0.024, 0.0217, 0.0216, 0.0229],
  [1.0, 0.105, 0.0397, 0.0228, 0.0166, 0.0141, 0.0133, 0.0135, 0.0145],
  [1.0, 0.0952, 0.0329, 0.0174, 0.0118, 0.00943, 0.00844, 0.00819, 0.00846],
  [1.0, 0.0869, 0.0276, 0.0136, 0.00864, 0.0065, 0.00552, 0.00513, 0.00509],
  [1.0, 0.08, 0.0236, 0.0108, 0.00646, 0.00459, 0.00371, 0.00329, 0.00314],
  [1.0, 0.074, 0.0203, 0.00875, 0.00492, 0.00332, 0.00255, 0.00217, 0.00199, 0.00194],
  [1.0, 0.0689, 0.0177, 0.00718, 0.00381, 0.00244, 0.00179, 0.00146, 0.00129, 0.00121, 0.0012],
  [1.0, 0.0645, 0.0156, 0.00596, 0.003, 0.00183, 0.00128, 0.001, 0.000852, 0.000775, 0.000744],
  [1.0, 0.0606, 0.0138, 0.005, 0.00239, 0.00139, 0.000935, 0.000702, 0.000574, 0.000505, 0.00047, 0.000459],
  [1.0, 0.0571, 0.0123, 0.00423, 0.00193, 0.00107, 0.000692, 0.000499, 0.000394, 0.000335, 0.000302, 0.000287, 0.000284],
  [1.0, 0.054, 0.0111, 0.00362, 0.00158, 0.000839, 0.000519, 0.00036, 0.000275, 0.000226, 0.000198, 0.000183, 0.000176],
  [1.0, 0.0513, 0.00998, 0.00312, 0.0013, 0.000663, 0.000394, 0.000264, 0.000194, 0.000155, 0.000132, 0.000118, 0.000111, 0.000109],
  [1.0, 0.0488, 0.00906, 0.0027, 0.00108, 0.00053, 0.000303, 0.000196, 0.00014, 0.000108, 8.89e-05, 7.77e-05, 7.12e-05, 6.79e-05, 6.71e-05],
];

const cassandraBest = (row) => Math.max(1, row.indexOf(Math.min(...row)));

// cassandraChance is Cassandra's choice of whole bits per key and k for a rate.
function cassandraChance(p) {
  const last = cassandraRates[20].at(-1);
  if (p >= 0.393) return [cassandraBest(cassandraRates[2]), 2];
  if (p < last) throw new Bad('lab.smallp', show(last));
  const r = cassandraRates.findIndex((row, r) => r >= 2 && row[cassandraBest(row)] <= p);
  let k = cassandraBest(cassandraRates[r]);
  while (cassandraRates[r][k - 1] <= p) k--;
  return [r, k];
}

function cassandraShape(q) {
  let perKey, k, m;
  if (q.p) {
    [perKey, k] = cassandraChance(q.p);
  } else {
    if (q.perKey && (!Number.isInteger(q.perKey) || q.perKey > 20)) throw new Bad('lab.wholeperkey', '20');
    m = q.perKey ? 0 : upTo(q.bits, 64);
    perKey = q.perKey || Math.trunc(Math.min(20, m / q.n));
    k = cassandraBest(cassandraRates[perKey]);
  }
  const bits = m || upTo(q.n * perKey + 20, 64), probes = q.k || k;
  return systemShape(bits, probes, (n) => wrapRate(n, bits, probes));
}

function hbaseShape(q) {
  const bits = q.p ? Math.ceil(q.n * (-Math.log(q.p) / (Math.LN2 * Math.LN2))) : asked(q);
  const bytes = upTo(Math.floor((bits + 7) / 8), Math.pow(2, q.fold)), k = q.k || Math.max(1, Math.ceil(Math.LN2 * Math.floor(bits / q.n)));
  return systemShape(8 * bytes, k, (n) => wrapRate(n, Math.min(8 * bytes, 2 ** 31), k));
}

// parquetShape: blocks of 256 bits, by the rules of parquet-go, parquet-java or Arrow.
function parquetShape(q) {
  noProbes(q);
  const of = (blocks) => {
    if (blocks > 2 ** 32 - 1) throw new Bad('lab.toolarge');
    return Object.assign(systemShape(blocks * 256, 1, (n) => splitRate(n, blocks)), { k: 0, blocks });
  };
  const perKey = (x) => of(Math.floor((Math.floor((q.n * x + 7) / 8) + 31) / 32));
  if (q.bits) return of(Math.ceil(q.bits / 256));
  if (q.perKey) return perKey(q.perKey);
  if (q.rule === 'go') return leastPerKey(q, 1, 64, perKey);
  const m = -8 * q.n / Math.log(1 - Math.pow(q.p, 1 / 8)), bits = m >= 0 && m <= 2 ** 30 ? Math.trunc(m) : 2 ** 30;
  if (q.rule === 'arrow') return of(Math.min(2 ** 30, powerOfTwo(Math.max(256, bits))) / 256);
  const up = bits + 255, java = Math.max(256, up - (up & 256)); // Java's "& ~256", where ~255 was meant
  return of(Math.min(2 ** 27, powerOfTwo(Math.max(32, Math.floor(java / 8)))) / 32);
}

function bitsAndBloomsShape(q) {
  const m = q.p ? Math.max(1, Math.ceil(-q.n * Math.log(q.p) / Math.pow(Math.LN2, 2))) : asked(q);
  const k = q.k || Math.max(1, Math.ceil(Math.LN2 * m / q.n));
  return systemShape(m, k, (n) => classicRate(n, m, k));
}
