// Package runexp is the command runexp as a function: lists of variants, hash
// functions and experiments in, an exit code out.
//
//	func main() {
//		c := runexp.Command{Variants: builtin.Variants(), Functions: hashes.Functions()}
//		os.Exit(c.Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
//	}
//
// A stranger's variant needs no more than its own entry in such a list. The
// verbs are a chain, each reading the files that the one before wrote:
//
//	run     measures the experiments' cells     cells.csv counts.csv manifest.json
//	check   holds counts against theory         verdicts.csv
//	report  writes what people read             report.html README.md figures/ theory.txt measured.txt
//	verify  runs a record again and compares    (nothing)
//
// Times are apart from them: bench times filters against each other and writes a
// file of benchmarks per machine, and growth the time and memory that counting itself
// takes at rising n.
//
// Beside them stand questions that need no record: probe measures one cell from
// flags; theory, size, hash and positions compute without measuring; list and
// explain tell what there is. build writes a filter of a file's keys, in the bytes of
// the production system where the variant is one, and query asks such a file. compare
// holds two files of benchmarks against each other, ours or anybody's. audit puts
// filters of other people, in Go or behind a pipe, through one set of cells, each in
// a process of its own.
//
// Exit codes: 0 is fine; 1 is a finding (a false negative, a gate not met, a
// record that cannot be repeated, a regression that compare was told to fail
// on); 2 is wrong use or bad input; 130 is an interrupt. An error is one line on
// standard error that names the flag or the file and line, the value, and what is
// allowed; after a usage error nothing has been written.
package runexp
