// Package builtin is the list of the variants that filterlab ships: the one
// place besides tests that names them. A program of one's own appends its
// variants to the list and hands it to the same command.
package builtin

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/bitsandblooms"
	"github.com/filterlab/filterlab/variants/blobloom"
	"github.com/filterlab/filterlab/variants/blocked"
	"github.com/filterlab/filterlab/variants/cassandra"
	"github.com/filterlab/filterlab/variants/classic"
	"github.com/filterlab/filterlab/variants/counting"
	"github.com/filterlab/filterlab/variants/cuckoo"
	"github.com/filterlab/filterlab/variants/exact"
	"github.com/filterlab/filterlab/variants/fuse"
	"github.com/filterlab/filterlab/variants/gcs"
	"github.com/filterlab/filterlab/variants/guava"
	"github.com/filterlab/filterlab/variants/hbase"
	"github.com/filterlab/filterlab/variants/leveldb"
	"github.com/filterlab/filterlab/variants/parquet"
	"github.com/filterlab/filterlab/variants/partitioned"
	"github.com/filterlab/filterlab/variants/pebble"
	"github.com/filterlab/filterlab/variants/prefix"
	"github.com/filterlab/filterlab/variants/quotient"
	"github.com/filterlab/filterlab/variants/ribbon"
	"github.com/filterlab/filterlab/variants/rocksdb"
	"github.com/filterlab/filterlab/variants/scalable"
	"github.com/filterlab/filterlab/variants/splitblock"
	"github.com/filterlab/filterlab/variants/vqf"
	"github.com/filterlab/filterlab/variants/xor"
)

// Variants returns a new list of all variants here, in the order in which to
// read them.
func Variants() []*variants.Variant {
	return []*variants.Variant{
		classic.Variant,
		partitioned.Variant,
		blocked.Variant,
		splitblock.Variant,
		counting.Variant,
		scalable.Over(classic.Variant, partitioned.Variant, blocked.Variant, counting.Variant, cuckoo.Variant),
		cuckoo.Variant,
		quotient.Variant,
		vqf.Variant,
		prefix.Over(cuckoo.Variant, quotient.Variant),
		xor.Variant,
		fuse.Variant,
		ribbon.Variant,
		gcs.Variant,
		exact.Variant,
		guava.Mitz64, guava.Mitz32,
		cassandra.Variant, cassandra.Variant3,
		leveldb.Variant,
		hbase.Variant,
		parquet.Variant,
		rocksdb.Variant, rocksdb.Legacy, rocksdb.StandardRibbon,
		pebble.Variant,
		bitsandblooms.Variant,
		blobloom.Variant,
	}
}

// Find returns the variant called name among list. The error for an unknown name
// lists all and suggests the nearest.
func Find(name string, list []*variants.Variant) (*variants.Variant, error) {
	known := make([]string, len(list))
	for i, v := range list {
		if v.Name == name {
			return v, nil
		}
		known[i] = v.Name
	}
	return nil, fmt.Errorf("%s", hashes.Unknown("variant", name, known))
}
