package report

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"strings"
)

// scriptSources are the scripts that a part of the page has, as its policy names them:
// by their hashes, so that the browser runs these and no other.
func scriptSources(part template.HTML) string {
	var sources []string
	for rest := string(part); ; {
		_, after, found := strings.Cut(rest, "<script>")
		if !found {
			break
		}
		var text string
		text, rest, _ = strings.Cut(after, "</script>")
		sum := sha256.Sum256([]byte(text))
		sources = append(sources, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	if len(sources) == 0 {
		return "'none'"
	}
	return strings.Join(sources, " ")
}
