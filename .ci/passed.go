// Passed shows what go test -json prints as go test alone would have shown it, counts
// the tests in it, and fails where one failed:
//
//	go test -json ./... | go run .ci/passed.go [FILE]
//
// The last line is "N passed, N failed, N skipped", subtests among them. FILE gets it
// too, so that nobody runs all tests again to count them: go's cache of results does
// not answer go test -json with what go test left there.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// event is a line of go test -json, as go doc test2json describes it.
type event struct{ Action, Package, Test, Output string }

// tally is what was read so far.
type tally struct {
	running map[string]*packageRun // that have begun and not ended
	count   map[string]int         // of tests, by how they ended
	failed  bool                   // a package or a build did
}

// packageRun is what a package under test has printed.
type packageRun struct {
	order []string            // its tests as they began, "" for the package itself
	text  map[string][]string // by test; of tests that passed or were skipped nothing
}

func main() {
	t := tally{running: map[string]*packageRun{}, count: map[string]int{}}
	if err := t.read(bufio.NewReader(os.Stdin)); err != nil {
		complain(err)
	}
	for name, p := range t.running { // go test was ended before they were
		p.show()
		fmt.Println("FAIL\t" + name + "\t[not finished]")
	}
	sum := fmt.Sprintf("%d passed, %d failed, %d skipped\n", t.count["pass"], t.count["fail"], t.count["skip"])
	fmt.Print(sum)
	if len(os.Args) > 1 {
		if err := os.WriteFile(os.Args[1], []byte(sum), 0o666); err != nil {
			complain(err)
		}
	}
	if t.failed || len(t.running) > 0 || t.count["pass"] == 0 {
		os.Exit(1)
	}
}

func complain(err error) {
	fmt.Fprintln(os.Stderr, "passed:", err)
	os.Exit(1)
}

// read takes in all lines; one that is no event is what go itself complains of.
func (t *tally) read(in *bufio.Reader) error {
	for {
		line, err := in.ReadBytes('\n')
		var e event
		if len(line) > 0 && json.Unmarshal(line, &e) == nil {
			t.take(e)
		} else {
			fmt.Printf("%s", line)
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// take takes in one event, and shows a package when it ends.
func (t *tally) take(e event) {
	if e.Package == "" { // a build's
		fmt.Print(e.Output)
		t.failed = t.failed || e.Action == "build-fail"
		return
	}
	p := t.running[e.Package]
	if p == nil {
		p = &packageRun{text: map[string][]string{}}
		t.running[e.Package] = p
	}
	switch e.Action {
	case "output":
		if _, seen := p.text[e.Test]; !seen {
			p.order = append(p.order, e.Test)
		}
		p.text[e.Test] = append(p.text[e.Test], e.Output)
	case "pass", "fail", "skip":
		t.end(p, e)
	}
}

// end notes how a test or a package ended.
func (t *tally) end(p *packageRun, e event) {
	failed := e.Action == "fail"
	if e.Test != "" {
		t.count[e.Action]++
		if !failed {
			p.text[e.Test] = nil
		}
		return
	}
	if failed {
		p.show()
		t.failed = true
	} else {
		p.showLast()
	}
	delete(t.running, e.Package)
}

// show prints all that was said by tests that did not pass, and then by the package.
func (p *packageRun) show() {
	for _, test := range p.order {
		if test != "" {
			fmt.Print(strings.Join(p.text[test], ""))
		}
	}
	fmt.Print(strings.Join(p.text[""], ""))
}

// showLast prints the line on a package that passed, or has no tests.
func (p *packageRun) showLast() {
	for _, line := range p.text[""] {
		if strings.HasPrefix(line, "ok  \t") || strings.HasPrefix(line, "?   \t") {
			fmt.Print(line)
		}
	}
}
