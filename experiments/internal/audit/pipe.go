package audit

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/filterlab/filterlab/experiments/internal/keys"
)

// Counts are what was counted of a cell, all trials together.
type Counts struct {
	Trials, Inserted, Rejected, FalseNegatives, Queries uint64

	FalsePositives []uint64 // a trial
}

// Converse holds one trial of c with a program over a pipe. The harness writes
//
//	filterlab-audit 1 members=N fpr=P queries=Q
//	N lines, one member each, in hexadecimal digits
//	Q lines, one query each
//
// and ends its output. The program answers each query with a line of 0 or 1, as
// soon or as late as it likes, and ends with exit code 0. A key may be empty: an
// empty line. The queries are all members again, in their order, and then absent
// keys: to answer by anything but the filter is to cheat oneself.
func Converse(c *Cell, stream keys.Stream, counts *Counts) func(to io.Writer, from io.Reader) error {
	return func(to io.Writer, from io.Reader) error {
		sent := make(chan error, 1)
		go func() { sent <- send(to, c, stream) }()
		err := receive(from, c, counts)
		if err != nil {
			return err
		}
		if err := <-sent; err != nil {
			return fmt.Errorf("it stopped reading: %w", err)
		}
		return nil
	}
}

// send writes header, members and queries.
func send(to io.Writer, c *Cell, stream keys.Stream) error {
	w := bufio.NewWriterSize(to, 1<<16)
	fmt.Fprintf(w, "filterlab-audit 1 members=%d fpr=%s queries=%d\n", c.N, strconv.FormatFloat(c.Rate(), 'g', -1, 64), c.N+c.Queries)
	for range 2 { // as members, then as the first queries
		if err := lines(w, c.N, stream.Members); err != nil {
			return err
		}
	}
	if err := lines(w, c.Queries, stream.Absent); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if closer, ok := to.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// lines writes n keys in hexadecimal digits.
func lines(w *bufio.Writer, n uint64, fill func(first uint64, count int, b *keys.Block)) error {
	var b keys.Block
	var line []byte
	for first := uint64(0); first < n; {
		count := int(min(n-first, keys.BlockMax))
		fill(first, count, &b)
		for i := range count {
			line = append(hex.AppendEncode(line[:0], b.Key(i)), '\n')
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		first += uint64(count)
	}
	return nil
}

// receive reads and counts the answers.
func receive(from io.Reader, c *Cell, counts *Counts) error {
	answers := bufio.NewScanner(from)
	var yes, no uint64
	asked := c.N + c.Queries
	for i := range asked {
		if !answers.Scan() {
			if errors.Is(answers.Err(), bufio.ErrTooLong) {
				return fmt.Errorf("answer %d is no line: want 0 or 1", i+1)
			}
			return fmt.Errorf("it ended after %d of %d answers", i, asked)
		}
		switch text := answers.Text(); {
		case text != "0" && text != "1":
			return fmt.Errorf("answer %d is %.20q: want 0 or 1", i+1, text)
		case i < c.N && text == "0":
			no++
		case i >= c.N && text == "1":
			yes++
		}
	}
	if answers.Scan() {
		return fmt.Errorf("more than %d answers: %.20q", asked, answers.Text())
	}
	counts.Trials++
	counts.Inserted += c.N
	counts.FalseNegatives += no
	counts.Queries += c.Queries
	counts.FalsePositives = append(counts.FalsePositives, yes)
	return answers.Err()
}
