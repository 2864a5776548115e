package audit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Limits are what one cell may take, the processes that it starts included. A busy
// machine must make no library look slow: Time is processor time where the system
// tells it (Linux), and besides the longest that nothing may be done at all (less
// than a hundredth of a processor, while none is waited for); elsewhere it is time on
// the wall.
type Limits struct {
	Time   time.Duration
	Memory uint64 // bytes held, where the system tells them (Linux)
}

// Ended is how a process ended.
type Ended struct {
	Output []byte
	Errors string // the first lines of standard error
	Code   int    // exit code, -1 for a signal
	Fault  string // "", hangs, time, memory, crashes or races
	Detail string // what was seen, one line
}

// Start runs one cell in a process of its own, and leaves none of what that
// process started in its group (Unix). talk, optional, converses with it; without
// it standard output is kept. The error is that the process could not be started,
// or that ctx ended.
func Start(ctx context.Context, l Limits, env []string, args []string, talk func(to io.Writer, from io.Reader) error) (Ended, error) {
	timed, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(timed, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), env...)
	cmd.WaitDelay = time.Second
	apart(cmd)
	var out bytes.Buffer
	errs := &head{most: 64 << 10}
	cmd.Stderr = errs
	var to io.WriteCloser
	var from io.ReadCloser
	var err error
	if talk == nil {
		cmd.Stdout = &out
	} else {
		if to, err = cmd.StdinPipe(); err != nil {
			return Ended{}, err
		}
		if from, err = cmd.StdoutPipe(); err != nil {
			return Ended{}, err
		}
	}
	if err := cmd.Start(); err != nil {
		return Ended{}, fmt.Errorf("%s: %w", args[0], err)
	}
	w := watcher{limits: l, done: make(chan struct{})}
	go w.watch(cmd, func() { // what the process started may still hold the pipes
		cancel()
		if talk != nil {
			_ = to.Close()
			_ = from.Close()
		}
	})
	var said error
	if talk != nil {
		said = talk(to, from)
		to.Close()
		if said != nil {
			cancel() // it will not be listened to any more
		}
	}
	err = cmd.Wait()
	close(w.done)
	endGroup(cmd)
	if ctx.Err() != nil {
		return Ended{}, ctx.Err()
	}
	e := Ended{Output: out.Bytes(), Errors: errs.String(), Code: cmd.ProcessState.ExitCode()}
	e.classify(&w, said, err)
	return e, nil
}

// classify says what kind of end it was.
func (e *Ended) classify(w *watcher, said, err error) {
	panicked := panicLine(e.Errors)
	switch {
	case w.ate.Load():
		e.Fault, e.Detail = Memory, fmt.Sprintf("took more than %d MiB", w.limits.Memory>>20)
	case w.idle.Load():
		e.Fault, e.Detail = Hangs, fmt.Sprintf("no answer, and nothing done for %s", w.limits.Time)
	case w.slow.Load():
		e.Fault, e.Detail = Slow, fmt.Sprintf("no answer in %s of processor time", w.limits.Time)
	case panicked != "":
		e.Fault, e.Detail = Crashes, panicked
	case said != nil:
		e.Fault, e.Detail = Crashes, said.Error()
	case err != nil && e.Code == -1:
		e.Fault, e.Detail = Crashes, err.Error()
	case raceLine(e.Errors) != "":
		e.Fault, e.Detail = Races, raceLine(e.Errors)
	}
}

// raceLine says what the first report of Go's race detector in standard error is
// of: the access, and the function that made it.
func raceLine(text string) string {
	_, report, found := strings.Cut(text, "WARNING: DATA RACE\n")
	if !found {
		return ""
	}
	lines := strings.SplitN(report, "\n", 3)
	access, _, _ := strings.Cut(lines[0], " at 0x")
	if len(lines) < 3 {
		return "data race"
	}
	return "data race: " + strings.ToLower(access) + " in " + strings.TrimSpace(lines[1])
}

// panicLine returns the line of a Go panic or fatal error in standard error.
func panicLine(text string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return strings.TrimSuffix(strings.TrimSpace(line), " [recovered, repanicked]")
		}
	}
	return ""
}

// head keeps the first bytes that are written to it.
type head struct {
	bytes.Buffer
	most int
}

// Write keeps what there is room for, and says that it took all.
func (h *head) Write(p []byte) (int, error) {
	h.Buffer.Write(p[:min(len(p), max(0, h.most-h.Len()))])
	return len(p), nil
}
