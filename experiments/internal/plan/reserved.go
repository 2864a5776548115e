package plan

import (
	"fmt"
	"maps"
	"strconv"

	"github.com/filterlab/filterlab/variants"
)

// Churn is the parameter that the harness itself understands, for every variant
// that can remove: churn = R inserts round(R n) further keys before the members
// and removes them again after. It is part of a cell's name, and no variant
// sees it.
const Churn = "churn"

// MaxChurn bounds the keys that churn adds, as a multiple of n.
const MaxChurn = 1000

// SplitReserved parts the harness's own parameters from the variant's.
func SplitReserved(params variants.Params) (own, reserved variants.Params) {
	own, reserved = maps.Clone(params), variants.Params{}
	if value, ok := own[Churn]; ok {
		reserved[Churn] = value
		delete(own, Churn)
	}
	return own, reserved
}

// ChurnOf returns the churn that params ask for, 0 where they ask for none.
func ChurnOf(params variants.Params) (float64, error) {
	text, ok := params[Churn]
	if !ok {
		return 0, nil
	}
	r, err := strconv.ParseFloat(text, 64)
	if err != nil || !(r >= 0 && r <= MaxChurn) {
		return 0, fmt.Errorf("parameter %s=%s: want a number from 0 to %d", Churn, text, MaxChurn)
	}
	return r, nil
}
