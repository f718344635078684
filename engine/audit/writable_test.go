package audit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestWrote asks who may have changed a file, at times around two runs.
func TestWrote(t *testing.T) {
	t.Parallel()
	ctx, now := context.Background(), time.Date(2026, 3, 1, 23, 59, 0, 0, time.UTC)
	l, err := Open(t.TempDir()+"/audit", WithClock(func() time.Time { return now }), WithoutSync())
	if err != nil {
		t.Fatal(err)
	}
	begin := now
	put := func(after time.Duration, r Record) {
		t.Helper()
		now = begin.Add(after)
		if _, err := l.Append(ctx, nil, r); err != nil {
			t.Fatal(err)
		}
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "kept"), nil, 0o600), os.WriteFile(filepath.Join(dir, "two"), nil, 0o600), os.Link(filepath.Join(dir, "two"), filepath.Join(dir, "other")),
	); err != nil {
		t.Fatal(err)
	}
	boundary := func(sandbox, access string) map[string]any {
		return map[string]any{
			"sandbox": sandbox, "workspace": map[string]any{"path": "/w", "access": access},
			"write": []string{"/more", dir}, "hide": []string{"/w/hidden"}, "protect": []string{"/w/kept", filepath.Join(dir, "kept"), filepath.Join(dir, "two")}, "limits": map[string]any{"timeoutMs": 1_800_000},
		}
	}
	twice := "reads"
	if runtime.GOOS == "windows" {
		twice = "" // names are not counted there
	}
	put(0, Record{Kind: Start, Run: "first", Boundary: boundary("landlock", "rw")})
	put(time.Second, Record{Kind: Start, Run: "reads", Boundary: boundary("landlock", "ro")})
	put(2*time.Second, Record{Kind: Start, Run: "all", Boundary: boundary("none", "rw")})
	put(2*time.Minute, Record{Kind: End, Run: "first", Result: &Result{Ended: "exited"}})
	put(time.Hour, Record{Kind: Start, Run: "lost", Boundary: boundary("docker", "rw")})
	for _, test := range []struct {
		file string
		at   time.Duration
		want string
	}{
		{"/w/a", -time.Second, ""},
		{"/w/a", -time.Millisecond, "first"}, // the clock of files is behind
		{"/w/a", 90 * time.Second, "first"},  // on the next day
		{"/w/a/b", 90 * time.Second, "first"},
		{"/w/..a", 90 * time.Second, "first"},
		{"/wa", 90 * time.Second, ""},
		{"/a", 90 * time.Second, ""},
		{"/w/hidden", 90 * time.Second, ""},
		{"/w/kept", 90 * time.Second, ""},
		{"/w/kept/in/it", 90 * time.Second, ""},
		{filepath.Join(dir, "kept"), 90 * time.Second, ""},
		{filepath.Join(dir, "two"), 90 * time.Second, twice}, // it has another name
		{"/w/a", 2*time.Minute + time.Second, ""},
		{"/more/a", 90 * time.Second, "reads"},
		{"/w/a", 70 * time.Minute, "lost"},
		{"/w/a", 95 * time.Minute, ""}, // longer than it was allowed to last
		{"/w/a", 72 * time.Hour, ""},
	} {
		got, err := l.Wrote(ctx, test.file, begin.Add(test.at))
		if err != nil || got != test.want {
			t.Errorf("%s changed after %v: run %q, %v; want %q", test.file, test.at, got, err, test.want)
		}
	}
}
