package rate

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func take(t *testing.T, p *Places, id, kind string, now time.Time) int {
	t.Helper()
	n, err := p.Take(t.Context(), id, kind, now)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestSlidingHour counts what began less than an hour ago, by kind.
func TestSlidingHour(t *testing.T) {
	p, now := Open(filepath.Join(t.TempDir(), "places")), time.Unix(1_800_000_000, 0)
	if n, err := p.Count(t.Context(), "a", now); n != 0 || err != nil {
		t.Errorf("an empty folder: %d, %v", n, err)
	}
	for i, want := range []int{0, 1, 2} {
		if n := take(t, p, fmt.Sprint("run", i), "a", now.Add(time.Duration(i)*time.Minute)); n != want {
			t.Errorf("before run %d there were %d", i, n)
		}
	}
	if n := take(t, p, "other", "b", now); n != 0 {
		t.Errorf("another kind has %d", n)
	}
	for after, want := range map[time.Duration]int{time.Hour - time.Second: 3, time.Hour: 2, time.Hour + time.Minute: 1, 2 * time.Hour: 0} {
		p := Open(copied(t, p.path))
		if n, err := p.Count(t.Context(), "a", now.Add(after)); n != want || err != nil {
			t.Errorf("after %s there are %d, %v; wanted %d", after, n, err, want)
		}
	}
}

func copied(t *testing.T, dir string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(out, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestGive counts no run that gave its place back.
func TestGive(t *testing.T) {
	p, now := Open(t.TempDir()), time.Now()
	take(t, p, "x", "a", now)
	for range 2 {
		if err := p.Give("x"); err != nil {
			t.Error(err)
		}
	}
	if n := take(t, p, "y", "a", now); n != 0 {
		t.Errorf("there are %d", n)
	}
}

// TestHalfWritten counts the place of a run that was killed while it wrote.
func TestHalfWritten(t *testing.T) {
	p := Open(t.TempDir())
	for _, text := range []string{"", `{"kind": "`} {
		if err := os.WriteFile(filepath.Join(p.path, "dead.run"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := p.Count(t.Context(), "a", time.Now()); n != 1 || err != nil {
			t.Errorf("%q: %d, %v", text, n, err)
		}
		if n, err := p.Count(t.Context(), "a", time.Now().Add(2*time.Hour)); n != 0 || err != nil {
			t.Errorf("%q after its hour: %d, %v", text, n, err)
		}
	}
}

// TestTogether gives runs at the same time different numbers, so that only one is the
// last below a limit.
func TestTogether(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	seen := make([]int, 20)
	var wait sync.WaitGroup
	for i := range seen {
		wait.Go(func() {
			n, err := Open(dir).Take(t.Context(), fmt.Sprint("run", i), "a", now)
			if err != nil {
				t.Error(err)
				return
			}
			seen[n]++
		})
	}
	wait.Wait()
	for n, times := range seen {
		if times != 1 {
			t.Errorf("%d runs were told that %d came before", times, n)
		}
	}
}
