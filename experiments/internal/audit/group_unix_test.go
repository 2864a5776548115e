//go:build unix

package audit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
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
	for range 1000 { // the signal is sent; the system takes a moment to deliver it
		if gone(pid) {
			return
		}
		<-tick.C
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	t.Errorf("process %d is still there", pid)
}

// gone says whether a process has ended, collected or not.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)) // proc(5): state Z after the name
	return strings.Contains(string(stat), ") Z ")
}
