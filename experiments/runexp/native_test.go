package runexp_test

import (
	"bytes"
	"context"
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
