package timing

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// All kernels of the limit read the same lines: those that the definition names,
// computed here with bits.Mul64 alone. The table's first words are all different, the
// others poison.
func TestLimitKernelsReadTheSameLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, lines := range []uint64{1, 2, 3, 1000} {
		table := make([]uint64, lines*8)
		for i := range table {
			table[i] = 1 << 60
			if i%8 == 0 {
				table[i] = r.Uint64N(1 << 40)
			}
		}
		for _, n := range []int{1, 7, 8, 9, 31, 32, 33, 256, 1000} {
			a, b := make([]uint64, n), make([]uint64, n)
			for i := range a {
				a[i], b[i] = r.Uint64(), r.Uint64()
			}
			for _, k := range []int{1, 2, 7} {
				want := uint64(0)
				for i := range a {
					for j := range uint64(k) {
						line, _ := bits.Mul64(a[i]+j*b[i], lines)
						want += table[line*8]
					}
				}
				if got := readLines(table, lines, a, b, k); got != want {
					t.Errorf("loads of %d lines, n=%d, k=%d: %d, want %d", lines, n, k, got, want)
				}
				if !hasPrefetch {
					continue
				}
				if got := prefetchLines(&table[0], lines, &a[0], &b[0], uint64(n), uint64(k)); got != want {
					t.Errorf("prefetch of %d lines, n=%d, k=%d: %d, want %d", lines, n, k, got, want)
				}
				if k == 1 {
					if got := prefetchLine(&table[0], lines, &a[0], uint64(n)); got != want {
						t.Errorf("prefetch of %d lines, n=%d: %d, want %d", lines, n, got, want)
					}
				}
			}
		}
	}
}

// The chain goes on by one where zeros are read and further where ones are.
func TestChaseFollowsWhatIsRead(t *testing.T) {
	words := []uint64{0, 1 << 63, 0, 1 << 63} // line 0, 1, 0, 1 of two
	zeros := make([]uint64, 16)
	b := make([]uint64, 4)
	if at := chaseLines(zeros, 2, words, b, 1, 0, 10); at != 10 {
		t.Errorf("over zeros: at %d after 10 reads, want 10", at)
	}
	ones := slices.Clone(zeros)
	ones[8] = 1 // a read of line 1 skips a word: 0, 1, 3, 5, ...
	if at := chaseLines(ones, 2, words, b, 1, 0, 4); at != 7 {
		t.Errorf("over a one in line 1: at %d after 4 reads, want 7", at)
	}
}

// parity is a filter that holds keys with an odd first word.
type parity struct{ nothing }

func (parity) Contains(d hashes.Digest) bool { return d.A%2 == 1 }

func (parity) ContainsBatch(b *hashes.Batch, _ *variants.Hits) (n int) {
	for _, a := range b.A {
		n += int(a % 2)
	}
	return n
}

// Every loop asks for every key of the list once a turn, whatever the samples are
// cut into, and counts the answers; FF-52: a list has the share of present keys that
// its name says.
func TestLoopsAskForEveryKey(t *testing.T) {
	source, err := keys.Parse("uint64", nil)
	if err != nil {
		t.Fatal(err)
	}
	scheme := hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}
	raw := questions(source.Stream(1, 100), 100, 1024, 50, 8, rand.New(rand.NewPCG(1, 1)))
	digests := raw.digests(scheme.NewHasher(5))
	want, h := uint64(0), scheme.NewHasher(5)
	for i := range raw.keys {
		d := h.Digest(raw.key(i))
		if d.A != digests.a[i] || d.B != digests.b[i] {
			t.Fatalf("key %d: another digest in the list", i)
		}
		want += d.A % 2
	}
	for name, l := range map[string]loop{
		"digests": askDigests(parity{}, digests), "batches": askBatches(parity{}, digests),
		"keys": askKeys(parity{}, h, raw), "batches of keys": askKeyBatches(parity{}, h, raw),
	} {
		w := &walk{length: 1024, loop: l}
		for _, ops := range []uint64{1, 255, 256, 500, 12, 1024} {
			w.run(&meter{}, ops)
		}
		if w.found != 2*want || w.at != 0 {
			t.Errorf("%s: %d of %d answers yes in two turns, at %d", name, w.found, 2*want, w.at)
		}
	}
	member := map[string]bool{}
	all := members(source.Stream(1, 100), 100, 8)
	for i := range all.keys {
		member[string(all.key(i))] = true
	}
	for _, hits := range []int{0, 50, 100} {
		l := questions(source.Stream(1, 100), 100, 1024, hits, 8, rand.New(rand.NewPCG(1, 1)))
		present, changes := 0, 0
		for i := range l.keys {
			if member[string(l.key(i))] {
				present++
			}
			if i > 0 && member[string(l.key(i))] != member[string(l.key(i-1))] {
				changes++
			}
		}
		if present != 1024*hits/100 {
			t.Errorf("hits=%d: %d of 1024 present", hits, present)
		}
		// Shuffled: half of the neighbours differ, 512 +- 16.
		if hits == 50 && (changes < 400 || changes > 624) {
			t.Errorf("hits=50: %d changes between present and absent", changes)
		}
	}
}

func TestNames(t *testing.T) {
	for n, want := range map[uint64]string{1: "1", 10: "10", 100: "100", 1000: "1e3", 1_000_000: "1e6", 3_000_000: "3e6", 1_500_000: "1500000", 1024: "1024"} {
		if got := Count(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	s := suite(t, "classic", "blocked")
	s.Goroutines = []int{1, 2}
	rows, err := s.Rows(1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range rows {
		names = append(names, s.Name(&rows[i]))
	}
	for _, want := range []string{
		"Contains/variant=classic/scheme=xxh3+double/fpr=0.01/n=1e6/from=digest/hits=50/figure=throughput/cache=warm/goroutines=1/aa=a",
		"Contains/variant=blocked/scheme=xxh3+double/fpr=0.01/n=1e6/from=digest/hits=100/figure=latency/cache=warm/goroutines=1",
		"ContainsBatch/variant=blocked/scheme=xxh3+double/fpr=0.01/n=1e6/from=bytes64/hits=0/figure=throughput/cache=warm/goroutines=1",
		"Build/variant=blocked/scheme=xxh3+double/fpr=0.01/n=1e6/from=digest/goroutines=1",
		"Save/variant=blocked/scheme=xxh3+double/fpr=0.01/n=1e6/goroutines=1",
		"Empty/op=Contains/n=1e6/from=digest/hits=0/figure=throughput/cache=warm/goroutines=1",
		"Hash/scheme=xxh3+double/n=1e6/from=bytes8/goroutines=1",
		"Limit/bytes=1196032/lines=7/kernel=loads/n=1e6/figure=throughput/cache=warm/goroutines=1",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("no row %s among\n%s", want, strings.Join(names, "\n"))
		}
	}
}

// FF-51: a filter of 256 MiB is asked for as many keys as four times its lines, as far
// as the bound lets; one of 16 KiB for the least.
func TestPoolKeys(t *testing.T) {
	for bytes, want := range map[uint64]uint64{16 << 10: minPool, 1 << 20: minPool, 4 << 20: 1 << 18, 256 << 20: maxPool, 1 << 40: maxPool, 0: minPool} {
		if got := poolKeys(bytes); got != want {
			t.Errorf("%d bytes: %d keys, want %d", bytes, got, want)
		}
	}
}

// Filters whose bytes differ by a rounding share a limit, others do not, and the
// table is never more than 1/32 away.
func TestTableBytes(t *testing.T) {
	if tableBytes(1_250_000) != tableBytes(1_250_048) || tableBytes(1_250_000) == tableBytes(1_350_000) {
		t.Error("tables of 1.25 MB")
	}
	for bytes := uint64(1); bytes < 1<<33; bytes += bytes/7 + 1 {
		got := tableBytes(bytes)
		if got%lineBytes != 0 || got == 0 || bytes > 4096 && (got > bytes+bytes/32 || got < bytes-bytes/32) {
			t.Errorf("%d bytes: a table of %d", bytes, got)
		}
	}
}

func TestLeastLines(t *testing.T) {
	for _, c := range []struct {
		shape variants.Shape
		hits  int
		want  int
	}{{variants.Shape{K: 7}, 0, 1}, {variants.Shape{K: 7}, 100, 7}, {variants.Shape{K: 7, Blocks: 5}, 100, 1}, {variants.Shape{Buckets: 5}, 100, 1}} {
		if got := leastLines(c.shape, c.hits); got != c.want {
			t.Errorf("%+v, hits %d: %d lines, want %d", c.shape, c.hits, got, c.want)
		}
	}
}
