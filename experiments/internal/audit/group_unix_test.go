//go:build unix

package audit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestStartLeavesNobody: a shell starts a process that outlives it and holds its
// output, as a wrapper around a hanging program does. When Start returns, that
// process is gone, or a zombie that nobody has collected yet.
func TestStartLeavesNobody(t *testing.T) {
	var pid int
	talk := func(_ io.Writer, from io.Reader) (err error) {
		line, err := bufio.NewReader(from).ReadString('\n')
		if err != nil {
			return err
		}
		pid, err = strconv.Atoi(strings.TrimSpace(line))
		return err
	}
	limits := Limits{Time: time.Minute}
	if _, err := Start(context.Background(), limits, nil, []string{"sh", "-c", "sleep 600 & echo $!"}, talk); err != nil || pid == 0 {
		t.Fatalf("process %d: %v", pid, err)
	}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for range 60_000 { // the signal is sent; the system takes a moment to deliver it
		if gone(pid) {
			return
		}
		<-tick.C
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	t.Errorf("process %d is still there", pid)
}

// TestStartCountsAll: a shell waits for a program that works, or that eats memory;
// the shell itself does neither.
func TestStartCountsAll(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no other system tells")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]string{"spin": Slow, "eat": Memory, "hang": Hangs} {
		limits := Limits{Time: time.Second / 2}
		if what == "eat" {
			limits = Limits{Time: time.Minute, Memory: 128 << 20}
		}
		e, err := Start(context.Background(), limits, []string{"AUDIT_TEST=" + what},
			[]string{"sh", "-c", `"$0"; exit $?`, self}, nil)
		if err != nil || e.Fault != want {
			t.Errorf("%s: %+v, %v", what, e, err)
		}
	}
}

// TestEffort: what counts as work is a hundredth of a processor, however often it
// is looked at; what an ended process used is not lost.
func TestEffort(t *testing.T) {
	from := time.Unix(0, 0)
	for _, c := range []struct {
		name       string
		told       func(at time.Duration) time.Duration
		slow, idle time.Duration // when it is found, 0: not within ten minutes
	}{
		{"works all the time", func(at time.Duration) time.Duration { return at }, time.Minute + time.Second, 0},
		{"does nothing", func(time.Duration) time.Duration { return 0 }, 0, time.Minute + time.Second},
		{"a clock ticks", func(at time.Duration) time.Duration { return (at / 1000).Truncate(tickTime) }, 0, time.Minute + time.Second},
		{"a hundredth and more", func(at time.Duration) time.Duration { return at / 50 }, 0, 0},
		{"children that end", func(at time.Duration) time.Duration { return at % (20 * time.Second) }, 64 * time.Second, 0},
	} {
		e := effort{limit: time.Minute, looked: from}
		var slow, idle time.Duration
		for at := time.Second; at < 10*time.Minute && slow == 0 && idle == 0; at += time.Second {
			isSlow, isIdle := e.note(c.told(at), true, false, from.Add(at))
			if isSlow {
				slow = at
			}
			if isIdle {
				idle = at
			}
		}
		if slow != c.slow || idle != c.idle {
			t.Errorf("%s: slow at %s, idle at %s; want %s, %s", c.name, slow, idle, c.slow, c.idle)
		}
	}
}

// TestBusyMachine: a machine that stood still for an hour makes nothing hang, since it
// was not looked at often enough, nor does one on which there is no turn to be had.
func TestBusyMachine(t *testing.T) {
	now := time.Unix(0, 0)
	late, starved := effort{limit: time.Minute, looked: now}, effort{limit: time.Minute, looked: now}
	for look := range 2 * looks {
		now = now.Add(time.Hour)
		if slow, idle := late.note(0, true, false, now); slow || idle != (look >= looks) {
			t.Errorf("look %d, late: slow %v, idle %v", look+1, slow, idle)
		}
		if slow, idle := starved.note(0, true, true, now); slow || idle {
			t.Errorf("look %d, no turn: slow %v, idle %v", look+1, slow, idle)
		}
	}
	if runtime.GOOS == "linux" && !wantsTurn(os.Getpid()) { // this thread runs
		t.Error("who runs wants no turn")
	}
}

// gone says whether a process has ended, collected or not.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)) // proc(5): state Z after the name
	return strings.Contains(string(stat), ") Z ")
}
