// Package audit puts filters that are not ours through one set of cells: other
// people's Go libraries as variants, and programs in any language through a pipe.
//
//	Cells      what is asked of every filter: rates, sizes, kinds of keys, more than 2^32 bits, many askers at once, with and without a race detector
//	Start      one cell in a process of its own, with limits of time and memory
//	Converse   the protocol of the pipe: members, then queries, 0 or 1 a line
//	Judge      counts against the maker's promise and against theory
//	Table      rows as CSV and as Markdown
//
// A filter that hangs, crashes or eats memory takes its process with it, and is
// a row that says so; so is one that loses keys. Nothing is caught inside the
// process: what the library does there is what it does to its users.
package audit
