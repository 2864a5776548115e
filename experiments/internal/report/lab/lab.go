// Package lab is the laboratory of the report page: a calculator of filters, and a toy
// filter small enough to watch. It is plain JavaScript, written by hand and joined here
// to one script inside the page: nothing is loaded, and without JavaScript it is not
// shown.
//
//	law, blocks, rates        formulas, after variants/theory
//	shapes, blocked, tables   sizing, after the variants' own
//	prints, ribbon, sets      both, of filters that store what they hold
//	series, tally             what double hashing adds in systems that sum before they reduce
//	systems, rocksdb, rotated, lines, blobloom   both, of production systems
//	number, solve             what was typed; which of n, p, m, k are given, and what follows
//	steps                     the calculator's work in pieces, for a worker beside the page
//	toy                       hashing, and a filter of at most 128 cells
//	desk                      the worker
//	page, curve, calculator, answer, toyview, start   what touches the page
//
// The scripts up to toy know no page: a test runs them and compares them with the Go
// code, at hundreds of points to 9 digits. Formulas are those of independent positions,
// so the scheme to ask runexp for the same is xxh3+independent; production systems bring
// their own scheme, and the formula that goes with it.
package lab

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

//go:embed web
var web embed.FS

// models are the scripts that know no page, in the order in which they build on each
// other.
var models = []string{
	"law.js", "blocks.js", "rates.js", "shapes.js", "blocked.js", "tables.js", "prints.js",
	"ribbon.js", "sets.js", "series.js", "tally.js", "systems.js", "rocksdb.js", "rotated.js", "lines.js", "blobloom.js", "number.js", "solve.js", "steps.js", "toy.js",
}

// views are the scripts that touch the page.
var views = []string{"page.js", "desk.js", "curve.js", "calculator.js", "answer.js", "toyview.js", "start.js"}

// joined returns the scripts one after the other.
func joined(names []string) (string, error) {
	var b strings.Builder
	for _, name := range names {
		text, err := web.ReadFile("web/" + name)
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String(), nil
}

// field is a parameter of a variant, as the calculator asks for it.
type field struct {
	Variant, Name, Label string
	Values               []string // to choose from; none is a number to type
}

// group is variants that work alike, as the calculator lists them.
type group struct {
	Label    string
	Variants []string
}

// groups are the variants that the calculator knows, in the order of solve.js.
func groups(w *catalogue.Words) []group {
	return []group{
		{w.Say("lab.bloom"), []string{"classic", "partitioned", "blocked", "splitblock", "counting", "scalable"}},
		{w.Say("lab.prints"), []string{"cuckoo", "quotient", "vqf", "prefix"}},
		{w.Say("lab.static"), []string{"xor", "fuse", "ribbon", "gcs"}},
		{w.Say("lab.set"), []string{"exact"}},
		{w.Say("lab.systems"), []string{
			"guava-mitz64", "guava-mitz32", "cassandra", "cassandra-3", "leveldb", "hbase", "parquet",
			"rocksdb", "rocksdb-legacy", "rocksdb-ribbon", "pebble", "bits-and-blooms", "blobloom",
		}},
	}
}

// choices are the fields of the variants, as solve.js has them.
func choices(w *catalogue.Words) []field {
	of := func(variant, name string, values ...string) field {
		return field{variant, name, w.Say("lab." + name), values}
	}
	return []field{
		of("blocked", "block", "64", "128", "256", "512", "1024", "2048", "4096"),
		of("counting", "width", "2", "4", "8", "16"),
		of("scalable", "initial"),
		of("scalable", "growth", "2", "4"),
		of("scalable", "tightening", "0.5", "0.8", "0.9"),
		of("cuckoo", "slots", "1", "2", "4", "8"),
		of("quotient", "remainder", upTo32()...),
		of("quotient", "round", "block", "pow2"),
		of("prefix", "spare", "cuckoo", "quotient"),
		of("fuse", "arity", "3", "4"),
		of("ribbon", "solution", "standard", "homogeneous"),
		of("ribbon", "band", "64", "128"),
		of("ribbon", "column", upTo32()...),
		of("gcs", "step", "16", "32", "64", "128", "256"),
		of("exact", "digest", "64", "128"),
		of("hbase", "fold", "0", "1", "2", "3", "4", "5", "6", "7"),
		of("parquet", "rule", "go", "java", "arrow"),
	}
}

// upTo32 are the values of a number of bits that sizing may choose.
func upTo32() []string {
	values := []string{"auto"}
	for i := range 32 {
		values = append(values, strconv.Itoa(i+1))
	}
	return values
}

// script is the whole script in a language: in a function of its own, so that it adds no
// name to the page, with the words it says first.
func script(w *catalogue.Words) (template.JS, error) {
	words := map[string]string{}
	for _, key := range spoken {
		words[key] = w.Say(key)
	}
	said, err := json.Marshal(words) // keys sorted, and < escaped
	if err != nil {
		return "", err
	}
	text, err := joined(append(append([]string(nil), models...), views...))
	if err != nil {
		return "", err
	}
	return template.JS("(() => {\n'use strict';\nconst words = " + string(said) + ";\n" + text + "})();\n"), nil
}

// HTML returns the laboratory in a language, its script and style with it. It depends on
// the words alone. It has no heading of its own: the page gives it one.
func HTML(w *catalogue.Words) (template.HTML, error) {
	t, err := template.New("lab.html").Funcs(template.FuncMap{"say": w.Say}).ParseFS(web, "web/lab.html")
	if err != nil {
		return "", err
	}
	style, err := web.ReadFile("web/lab.css")
	if err != nil {
		return "", err
	}
	js, err := script(w)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{"Style": template.CSS(style), "Script": js, "Groups": groups(w), "Choices": choices(w)})
	return template.HTML(out.String()), err
}
