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
		{variant: "rocksdb", share: 1}, {variant: "rocksdb-legacy", share: 1}, {variant: "rocksdb-ribbon"}, {variant: "pebble", share: 1},
		{variant: "bits-and-blooms"}, {variant: "leveldb", share: 2}, {variant: "blobloom", share: 2},
	}
}

// TestSystemsAreTheGoCode compares the systems' sizes and rates with the Go code: every
// way to ask, sizes of their rules' edges, sizes that are powers of two, which are counted
// exactly, and requests that are refused.
func TestSystemsAreTheGoCode(t *testing.T) {
	vm := engine(t)
	asked := []request{
		{n: 123_457, p: 0.008}, {n: 3000, bits: 30_011, k: 5}, {n: 7777, perKey: 9},
		{n: 1000, p: 0.02}, {n: 50, p: 0.1}, {n: 20_000, bits: 1 << 17}, {n: 40_000, perKey: 8, k: 3}, {n: 2000, perKey: 10.5},
		{n: 5, perKey: 16}, {n: 100, p: 0.45}, {n: 60_000, bits: 480_000}, {n: 900, p: 0.001}, {n: 1, p: 0.9}, {n: 4000, perKey: 0.3},
		{n: 30, perKey: 100}, {n: 999, bits: 10_000, k: 7}, {n: 1_000_000, p: 0.03}, {n: 200_000, perKey: 20, k: 8},
	}
	compared := 0
	for _, kind := range systems() {
		for i, r := range asked {
			if testing.Short() && i > 2 || kind.share > 0 && (i > 6-2*kind.share || testing.Short() && i != 1) {
				continue // counting is slow in an interpreter; .ci/page does it in a browser
			}
			if v, _ := variantOf(t, kind); !v.Probes {
				r.k = 0
			}
			r.variant, r.params, r.choices = kind.variant, kind.params, kind.choices
			keys := []uint64{r.n, 2 * r.n, r.n/3 + 1, 0}
			if kind.share > 0 {
				keys = keys[:2]
			}
			compared += compare(t, vm, r, keys)
		}
	}
	if compared < 100 {
		t.Errorf("%d rates compared: want most of the points", compared)
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
