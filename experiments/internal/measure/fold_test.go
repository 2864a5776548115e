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
