package record

import (
	"reflect"
	"testing"
)

// TestSumAddsEveryCount: no count is lost when rows are added up, false negatives
// among them, and a field that is added to Count later is not either.
func TestSumAddsEveryCount(t *testing.T) {
	once := map[string]bool{"FirstTrial": true, "Seed": true} // those of the first row
	row := func(offset uint64) Count {
		c := Count{CellID: "0123456789", Status: StatusOK, Extra: map[string]uint64{"kicks": offset}}
		v := reflect.ValueOf(&c).Elem()
		for i := range v.NumField() {
			if v.Field(i).Kind() == reflect.Uint64 {
				v.Field(i).SetUint(offset + uint64(i))
			}
		}
		return c
	}
	sum := reflect.ValueOf(Sum([]Count{row(1000), row(50)}))
	for i := range sum.NumField() {
		name := sum.Type().Field(i).Name
		want := 1050 + 2*uint64(i)
		if once[name] {
			want = 1000 + uint64(i)
		}
		if f := sum.Field(i); f.Kind() == reflect.Uint64 && f.Uint() != want {
			t.Errorf("%s: %d, want %d", name, f.Uint(), want)
		}
	}
	if kicks := sum.FieldByName("Extra").Interface().(map[string]uint64)["kicks"]; kicks != 1050 {
		t.Errorf("kicks: %d, want 1050", kicks)
	}
}
