"""A Bloom filter that speaks the protocol of `runexp audit --command`:

    runexp audit --command "python3 bloom.py" --profile smoke

It reads one header line, then the members, then the queries, one key a line in
hexadecimal digits, and answers each query with a line of 0 or 1. Put your own
filter in the place of Bloom.
"""

import hashlib
import math
import sys


class Bloom:
    """The classic filter, sized for n keys at rate p."""

    def __init__(self, n, p):
        self.bits = max(8, math.ceil(-n * math.log(p) / math.log(2) ** 2))
        self.probes = max(1, round(self.bits / n * math.log(2)))
        self.table = bytearray(self.bits // 8 + 1)

    def positions(self, key):
        # Four words of 64 bits are two digests of double hashing; more probes
        # than one pair of words serves well are spread over both.
        digest = hashlib.blake2b(key, digest_size=32).digest()
        a, b, c, d = (int.from_bytes(digest[i : i + 8], "little") for i in range(0, 32, 8))
        for i in range(self.probes):
            yield (a + i * b + (c + i * d >> 32)) % self.bits

    def add(self, key):
        for at in self.positions(key):
            self.table[at >> 3] |= 1 << (at & 7)

    def __contains__(self, key):
        return all(self.table[at >> 3] >> (at & 7) & 1 for at in self.positions(key))


def main():
    word, version, *fields = sys.stdin.readline().split()
    if (word, version) != ("filterlab-audit", "1"):
        sys.exit("bloom.py: want a header: filterlab-audit 1 members=N fpr=P queries=Q")
    asked = dict(field.split("=") for field in fields)
    members = int(asked["members"])
    bloom = Bloom(members, float(asked["fpr"]))
    for _ in range(members):
        bloom.add(bytes.fromhex(sys.stdin.readline()))
    for line in sys.stdin:
        print(int(bytes.fromhex(line) in bloom))


main()
