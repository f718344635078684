//go:build linux

package growth

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// fillFolder writes files of a size each.
func fillFolder(t *testing.T, dir string, files, size int) {
	t.Helper()
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMeasure counts what changed since the run began, once each, and what was
// deleted and is open.
func TestMeasure(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	fillFolder(t, dir, 3, 64<<10)
	time.Sleep(3 * slack)
	m := New([]string{dir}, []string{filepath.Join(other, "run-*")}, 1<<30, 1000)
	if o := m.measure(t.Context()); o.Bytes > 0 || o.Files > 0 {
		t.Errorf("before anything was written it is %+v", o)
	}
	made := filepath.Join(dir, "made")
	if err := os.Mkdir(made, 0o755); err != nil {
		t.Fatal(err)
	}
	fillFolder(t, made, 4, 64<<10)
	if err := os.Link(filepath.Join(made, "0"), filepath.Join(made, "again")); err != nil {
		t.Fatal(err)
	}
	temporary := filepath.Join(other, "run-1")
	if err := os.Mkdir(temporary, 0o755); err != nil {
		t.Fatal(err)
	}
	open, err := os.Create(filepath.Join(temporary, "x"))
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if _, err := open.Write(make([]byte, 128<<10)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(open.Name()); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var later Meter
	if err := json.Unmarshal(text, &later); err != nil {
		t.Fatal(err)
	}
	// Four files, the two folders that changed, the one for temporary files and the
	// deleted one.
	if o := later.measure(t.Context()); o.Files != 8 || o.Bytes < 4*64<<10+128<<10 || o.Bytes > 1<<20 {
		t.Errorf("it is %+v", o)
	}
}

// TestWatch ends where one of the limits is met, and says which.
func TestWatch(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		written, files int64
		made, size     int
		want           string
	}{
		"bytes":  {1 << 20, 100_000, 40, 64 << 10, "it wrote more than 1 MiB in all"},
		"files":  {1 << 40, 50, 80, 1, "it made more than 50 files and folders"},
		"little": {1 << 20, 100_000, 4, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			m := New([]string{dir}, nil, tt.written, tt.files)
			fillFolder(t, dir, tt.made, tt.size)
			// What the machine does beside it is not known: a file system that has grown
			// is the case that counts.
			for name, base := range maps.Clone(m.Base.at) {
				m.Base.set(name, Fill{Bytes: base.Bytes - 1<<30, Files: base.Files - 1000, Counts: base.Counts})
			}
			ctx, cancel := context.WithTimeout(t.Context(), 4*interval)
			defer cancel()
			over, ok := m.Watch(ctx)
			if ok != (tt.want != "") {
				t.Fatalf("over its limit: %t, %+v", ok, over)
			}
			if ok && !strings.HasPrefix(m.Text(over), tt.want) {
				t.Error(m.Text(over))
			}
		})
	}
}

// TestFreed: what others free while the run writes does not hide it.
func TestFreed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m := New([]string{dir}, nil, 1<<20, 100_000)
	fillFolder(t, dir, 40, 64<<10)
	for name, base := range maps.Clone(m.Base.at) {
		m.Base.set(name, Fill{Bytes: base.Bytes + 1<<40, Files: base.Files + 100_000, Counts: base.Counts})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, ok := m.Watch(ctx); !ok {
		t.Error("a run that wrote more than its limit was not stopped")
	}
}

// TestHandedOn: what another process goes on with is written while the run is watched.
func TestHandedOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m := New([]string{dir}, nil, 1<<20, 100)
	ctx, cancel := context.WithTimeout(t.Context(), 2*interval)
	defer cancel()
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		m.Watch(ctx)
	}()
	for ctx.Err() == nil {
		if _, err := json.Marshal(m); err != nil {
			t.Fatal(err)
		}
	}
	<-watched
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var next Meter
	if err := json.Unmarshal(text, &next); err != nil {
		t.Fatal(err)
	}
	for name, want := range m.Base.at {
		if got, ok := next.Base.get(name); !ok || got != want {
			t.Errorf("%s: %+v was handed on as %+v", name, want, got)
		}
	}
	if next.Base.empty() != m.Base.empty() || next.Written != m.Written {
		t.Errorf("%s was handed on as %+v", text, &next)
	}
}
