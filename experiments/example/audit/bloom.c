/* A Bloom filter that speaks the protocol of `runexp audit --command`:
 *
 *     cc -O2 -o bloom bloom.c -lm
 *     runexp audit --command ./bloom --profile smoke
 *
 * It reads one header line, then the members, then the queries, one key a line in
 * hexadecimal digits, and answers each query with a line of 0 or 1. Put your own
 * filter in the place of init, add and contains.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *table;
static uint64_t bits;
static int probes;

/* init sizes the classic filter for n keys at rate p. */
static void init(uint64_t n, double p)
{
	double ln2 = log(2);
	bits = (uint64_t)ceil(-(double)n * log(p) / (ln2 * ln2));
	if (bits < 8)
		bits = 8;
	probes = (int)lround((double)bits / (double)n * ln2);
	if (probes < 1)
		probes = 1;
	table = calloc(bits / 8 + 1, 1);
	if (table == NULL) {
		fprintf(stderr, "bloom: no memory for %llu bits\n", (unsigned long long)bits);
		exit(1);
	}
}

/* mix is the finalizer of SplitMix64 (Steele, Lea and Flood 2014). */
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

/* hash is FNV-1a of 64 bits, finished by mix, since its high bits are weak. */
static uint64_t hash(const uint8_t *key, size_t len)
{
	uint64_t h = 0xcbf29ce484222325ull;
	for (size_t i = 0; i < len; i++)
		h = (h ^ key[i]) * 0x100000001b3ull;
	return mix(h);
}

/* position i of a key whose hash is h: a new mix for each. */
static uint64_t position(uint64_t h, int i)
{
	return mix(h + (uint64_t)i * 0x9e3779b97f4a7c15ull) % bits;
}

static void add(const uint8_t *key, size_t len)
{
	uint64_t h = hash(key, len);
	for (int i = 0; i < probes; i++) {
		uint64_t at = position(h, i);
		table[at / 8] |= (uint8_t)(1 << at % 8);
	}
}

static int contains(const uint8_t *key, size_t len)
{
	uint64_t h = hash(key, len);
	for (int i = 0; i < probes; i++) {
		uint64_t at = position(h, i);
		if (!(table[at / 8] >> at % 8 & 1))
			return 0;
	}
	return 1;
}

static int digit(int c)
{
	return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* next reads one key into room and returns its length, -1 at the end. */
static long next(uint8_t *room, size_t most)
{
	static char line[1 << 16];
	if (fgets(line, sizeof line, stdin) == NULL)
		return -1;
	size_t len = strcspn(line, "\n") / 2;
	if (len > most)
		len = most;
	for (size_t i = 0; i < len; i++)
		room[i] = (uint8_t)(digit(line[2 * i]) << 4 | digit(line[2 * i + 1]));
	return (long)len;
}

int main(void)
{
	static uint8_t key[1 << 15];
	unsigned long long members, queries;
	double fpr;
	long len;

	if (scanf("filterlab-audit 1 members=%llu fpr=%lf queries=%llu", &members, &fpr, &queries) != 3 || getchar() != '\n') {
		fprintf(stderr, "bloom: want a header: filterlab-audit 1 members=N fpr=P queries=Q\n");
		return 2;
	}
	init(members, fpr);
	for (unsigned long long i = 0; i < members && (len = next(key, sizeof key)) >= 0; i++)
		add(key, (size_t)len);
	while ((len = next(key, sizeof key)) >= 0)
		puts(contains(key, (size_t)len) ? "1" : "0");
	return 0;
}
