package quotient

import (
	"slices"
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

var scheme = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}

// digest returns the digest of key i of a set.
func digest(seed, i uint64) hashes.Digest {
	a := hashes.SplitMix64(hashes.SplitMix64(seed) + i)
	return hashes.Digest{A: a, B: hashes.SplitMix64(^a)}
}

// raw returns a filter of so many blocks.
func raw(t testing.TB, blocks uint64, r int) *Filter {
	t.Helper()
	l := layout{blocks: blocks, r: r}
	f, err := New(variants.Config{Capacity: 1, Bits: l.bits(), Scheme: scheme, Params: variants.Params{"r": strconv.Itoa(r)}})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Shape().Buckets; got != blocks {
		t.Fatalf("%d blocks, want %d", got, blocks)
	}
	return f.(*Filter)
}

// model is a table as a list for each quotient, laid out by the definition: runs in
// order, each no earlier than its quotient.
type model map[uint64][]uint64

// check compares a table with the one of m, slot by slot.
func (m model) check(t *testing.T, tab *table, what string) {
	t.Helper()
	want := newTable(uint64(len(tab.offset)), int(tab.r))
	end := uint64(0)
	for q := range tab.slots {
		if q&63 == 0 {
			want.offset[q>>6] = uint8(min(255, max(end, q)-q))
		}
		slices.Sort(m[q])
		if len(m[q]) == 0 {
			continue
		}
		want.meta[q>>6*2] |= 1 << (q & 63)
		end = max(end, q)
		for _, v := range m[q] {
			want.put(end, v)
			end++
		}
		want.meta[(end-1)>>6*2+1] |= 1 << ((end - 1) & 63)
	}
	if !slices.Equal(tab.meta, want.meta) {
		t.Fatalf("%s: occupieds and runends are\n%x, want\n%x", what, tab.meta, want.meta)
	}
	if !slices.Equal(tab.offset, want.offset) {
		t.Fatalf("%s: offsets %d, want %d", what, tab.offset, want.offset)
	}
	if !slices.Equal(tab.data, want.data) {
		t.Fatalf("%s: remainders differ", what)
	}
}

// TestTableIsTheDefinition adds and removes at random, quotients crowded and spread,
// with copies, and compares with the layout that the definition gives, for every r.
func TestTableIsTheDefinition(t *testing.T) {
	for r := 1; r <= maxR; r++ {
		for _, crowd := range []uint64{1, 3, 50, 384} {
			tab, m := newTable(9, r), model{}
			x := uint64(r)
			var all [][2]uint64
			for i := range 520 {
				x = hashes.SplitMix64(x)
				q, v := x>>32%crowd*384/crowd, x&(1<<min(r, 9)-1)<<(r-min(r, 9))
				if i%5 == 4 {
					at := x >> 20 % uint64(len(all))
					q, v = all[at][0], all[at][1]
					if !tab.remove(q, v) {
						t.Fatalf("r=%d: remove(%d, %d) finds nothing", r, q, v)
					}
					all = slices.Delete(all, int(at), int(at)+1)
					j := slices.Index(m[q], v)
					m[q] = slices.Delete(m[q], j, j+1)
				} else {
					if in, room := tab.insert(q, v), 576-q > 520; !in && room {
						t.Fatalf("r=%d: insert(%d, %d) refused", r, q, v)
					} else if in {
						all, m[q] = append(all, [2]uint64{q, v}), append(m[q], v)
					}
				}
				if i%13 == 0 || i > 500 {
					m.check(t, &tab, "r="+strconv.Itoa(r)+" crowd="+strconv.FormatUint(crowd, 10)+" step "+strconv.Itoa(i))
				}
			}
			for i := len(all) - 1; i >= 0; i-- {
				if !tab.remove(all[i][0], all[i][1]) {
					t.Fatalf("r=%d: remove loses %v", r, all[i])
				}
			}
			model{}.check(t, &tab, "emptied")
		}
	}
}
