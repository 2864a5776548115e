// The toy filter: the scheme siphash+double or fnv1a+double over at most 128 cells,
// with the very positions that `runexp positions` prints. Words of 64 bits are BigInts.

const mask64 = (1n << 64n) - 1n;

// toySeed is the seed that `runexp positions` derives for its function from --seed 1.
const toySeed = 0x6a0ca8ecbaac4e1fn;

// splitMix64 makes seeds: a bijection of 64-bit words.
function splitMix64(x) {
  x = (x + 0x9e3779b97f4a7c15n) & mask64;
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & mask64;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & mask64;
  return x ^ (x >> 31n);
}

// fnv1a is FNV-1a of the seed's 8 bytes, then the key's.
function fnv1a(bytes, seed) {
  let h = 0xcbf29ce484222325n;
  const eat = (c) => { h = ((h ^ c) * 0x100000001b3n) & mask64; };
  for (let i = 0n; i < 8n; i++) eat((seed >> (8n * i)) & 255n);
  for (const c of bytes) eat(BigInt(c));
  return h;
}

// sipHash is SipHash-2-4, keyed by two words made of the seed.
function sipHash(bytes, seed) {
  const k0 = splitMix64(seed), k1 = splitMix64((seed + 0x9e3779b97f4a7c15n) & mask64);
  const v = [k0 ^ 0x736f6d6570736575n, k1 ^ 0x646f72616e646f6dn, k0 ^ 0x6c7967656e657261n, k1 ^ 0x7465646279746573n];
  const eat = (word) => {
    v[3] ^= word;
    sipRound(v);
    sipRound(v);
    v[0] ^= word;
  };
  let word = 0n;
  bytes.forEach((c, i) => {
    word |= BigInt(c) << BigInt(8 * (i % 8));
    if (i % 8 === 7) {
      eat(word);
      word = 0n;
    }
  });
  eat(word | BigInt(bytes.length % 256) << 56n);
  v[2] ^= 255n;
  for (let i = 0; i < 4; i++) sipRound(v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

function sipRound(v) {
  const rotate = (x, n) => ((x << n) | (x >> (64n - n))) & mask64;
  const half = (a, b, n) => {
    v[a] = (v[a] + v[b]) & mask64;
    v[b] = rotate(v[b], n) ^ v[a];
  };
  half(0, 1, 13n);
  v[0] = rotate(v[0], 32n);
  half(2, 3, 16n);
  half(0, 3, 21n);
  half(2, 1, 17n);
  v[2] = rotate(v[2], 32n);
}

const toyHashes = { siphash: sipHash, fnv1a };

// utf8 is the bytes of a text; half a surrogate pair is what encoders make of it.
function utf8(text) {
  const parts = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd')).match(/%..|./g) || [];
  return parts.map((part) => part.length === 3 ? parseInt(part.slice(1), 16) : part.charCodeAt(0));
}

// toyPositions are the k positions of a key over m cells: floor((h1 + i h2 mod 2^64) m
// / 2^64), the second word under a second seed.
function toyPositions(hash, text, m, k) {
  const bytes = utf8(text), h = toyHashes[hash], out = [];
  const h1 = h(bytes, toySeed), h2 = h(bytes, splitMix64(toySeed ^ 0xd1342543de82ef95n));
  for (let i = 0n; i < BigInt(k); i++) out.push(Number((((h1 + i * h2) & mask64) * BigInt(m)) >> 64n));
  return out;
}

// Toy is a filter whose every cell knows how many keys count in it. A Bloom filter's
// bit is 1 where the cell is not 0; its members are remembered beside it, as no real
// filter could, to tell what is true.
class Toy {
  constructor(kind, hash, m, k) {
    Object.assign(this, { kind, hash, m, k, cells: new Array(m).fill(0), members: [] });
  }

  positions(key) {
    return toyPositions(this.hash, key, this.m, this.k);
  }

  // distinct positions: two probes of one key may meet.
  distinct(key) {
    return [...new Set(this.positions(key))];
  }

  // limit is the largest value of a cell: 1, or that of a 4-bit counter, where it stays.
  limit() {
    return this.kind === 'bloom' ? 1 : 15;
  }

  // full are those of some cells that have reached what 4 bits hold.
  full(cells) {
    return cells.filter((c) => this.cells[c] === 15);
  }

  // add sets the key's cells and returns which of them were set already. As in package
  // counting, a cell that two probes of a key share is raised twice.
  add(key) {
    const before = this.distinct(key).filter((c) => this.cells[c] > 0);
    if (!this.members.includes(key)) {
      this.members.push(key);
      for (const c of this.positions(key)) this.cells[c] = Math.min(this.limit(), this.cells[c] + 1);
    }
    return before;
  }

  // contains is the filter's answer.
  contains(key) {
    return this.distinct(key).every((c) => this.cells[c] > 0);
  }

  // ask is the answer and the truth: member, lost, absent or false-positive, and the
  // cells that are 0.
  ask(key) {
    const yes = this.contains(key), member = this.members.includes(key);
    const zero = this.distinct(key).filter((c) => this.cells[c] === 0);
    return { answer: member ? (yes ? 'member' : 'lost') : (yes ? 'positive' : 'absent'), zero };
  }

  // remove takes a member out: a counting filter counts down; a Bloom filter can only
  // clear the bits, and returns the members that it then denies.
  remove(key) {
    const fine = this.members.filter((x) => x !== key && this.contains(x));
    this.members = this.members.filter((x) => x !== key);
    for (const c of this.positions(key)) {
      if (this.cells[c] < 15) this.cells[c] = Math.max(0, this.cells[c] - 1);
    }
    return fine.filter((x) => !this.contains(x));
  }

  // owners are the members that count in a cell.
  owners(cell) {
    return this.members.filter((x) => this.positions(x).includes(cell));
  }

  // set is the number of cells that are not 0.
  set() {
    return this.cells.filter((x) => x > 0).length;
  }

  // falsePositive looks among key1, key2, ... for one that the filter wrongly says yes
  // to; null where so many of them are denied.
  falsePositive(most = 20000) {
    for (let i = 1; i <= most; i++) {
      if (this.ask('key' + i).answer === 'positive') return { key: 'key' + i, tried: i };
    }
    return null;
  }
}
