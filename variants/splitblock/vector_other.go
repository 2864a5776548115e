//go:build !amd64 || purego

package splitblock

import "github.com/filterlab/filterlab/variants"

// There is no assembly here.
const hasVector = false

func vector(b body) variants.Filter { return &Filter{b} }
