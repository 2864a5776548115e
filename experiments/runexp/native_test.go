package runexp_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/builtin"
)

// TestBuildAndQuery: build writes a filter and query reads it, with keys as text, in
// hex and from standard input, for production filters and ours; what is foreign or
// missing is named. (That the bytes are the real systems' is tested with each.)
func TestBuildAndQuery(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"members": "a\nb\nc\n", "members.hex": "61\n62\n63\n", "absent": "d\ne\nf\ng\n", "empty": ""} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	guava := "build --variant guava-mitz64 -n 3 --fpr 0.03 --keys file:members --out g.bin"
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{guava, "", runexp.Fine},
		{"query g.bin --variant guava-mitz64 --keys hexfile:members.hex --format json", "{\n  \"queries\": 3,\n  \"positives\": 3\n}", runexp.Fine},
		{"query g.bin --variant guava-mitz64 --keys - --format csv", "queries,positives\n3,3\n", runexp.Fine},
		{"build --variant guava-mitz64 --fpr 0.03 --keys - --out again.bin", "", runexp.Fine},
		{"query g.bin --variant guava-mitz32 --keys file:absent", "query: g.bin: guava-mitz32: not a filter of it: strategy 1 is that of guava-mitz64", runexp.Wrong},
		{"query members --variant cassandra --keys file:absent", "cassandra: not a filter of it: 6 bytes: want at least 8", runexp.Wrong},
		{"query g.bin --variant classic --scheme xxh3+double --keys file:absent", "not a saved filter", runexp.Wrong},
		{"build --variant classic --scheme xxh3+enhanced --seed 9 --bits 1000 -k 4 --keys file:members --out c.bin", "", runexp.Fine},
		{"query c.bin --variant classic --keys file:members --format csv", "queries,positives\n3,3\n", runexp.Fine},
		{"query c.bin --variant classic --keys file:absent --format csv", "queries,positives\n4,0\n", runexp.Fine},
		{"query c.bin --variant classic --seed 8 --keys file:members", "--seed 8: the filter was built with seed 9", runexp.Wrong},
		{"build --variant cassandra-3 --fpr 0.01 --param order=2.x --keys file:members --out o.bin", "", runexp.Fine},
		{"query o.bin --variant cassandra-3 --param order=2.x --keys file:members --format csv", "queries,positives\n3,3\n", runexp.Fine},
		{"build --variant parquet --param blocks=2 --keys file:members --out p.bin", "", runexp.Fine},
		{"query p.bin --variant parquet --keys file:members --format csv", "queries,positives\n3,3\n", runexp.Fine},
		{"build --variant parquet --param blocks=0 --keys file:members --out p.bin", "size missing", runexp.Wrong},
		{"build --variant hbase --fpr 0.01 --keys file:members --out h.bin", "", runexp.Fine},
		{"query h.bin --variant hbase -k 7 --keys file:members --format csv", "queries,positives\n3,3\n", runexp.Fine},
		{"query h.bin --variant hbase --keys file:members", "in the metadata of its file: want k (-k) given", runexp.Wrong},
		{"build --variant classic --scheme xxh3+double --bits 100 --keys file:members", "build: want both --keys and --out", runexp.Wrong},
		{"query --variant classic --keys file:members", "query: 0 files: want one filter", runexp.Wrong},
		{"query empty --variant rocksdb-ribbon --keys file:absent --format csv", "warning: query: empty is empty: to rocksdb-ribbon that is the filter of no keys", runexp.Fine},
		{"query empty --variant rocksdb --keys file:absent", "rocksdb: not a filter of it: 0 bytes: want at least 5", runexp.Wrong},
		{"query none.bin --variant guava-mitz64 --keys file:members", "none.bin", runexp.Wrong},
	} {
		var out bytes.Buffer
		command := runexp.Command{Variants: builtin.Variants(), Functions: hashes.Functions()}
		code := command.Run(context.Background(), strings.Fields(c.args), strings.NewReader("a\nb\nc"), &out, &out)
		if code != c.code || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d and %q in\n%s", c.args, code, c.code, c.want, &out)
		}
	}
	one, _ := os.ReadFile("g.bin")
	two, _ := os.ReadFile("again.bin")
	if len(one) == 0 || !bytes.Equal(one, two) {
		t.Errorf("-n 3 and none given for three lines: %x and %x", one, two)
	}
}

// TestBuildOfNoKeys: a filter of an empty set is what the real system writes, or its
// refusal with the reason. The bytes are those of the vectors of count 0 (shared golden
// files: guava filter-000 and -018, cassandra filter-000 to -002, leveldb filter-024 and,
// for 0 bits per key, -000, pebble filter-016, rocksdb fast_local_bloom-028,
// legacy_full_bloom-014 and standard128_ribbon-000); parquet's are a block of 0 behind its
// header, by the rules of parquet-java and Arrow C++ for 0 values; blobloom's Optimize takes
// a capacity of 0 for 1.
func TestBuildOfNoKeys(t *testing.T) {
	t.Chdir(t.TempDir())
	const none = "runexp: warning: build: --keys -: there is no key in it\n"
	block := "1540" + "1c1c00001c1c00001c1c000000" + strings.Repeat("00", 32)
	for _, c := range []struct{ args, hex, refused string }{
		{"guava-mitz64 --fpr 0.03", "0105000000010000000000000000", ""},
		{"guava-mitz32 --fpr 0.03", "0005000000010000000000000000", ""},
		{"guava-mitz64 --fpr 0.03 -n 0", "0105000000010000000000000000", ""},
		{"cassandra --fpr 0.01", "00000005000000010000000000000000", ""},
		{"cassandra-3 --fpr 0.01", "00000005000000010000000000000000", ""},
		{"cassandra-3 --fpr 0.01 --param order=2.x", "00000005000000010000000000000000", ""},
		{"cassandra --fpr 1", "", "cassandra: fpr 1: Cassandra makes no filter then, every key is taken for present"},
		{"cassandra --fpr 6e-5", "", "cassandra: fpr 6e-05: Cassandra refuses rates below 6.71e-05"},
		{"leveldb --bits-per-key 10", "000000000000000006", ""},
		{"leveldb --bits-per-key 100", "00000000000000001e", ""},
		{"leveldb --bits-per-key 0", "000000000000000001", ""},
		{"leveldb --fpr 0.01", "", "leveldb: no keys: k follows from the bits per key"},
		{"pebble --bits-per-key 10", "0000000000", ""},
		{"rocksdb --bits-per-key 10", "ff00060000", ""},
		{"rocksdb --bits-per-key 0", "", "rocksdb: bits-per-key 0: RocksDB writes no filter below 0.5"},
		{"rocksdb-legacy --bits-per-key 10", "0600000000", ""},
		{"rocksdb-ribbon --bits-per-key 10", "", ""},
		{"hbase --fpr 0.01", "", "hbase: no keys: HBase writes a store file without keys with no filter"},
		{"parquet --fpr 0.01 --param rule=java", block, ""},
		{"parquet --fpr 0.01 --param rule=arrow", block, ""},
		{"parquet --param blocks=1", block, ""},
		{"parquet --fpr 0.01", "", "parquet: no values: parquet-go writes no filter then"},
		{"bits-and-blooms --bits 64 -k 3", "0000000000000040" + "0000000000000003" + "0000000000000040" + "0000000000000000", ""},
		{"bits-and-blooms --fpr 0.01", "", "bits-and-blooms: no keys: the library divides 0 by 0"},
		{"blobloom --bits 512 -k 3", "626c6f626c6f6f6d" + "00000000" + "00000000" + "03000000" + strings.Repeat("00", 44+64), ""},
		{"classic --scheme xxh3+double --fpr 0.01", "", "no keys, and classic is sized for at least 1: want -n"},
		{"classic --scheme xxh3+double --bits-per-key 0", "", "--bits-per-key 0: want a finite number above 0; no filter of classic has 0"},
	} {
		os.Remove("f")
		var out bytes.Buffer
		command := runexp.Command{Variants: builtin.Variants(), Functions: hashes.Functions()}
		code := command.Run(context.Background(), strings.Fields("build --keys - --out f --variant "+c.args), strings.NewReader(""), &out, &out)
		data, err := os.ReadFile("f")
		if c.refused != "" {
			if code != runexp.Wrong || !strings.Contains(out.String(), c.refused) || err == nil {
				t.Errorf("%s: exit code %d, file %v; want %q in\n%s", c.args, code, err, c.refused, &out)
			}
			continue
		}
		if code != runexp.Fine || hex.EncodeToString(data) != c.hex || err != nil || out.String() != none {
			t.Errorf("%s: exit code %d, %v: %x, want %s and %q, not\n%s", c.args, code, err, data, c.hex, none, &out)
		}
	}
}

// TestNoBitsPerKey: LevelDB's filter of 10 keys with 0 bits per key is that of its vector
// filter-000, and a filter of no keys contains nothing.
func TestNoBitsPerKey(t *testing.T) {
	t.Chdir(t.TempDir())
	var members strings.Builder
	for i := range 10 {
		fmt.Fprintf(&members, "key-%d\n", i)
	}
	var out bytes.Buffer
	command := runexp.Command{Variants: builtin.Variants(), Functions: hashes.Functions()}
	code := command.Run(context.Background(), strings.Fields("build --variant leveldb --bits-per-key 0 --keys - --out f"), strings.NewReader(members.String()), &out, &out)
	if data, _ := os.ReadFile("f"); code != runexp.Fine || hex.EncodeToString(data) != "2080001004014c0001" {
		t.Errorf("exit code %d: %x\n%s", code, data, &out)
	}
	for _, name := range []string{"guava-mitz64", "cassandra", "leveldb", "pebble", "rocksdb", "rocksdb-legacy", "rocksdb-ribbon"} {
		out.Reset()
		for _, args := range []string{"build --variant " + name + " --bits-per-key 10 --keys - --out f", "query f --variant " + name + " --keys - --format csv"} {
			in := members.String()
			if strings.HasPrefix(args, "build") {
				in = ""
			}
			if code := command.Run(context.Background(), strings.Fields(args), strings.NewReader(in), &out, &out); code != runexp.Fine {
				t.Errorf("%s: exit code %d: %s", args, code, &out)
			}
		}
		if !strings.HasSuffix(out.String(), "\n10,0\n") {
			t.Errorf("%s: %s", name, &out)
		}
	}
}
