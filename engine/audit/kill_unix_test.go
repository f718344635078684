//go:build unix

package audit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// writerEnv names the folder that a process of this test writes to.
const writerEnv = "AUDIT_TEST_WRITER"

// TestMain is a writer when the environment says so: it records until it is
// killed, or as often as it is told.
func TestMain(m *testing.M) {
	path := os.Getenv(writerEnv)
	if path == "" {
		os.Exit(m.Run())
	}
	var runs int
	_, _ = fmt.Sscan(os.Getenv("AUDIT_TEST_RUNS"), &runs)
	if err := writeOn(path, runs); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func writeOn(path string, runs int) error {
	l, err := Open(path, WithoutSync(), WithWait(time.Minute))
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 17))
	for i := 0; runs == 0 || i < runs; i++ {
		id, command := fmt.Sprintf("p%d-%d", os.Getpid(), i), strings.Repeat("long ", random.IntN(4000))
		if _, err := l.Begin(context.Background(), nil, Record{Run: id, Request: &Request{Command: &command, Cwd: "/"}}); err != nil {
			return err
		}
		if i == 0 {
			fmt.Println("began")
		}
		if _, err := l.End(context.Background(), nil, id, Result{Ended: "exited"}, nil); err != nil {
			return err
		}
	}
	return nil
}

func writerProcess(t *testing.T, path string, runs int) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), writerEnv+"="+path, fmt.Sprintf("AUDIT_TEST_RUNS=%d", runs))
	cmd.Stderr = os.Stderr
	return cmd
}

// TestProcesses lets several processes record at once.
func TestProcesses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit")
	var wait sync.WaitGroup
	for range 4 {
		cmd := writerProcess(t, path, 50)
		wait.Go(func() {
			if err := cmd.Run(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if report := wantSound(t, l); report.Records != 400 {
		t.Errorf("%d records; want 400", report.Records)
	}
}

// TestKilled kills writers in the middle of their work, again and again: the chain
// holds, and what they had begun shows as lost.
func TestKilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit")
	random := rand.New(rand.NewPCG(1, 16))
	for round := range 12 {
		var writers []*exec.Cmd
		for range 3 {
			cmd := writerProcess(t, path, 0)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if !bufio.NewScanner(out).Scan() {
				t.Fatal("the writer wrote nothing")
			}
			writers = append(writers, cmd)
		}
		time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond)
		for _, cmd := range writers {
			_ = cmd.Process.Kill()
		}
		for _, cmd := range writers {
			_ = cmd.Wait()
		}
		l, err := Open(path, WithoutSync())
		if err != nil {
			t.Fatal(err)
		}
		report, err := l.Verify(context.Background(), Anchor{})
		if err != nil || !report.OK() {
			t.Fatalf("round %d: %v %v", round, err, report.Problems)
		}
	}
	l, err := Open(path, WithoutSync())
	if err != nil {
		t.Fatal(err)
	}
	begin(t, l, "alive", "ls")
	wantSound(t, l)
	found, err := l.Runs(context.Background(), Filter{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Damaged) > 0 {
		t.Errorf("damaged %v; what a killed writer left is none", found.Damaged)
	}
	counts := Count(found.Runs).States
	if counts[Running] != 1 || counts[LostState] > 36 || counts[Unclear] != 0 || counts[Ended] < 36 {
		t.Errorf("states %v; want one that runs, and at most one lost for each of 36 writers", counts)
	}
}

// TestHooks stops a writer between its steps, as a kill would, by leaving the
// goroutine there for good.
func TestHooks(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"write", "written"} {
		c := newClock("2026-03-01T12:00:00Z")
		l := testLog(t, c)
		begin(t, l, "r1", "ls")
		stuck := testLog(t, c)
		stuck.path = l.path
		stuck.hook = func(step string) {
			if step == at {
				panic(errStopped)
			}
		}
		func() {
			defer func() { _ = recover() }()
			begin(t, stuck, "r2", "ls")
		}()
		// The lock of a process that is killed is released; here it is held by a file
		// that nobody closes, so that the folder is looked at as it is.
		copied := filepath.Join(t.TempDir(), "audit")
		if err := os.CopyFS(copied, os.DirFS(l.path)); err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Fields("head 2026-03-01.jsonl") {
			chmod(t, filepath.Join(copied, name), 0o600)
		}
		chmod(t, copied, 0o700)
		after, err := Open(copied, WithClock(c.now), WithoutSync())
		if err != nil {
			t.Fatal(err)
		}
		begin(t, after, "r3", "ls")
		want := map[string]uint64{"write": 2, "written": 3}[at]
		if report := wantSound(t, after); report.Records != want {
			t.Errorf("%s: %d records; want %d", at, report.Records, want)
		}
	}
}

var errStopped = errors.New("stopped")

// TestDiskFull: what cannot be recorded is an error, the log stays whole, and goes
// on once there is room.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	path := smallDisk(t)
	l, err := Open(filepath.Join(path, "audit"), WithoutSync())
	if err != nil {
		t.Fatal(err)
	}
	failed, written := 0, uint64(0)
	for i := range 100 {
		command := strings.Repeat("x", 3000)
		place, err := l.Begin(context.Background(), nil, Record{Run: fmt.Sprint("r", i), Request: &Request{Command: &command, Cwd: "/"}})
		switch {
		case err == nil:
			written = place.Seq
		case errors.Is(err, syscall.ENOSPC):
			failed++
		default:
			t.Fatal(err)
		}
	}
	if failed == 0 || written == 0 {
		t.Fatalf("%d failed, %d written", failed, written)
	}
	if report := wantSound(t, l); report.Last != written || len(report.Notes) > 0 {
		t.Errorf("the last record is %d, notes %v; want %d and none", report.Last, report.Notes, written)
	}
	if err := os.Remove(filepath.Join(path, "ballast")); err != nil {
		t.Fatal(err)
	}
	if place := begin(t, l, "later", "ls"); place.Seq != written+1 {
		t.Errorf("record %d; want %d", place.Seq, written+1)
	}
	wantSound(t, l)
}
