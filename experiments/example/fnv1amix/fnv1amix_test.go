package fnv1amix

import (
	"testing"

	"github.com/filterlab/filterlab/hashes/hashtest"
)

func TestConformance(t *testing.T) { hashtest.Run(t, Function) }
