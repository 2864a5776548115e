package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Canonical returns the name of a cell: everything that makes it this cell and
// no other. How often it is measured (trials, queries, profile) is not part of
// it: more queries extend a cell. The text is "experiment=E variant=V scheme=S
// keys=K n=N capacity=C bits=M k=K params=P" with P as cells.csv has it; its
// hash is the cell's id, and keys.TrialSeed of it the seed of each trial.
func Canonical(c *record.Cell) string {
	return fmt.Sprintf("experiment=%s variant=%s scheme=%s keys=%s n=%d capacity=%d bits=%d k=%d params=%s",
		c.Experiment, c.Variant, c.Scheme, c.Keys, c.N, c.Capacity, c.Bits, c.K, c.Params)
}

// ID returns the short form of a canonical name: the first 10 hex digits of its
// SHA-256.
func ID(canonical string) string {
	sum := sha256.Sum256([]byte(canonical))
	return hex.EncodeToString(sum[:5])
}
