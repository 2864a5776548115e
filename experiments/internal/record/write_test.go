package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWriteFile: a file is replaced, a link stays one, a device is no file to be put in
// its place, and a folder is refused; nothing is left beside any of them.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for from, to := range map[string]string{"link": "file", "null": os.DevNull} {
		if err := os.Symlink(to, at(from)); err != nil {
			t.Skip("no links here")
		}
	}
	for i, name := range []string{"file", "link", "null", "new/folder/file"} {
		if err := WriteFile(at(name), []byte{byte('a' + i)}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := os.ReadFile(at("file")); string(got) != "b" {
		t.Errorf("the file behind the link holds %q, %v; want what was written by the link", got, err)
	}
	for _, name := range []string{"link", "null"} {
		if info, err := os.Lstat(at(name)); err != nil || info.Mode().Type() != os.ModeSymlink {
			t.Errorf("%s is no link any more: %v, %v", name, info.Mode(), err)
		}
	}
	if err := WriteFile(dir, nil); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
	if left, _ := filepath.Glob(at(".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
