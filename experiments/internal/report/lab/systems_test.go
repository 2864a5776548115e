package lab

import (
	"slices"
	"testing"

	"github.com/filterlab/filterlab/experiments/words/catalogue"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/builtin"
)

// systems are the production systems and parameters compared.
func systems() []request {
	of := func(variant, name string, choice any, value string) request {
		return request{variant: variant, params: variants.Params{name: value}, choices: map[string]any{name: choice}}
	}
	return []request{
		{variant: "guava-mitz64"}, {variant: "guava-mitz32"}, {variant: "cassandra"}, {variant: "cassandra-3"},
		{variant: "hbase"}, of("hbase", "fold", 5, "5"),
		{variant: "parquet"}, of("parquet", "rule", "java", "java"), of("parquet", "rule", "arrow", "arrow"),
		{variant: "rocksdb"}, {variant: "rocksdb-legacy"}, {variant: "rocksdb-ribbon"}, {variant: "pebble"},
		{variant: "bits-and-blooms"}, {variant: "leveldb"}, {variant: "blobloom"},
	}
}

// asked are the points compared: every way to ask, sizes of the rules' edges, sizes that are
// powers of two, which are counted exactly, and requests that are refused. Some systems are
// slow to count in an interpreter and have fewer; .ci/page asks for more in a browser, with
// more than 8 probes, too.
func asked(variant string) []request {
	all := []request{
		{n: 3000, bits: 30_011, k: 5}, {n: 123_457, p: 0.008}, {n: 7777, perKey: 9},
		{n: 1000, p: 0.02}, {n: 50, p: 0.1}, {n: 20_000, bits: 1 << 17}, {n: 40_000, perKey: 8, k: 3}, {n: 2000, perKey: 10.5},
		{n: 5, perKey: 16, k: 8}, {n: 100, p: 0.45}, {n: 60_000, bits: 480_000}, {n: 900, p: 0.004}, {n: 1, p: 0.9}, {n: 4000, perKey: 0.3},
		{n: 30, perKey: 100}, {n: 999, bits: 10_000, k: 7}, {n: 1_000_000, p: 0.03}, {n: 200_000, perKey: 20, k: 8},
	}
	switch variant {
	case "rocksdb", "rocksdb-legacy", "pebble":
		return all[:5]
	case "leveldb": // few cells, with 255 classes, in a table; very few
		return []request{{n: 3000, bits: 30_011, k: 5}, {n: 51_000, perKey: 5, k: 3}, {n: 600_000, perKey: 2, k: 3}, {n: 10, perKey: 8, k: 3}}
	case "blobloom": // counted, searched for, as a series, with more probes than may be asked for
		return []request{{n: 3000, bits: 30_011, k: 5}, {n: 5000, p: 0.06}, {n: 7777, perKey: 9, k: 12}, {n: 4, p: 0.01}, {n: 30, perKey: 150}}
	}
	return all
}

// TestSystemsAreTheGoCode compares the systems' sizes and rates with the Go code.
func TestSystemsAreTheGoCode(t *testing.T) {
	t.Parallel()
	vm := engine(t)
	compared := 0
	for _, kind := range systems() {
		for i, r := range asked(kind.variant) {
			if testing.Short() && i > 2 || kind.variant == "leveldb" && testing.Short() && i > 0 {
				continue
			}
			if v, _ := variantOf(t, kind); !v.Probes {
				r.k = 0
			}
			r.variant, r.params, r.choices = kind.variant, kind.params, kind.choices
			keys := []uint64{r.n, 2 * r.n, r.n/3 + 1, 0}
			switch kind.variant {
			case "leveldb":
				keys = keys[:1]
			case "blobloom", "pebble", "rocksdb", "rocksdb-legacy":
				keys = keys[:2]
			}
			compared += compare(t, vm, r, keys)
		}
	}
	want := 500
	if testing.Short() {
		want = 100
	}
	if compared < want {
		t.Errorf("%d rates compared: want %d", compared, want)
	}
}

// TestEveryVariantIsAnswered: the calculator knows all variants.
func TestEveryVariantIsAnswered(t *testing.T) {
	var listed []string
	for _, g := range groups(catalogue.Default()) {
		listed = append(listed, g.Variants...)
	}
	for _, v := range builtin.Variants() {
		if !slices.Contains(listed, v.Name) {
			t.Errorf("%s is not offered", v.Name)
		}
	}
	if len(listed) != len(builtin.Variants()) {
		t.Errorf("%d offered, %d there", len(listed), len(builtin.Variants()))
	}
}
