//go:build unix

package lock

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

func TestUnsafeRoot(t *testing.T) {
	base := t.TempDir()
	open := func(path string) error {
		r, err := OpenRoot(context.Background(), path)
		if err == nil {
			r.Close()
		}
		return err
	}
	var unsafe *UnsafeError
	var link *LinkError
	skills := filepath.Join(base, "skills")
	if err := os.Mkdir(skills, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(skills, filepath.Join(base, "linked")); err != nil {
		t.Fatal(err)
	}
	if err := open(filepath.Join(base, "linked")); !errors.As(err, &link) || !strings.Contains(err.Error(), skills) {
		t.Errorf("a link: %v", err)
	}
	if err := open(filepath.Join(base, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
	for _, mode := range []os.FileMode{0o777, 0o757} {
		if err := os.Chmod(skills, mode); err != nil {
			t.Fatal(err)
		}
		if err := open(skills); !errors.As(err, &unsafe) {
			t.Errorf("%v: %v", mode, err)
		}
	}
	for _, err := range []error{os.Chmod(skills, 0o755), os.Mkdir(filepath.Join(base, "other"), 0o755), os.Symlink("../other", filepath.Join(skills, stateDir))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := open(skills); err == nil || !strings.Contains(err.Error(), "it is not a folder") {
		t.Errorf("its own folder is a link: %v", err)
	}
	if err := os.Remove(filepath.Join(skills, stateDir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/null", filepath.Join(skills, Name)); err != nil {
		t.Fatal(err)
	}
	r := opened(t, skills)
	if _, err := r.Lock(); err == nil || !strings.Contains(err.Error(), "it is not a file") {
		t.Errorf("the lock file is a link: %v", err)
	}
	if err := os.Remove(filepath.Join(skills, Name)); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(skills, Name), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Lock(); err == nil {
		t.Error("a pipe is read as a lock file")
	}
}

func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "skills")
	first := opened(t, path)
	var busy *BusyError
	if _, err := OpenRoot(context.Background(), path, WithWait(50*time.Millisecond)); !errors.As(err, &busy) {
		t.Errorf("two hold it: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := OpenRoot(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	first.Close()
	opened(t, path)
}

// TestTogether has several install at once, each with names of its own and one
// that all have.
func TestTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "skills")
	opened(t, path).Close()
	var all sync.WaitGroup
	for who := range 4 {
		all.Go(func() {
			for i := range 4 {
				for _, name := range []string{"shared", fmt.Sprintf("own-%d-%d", who, i)} {
					r, err := OpenRoot(context.Background(), path, WithWait(5*time.Minute))
					if err != nil {
						t.Error(err)
						return
					}
					dir, entry, err := makeStaged(r, name, fmt.Sprintf("%d.%d", who, i), 2)
					if err == nil {
						err = r.Install(context.Background(), name, dir, entry)
					}
					if err != nil {
						t.Error(err)
					}
					r.Close()
				}
			}
		})
	}
	all.Wait()
	if got := whole(t, opened(t, path)); len(got) != 17 {
		t.Errorf("installed: %v", got)
	}
}

// TestSwapped has somebody put links in the place of a skill while it is
// installed and removed: nothing is written or removed through one.
func TestSwapped(t *testing.T) {
	path, outside := filepath.Join(t.TempDir(), "skills"), t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "SKILL.md"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := opened(t, path)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		place, aside := filepath.Join(path, "weather"), filepath.Join(path, ".aside")
		for {
			select {
			case <-done:
				return
			default:
			}
			_ = os.Rename(place, aside)
			_ = os.Symlink(outside, place)
			_ = os.Remove(place)
			_ = os.Rename(aside, place)
			_ = os.RemoveAll(aside)
		}
	}()
	for i := range fixture.Size(20, 60) {
		dir, entry := staged(t, r, "weather", fmt.Sprint(i%2), 2)
		_ = r.Install(context.Background(), "weather", dir, entry) // may fail
		if i%4 == 3 {
			_ = r.Remove(context.Background(), "weather")
		}
		_ = r.sweep()
	}
	close(done)
	<-ended
	left, err := os.ReadDir(outside)
	if err != nil || len(left) != 1 {
		t.Errorf("behind the link: %v %v", left, err)
	}
	if text, err := os.ReadFile(filepath.Join(outside, "SKILL.md")); err != nil || string(text) != "mine" {
		t.Errorf("behind the link: %q %v", text, err)
	}
	r.Close()
	_ = os.RemoveAll(filepath.Join(path, "weather"))
	r = opened(t, path)
	dir, entry := staged(t, r, "weather", "last", 2)
	if err := r.Install(context.Background(), "weather", dir, entry); err != nil {
		t.Fatal(err)
	}
	if got := whole(t, r); got["weather"] != "last" {
		t.Errorf("afterwards: %v", got)
	}
}

// TestShare wants whoever reads a root to find it as its lock file says, however
// busy it is, and not to write to it.
func TestShare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "skills")
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	dir, err := os.OpenRoot(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dir.Close() }()
	release, err := Share(context.Background(), dir, path, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	release()
	if made, err := os.ReadDir(path); err != nil || len(made) > 0 {
		t.Errorf("reading made %v %v", made, err)
	}
	// Before anybody has opened the root there is nothing to wait for.
	first, err := OpenRoot(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	first.Close()
	done, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				ended <- nil
				return
			default:
			}
			r, err := OpenRoot(context.Background(), path, WithWait(5*time.Minute))
			if err == nil {
				var from string
				var entry *Entry
				if from, entry, err = makeStaged(r, "weather", fmt.Sprint(i%2), 2); err == nil {
					err = r.Install(context.Background(), "weather", from, entry)
				}
				r.Close()
			}
			if err != nil {
				ended <- err
				return
			}
		}
	}()
	for range 100 {
		release, err := Share(context.Background(), dir, path, 5*time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		l, _, err := Current(context.Background(), dir, path)
		if err != nil {
			t.Fatal(err)
		}
		checked, err := l.Verify(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range checked {
			if c.State != Same {
				t.Errorf("while it is installed: %+v", c)
			}
		}
		release()
	}
	close(done)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	held := opened(t, path)
	var busy *BusyError
	if _, err := Share(context.Background(), dir, path, 10*time.Millisecond); !errors.As(err, &busy) {
		t.Errorf("while another changes it: %v", err)
	}
	held.Close()
}

// The variable that makes a test binary install until it is killed.
const installing = "SKILLCTL_TEST_INSTALLING"

// TestInstalling is the process that TestKilled kills.
func TestInstalling(t *testing.T) {
	path := os.Getenv(installing)
	if path == "" {
		return
	}
	for i := 0; ; i++ {
		r, err := OpenRoot(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		if i%5 == 4 {
			err = r.Remove(context.Background(), "weather")
		} else {
			dir, entry := staged(t, r, "weather", fmt.Sprint("version ", i%2), 10)
			err = r.Install(context.Background(), "weather", dir, entry)
		}
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		if i == 0 {
			fmt.Println("installing")
		}
	}
}

// TestKilled kills a process that installs, again and again: there is always a
// whole version, or none, and the lock file says which.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "skills")
	keep := opened(t, path)
	dir, entry := staged(t, keep, "keep", "one", 3)
	if err := keep.Install(context.Background(), "keep", dir, entry); err != nil {
		t.Fatal(err)
	}
	keep.Close()
	seen := map[string]int{}
	rounds := fixture.Size(10, 25)
	for round := range rounds {
		cmd := exec.Command(os.Args[0], "-test.run=^TestInstalling$")
		cmd.Env = append(os.Environ(), installing+"="+path)
		var problem bytes.Buffer
		cmd.Stderr = &problem
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 1)); err != nil {
			t.Fatalf("it did not install: %v\n%s", err, problem.String())
		}
		time.Sleep(time.Duration(round) * 75 * time.Millisecond / time.Duration(rounds))
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		r := opened(t, path)
		got := whole(t, r)
		if got["keep"] != "one" {
			t.Fatalf("after round %d: %v", round, got)
		}
		seen[got["weather"]]++
		r.Close()
	}
	t.Logf("found: %v", seen)
}
