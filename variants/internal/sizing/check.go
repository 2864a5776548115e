package sizing

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// Check validates what all variants that reduce words to positions have in
// common: it returns every parameter in force and the reduction among them.
func Check(variant string, c variants.Config, known []variants.Param) (full variants.Params, r hashes.Reduction, err error) {
	if err = variants.CheckConfig(variant, c); err != nil {
		return nil, r, err
	}
	if full, err = variants.FillParams(variant, c.Params, known); err != nil {
		return nil, r, err
	}
	r, err = full.Reduction(variant)
	return full, r, err
}
