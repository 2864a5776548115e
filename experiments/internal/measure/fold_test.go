package measure

import (
	"reflect"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// TestFoldAddsEveryCount: a bundle of small trials loses no count of any of them: a
// false negative of the last one is one of the row. Fields that are added to Count
// later are held to it, too.
func TestFoldAddsEveryCount(t *testing.T) {
	once := map[string]bool{"FirstTrial": true, "Seed": true} // those of the first trial
	trial := func(offset uint64) record.Count {
		c := record.Count{CellID: "0123456789", Status: record.StatusOK, Extra: map[string]uint64{"kicks": offset}}
		v := reflect.ValueOf(&c).Elem()
		for i := range v.NumField() {
			if v.Field(i).Kind() == reflect.Uint64 {
				v.Field(i).SetUint(offset + uint64(i))
			}
		}
		return c
	}
	var row record.Count
	fold(&row, trial(1000))
	fold(&row, trial(50))
	v := reflect.ValueOf(row)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		want := 1050 + 2*uint64(i)
		if once[name] {
			want = 1000 + uint64(i)
		}
		if f := v.Field(i); f.Kind() == reflect.Uint64 && f.Uint() != want {
			t.Errorf("%s: %d, want %d", name, f.Uint(), want)
		}
	}
	if row.Extra["kicks"] != 1050 {
		t.Errorf("kicks: %d, want 1050", row.Extra["kicks"])
	}
}

// TestChurnKeys: churn=R is R n further keys, rounded to the nearest, halves up.
func TestChurnKeys(t *testing.T) {
	for _, c := range []struct {
		params  string
		n, want uint64
	}{{"churn=0.5;width=4", 3, 2}, {"churn=0.5", 5, 3}, {"churn=0.49", 1, 0}, {"churn=16", 100_000, 1_600_000}, {"width=4", 9, 0}, {"", 9, 0}} {
		if got, err := churnKeys(c.params, c.n); got != c.want || err != nil {
			t.Errorf("%s of %d keys: %d (%v), want %d", c.params, c.n, got, err, c.want)
		}
	}
	for _, bad := range []string{"churn=-1", "churn=x", "churn=NaN", "churn=1e300"} {
		if got, err := churnKeys(bad, 10); err == nil {
			t.Errorf("%s: %d, want an error", bad, got)
		}
	}
}
