package oneword

import (
	"testing"

	"github.com/filterlab/filterlab/variants/filtertest"
)

func TestConformance(t *testing.T) { filtertest.Run(t, Variant) }
