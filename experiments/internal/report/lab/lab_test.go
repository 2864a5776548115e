package lab

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dop251/goja"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/builtin"
)

// engine runs the scripts that need no page.
func engine(t *testing.T) *goja.Runtime {
	t.Helper()
	text, err := joined(models)
	if err != nil {
		t.Fatal(err)
	}
	vm := goja.New()
	if _, err := vm.RunString(text); err != nil {
		t.Fatal(err)
	}
	return vm
}

// viewer is the engine with the scripts that say and show, without a page and words.
func viewer(t *testing.T) *goja.Runtime {
	t.Helper()
	vm := engine(t)
	text, err := joined([]string{"page.js", "calculator.js"})
	if err != nil {
		t.Fatal(err)
	}
	run(t, vm, "const words = {};\n"+text)
	return vm
}

// call calls a function of the scripts.
func call(t *testing.T, vm *goja.Runtime, name string, args ...any) goja.Value {
	t.Helper()
	f, ok := goja.AssertFunction(vm.Get(name))
	if !ok {
		t.Fatalf("no function %s", name)
	}
	values := make([]goja.Value, len(args))
	for i, a := range args {
		values[i] = vm.ToValue(a)
	}
	v, err := f(goja.Undefined(), values...)
	if err != nil {
		t.Fatalf("%s(%v): %v", name, args, err)
	}
	return v
}

// independent is the scheme whose positions the laboratory's formulas are for.
func independent(t *testing.T) hashes.Scheme {
	t.Helper()
	s, err := hashes.ParseScheme("xxh3+independent", hashes.Functions())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// request is a point to compare at: a variant, its parameters and what is asked for.
type request struct {
	variant string
	params  variants.Params // as Go names them
	choices map[string]any  // as the scripts do
	n       uint64
	p       float64
	bits    uint64
	perKey  float64
	k       int

	most  float64 // keys
	share int     // a point for so many of the cheapest variants
	dear  float64 // memory, times that of others
}

// question is the request as the scripts read it.
func (r *request) question() map[string]any {
	q := map[string]any{"n": r.n, "p": r.p, "bits": r.bits, "perKey": r.perKey, "k": r.k}
	for name, v := range r.choices {
		q[name] = v
	}
	return q
}

// kinds are the variants and parameters compared.
func kinds() []request {
	return []request{
		{variant: "classic"},
		{variant: "partitioned"},
		{variant: "blocked", share: 4},
		{variant: "blocked", share: 2, params: variants.Params{"block": "64"}, choices: map[string]any{"block": 64}},
		{variant: "blocked", share: 12, most: 3e4, params: variants.Params{"block": "4096"}, choices: map[string]any{"block": 4096}},
		{variant: "splitblock"},
		{variant: "counting"},
		{variant: "counting", params: variants.Params{"width": "2"}, choices: map[string]any{"width": 2}},
		{variant: "scalable", share: 10},
		{
			variant: "scalable", share: 8, most: 1e5, params: variants.Params{"initial": "100", "growth": "4", "tightening": "0.8"},
			choices: map[string]any{"initial": 100, "growth": 4, "tightening": 0.8},
		},
		{variant: "cuckoo"},
		{variant: "cuckoo", params: variants.Params{"b": "2"}, choices: map[string]any{"slots": 2}},
		{variant: "quotient"},
		{variant: "quotient", params: variants.Params{"r": "5"}, choices: map[string]any{"remainder": 5}},
		{variant: "quotient", params: variants.Params{"round": "pow2"}, choices: map[string]any{"round": "pow2"}},
		{variant: "vqf"},
		{variant: "prefix", share: 8},
		{variant: "prefix", share: 10, params: variants.Params{"spare": "quotient"}, choices: map[string]any{"spare": "quotient"}},
		{variant: "xor"},
		{variant: "fuse"},
		{variant: "fuse", params: variants.Params{"arity": "4"}, choices: map[string]any{"arity": 4}},
		{variant: "ribbon"},
		{variant: "ribbon", params: variants.Params{"w": "64", "r": "9"}, choices: map[string]any{"band": 64, "column": 9}},
		{variant: "ribbon", share: 5, params: variants.Params{"kind": "homogeneous"}, choices: map[string]any{"solution": "homogeneous"}},
		{variant: "ribbon", share: 3, params: variants.Params{"kind": "homogeneous", "w": "64"}, choices: map[string]any{"solution": "homogeneous", "band": 64}},
		{variant: "gcs"},
		{variant: "gcs", params: variants.Params{"step": "256"}, choices: map[string]any{"step": 256}},
		{variant: "exact", dear: 20},
		{variant: "exact", dear: 10, params: variants.Params{"digest": "64"}, choices: map[string]any{"digest": 64}},
	}
}

// points draws requests of every way to ask, for each of the kinds.
func points(each int) []request {
	var all []request
	random := rand.New(rand.NewPCG(1, 2))
	between := func(low, high float64) float64 { return math.Exp(math.Log(low) + random.Float64()*math.Log(high/low)) }
	for _, kind := range kinds() {
		for i := range each / max(1, kind.share) {
			r := kind
			r.n = uint64(between(1, cmp.Or(kind.most, 3e6)))
			switch i % 3 {
			case 0:
				r.p = between(1e-4, 0.5)
			case 1:
				r.bits = uint64((between(8, 30)*float64(r.n) + 300) * cmp.Or(r.dear, 1))
			case 2:
				r.perKey = math.Round(between(12, 30)*100) / 100 * cmp.Or(r.dear, 1)
			}
			probes := r.variant == "classic" || r.variant == "partitioned" || r.variant == "blocked" || r.variant == "counting"
			if probes && i%2 == 0 {
				r.k = 1 + random.IntN(16)
			}
			all = append(all, r)
		}
	}
	return all
}

// near reports whether two numbers agree to 9 digits.
func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-9*math.Abs(b) }

// TestCalculatorIsTheGoCode compares shape and rate, at capacity and at other loads,
// with what the variants say themselves.
func TestCalculatorIsTheGoCode(t *testing.T) {
	t.Parallel()
	vm := engine(t)
	compared, each := 0, 18 // of each variant: six ways to ask, three times
	if testing.Short() {
		each = 12
	}
	for _, r := range points(each) {
		compared += compare(t, vm, r, []uint64{r.n, r.n/2 + 1, 2 * r.n, 0})
	}
	if compared < 20*each {
		t.Errorf("%d rates compared: want most of the points", compared)
	}
}

// compare asks the scripts and the Go code for a shape, and for its rates with so many
// keys each, and returns how many rates were compared.
func compare(t *testing.T, vm *goja.Runtime, r request, keys []uint64) (compared int) {
	t.Helper()
	v, c := variantOf(t, r)
	want, err := v.Shape(c, r.n)
	f, _ := goja.AssertFunction(vm.Get("shapeOf"))
	value, bad := f(goja.Undefined(), vm.ToValue(r.variant), vm.ToValue(r.question()))
	if (err == nil) != (bad == nil) {
		t.Errorf("%+v: Go says %v, the scripts %v", r, err, bad)
	}
	if err != nil || bad != nil {
		return 0
	}
	shape := value.ToObject(vm)
	if got := uint64(shape.Get("bits").ToInteger()); got != want.Bits {
		t.Errorf("%+v: %d bits, want %d", r, got, want.Bits)
	}
	if got := int(shape.Get("k").ToInteger()); got != want.K {
		t.Errorf("%+v: k = %d, want %d", r, got, want.K)
	}
	rate, _ := goja.AssertFunction(shape.Get("rate"))
	for _, n := range keys {
		got, err := rate(shape, vm.ToValue(n))
		if err != nil {
			t.Fatalf("%+v at %d keys: %v", r, n, err)
		}
		at, err := v.Shape(c, n)
		if err != nil {
			t.Fatal(err)
		}
		if want := v.Predict(c, at, n).FPR; !near(got.ToFloat(), want) {
			t.Errorf("%+v at %d keys: %v, want %v", r, n, got.ToFloat(), want)
		}
		compared++
	}
	return compared
}

// variantOf is the variant of a request, and the request as Go reads it.
func variantOf(t *testing.T, r request) (*variants.Variant, variants.Config) {
	t.Helper()
	v, err := builtin.Find(r.variant, builtin.Variants())
	if err != nil {
		t.Fatal(err)
	}
	c := variants.Config{Capacity: r.n, FPR: r.p, Bits: r.bits, BitsPerKey: r.perKey, K: r.k, Params: r.params, Scheme: independent(t)}
	if v.Scheme != nil {
		c.Scheme = *v.Scheme
	}
	return v, c
}
