//go:build unix

package output

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/runner"
)

// put makes a file of so many bytes, and the folders above it.
func put(t *testing.T, name string, size int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Repeat([]byte{'x'}, size), 0o755); err != nil {
		t.Fatal(err)
	}
}

func folders(t *testing.T) (workspace string, o runner.Output) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	workspace = filepath.Join(base, "work")
	put(t, filepath.Join(workspace, "secret.txt"), 3)
	return workspace, runner.Output{
		Source: filepath.Join(workspace, "out"), Target: filepath.Join(base, "target"), Types: []string{"*.txt", "*.csv", "deep/*.md"}, FileSize: 100,
	}
}

func collect(t *testing.T, workspace string, o runner.Output) Report {
	t.Helper()
	report, err := Collect(t.Context(), In(workspace, o.Source), o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// lines are a report in short: what was taken, and what was left and why.
func lines(r Report) []string {
	var out []string
	for _, f := range r.Taken {
		out = append(out, fmt.Sprintf("%s %d", f.Path, f.Size))
	}
	for _, f := range r.Left {
		out = append(out, f.Path+" "+string(f.Reason))
	}
	return out
}

func found(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && name != dir {
			rel, _ := filepath.Rel(dir, name)
			if entry.IsDir() {
				rel += "/"
			}
			out = append(out, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCollect(t *testing.T) {
	t.Parallel()
	workspace, o := folders(t)
	for name, size := range map[string]int{
		"a.txt": 1, "b.TXT": 1, "c.txt.exe": 1, "exact.txt": 100, "large.txt": 101, "empty.csv": 0, ".txt": 1, ".hidden.txt": 1, ".dir/x.txt": 1,
		"sub/deep/x.csv": 2, "deep/x.md": 2, "sub/x.md": 2, "bad\x1b[2Jname.txt": 1, "bidi\u202e.txt": 1, `back\slash.txt`: 1, "\xff.txt": 1,
	} {
		put(t, filepath.Join(o.Source, name), size)
	}
	if err := os.Mkdir(filepath.Join(o.Source, "d.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link.txt": "../secret.txt", "inner.txt": "a.txt", "linked": "..", "dangling.txt": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(o.Source, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"hard.txt": "secret.txt", "first.txt": "out/second.txt"} {
		put(t, filepath.Join(o.Source, "second.txt"), 1)
		if err := os.Link(filepath.Join(workspace, to), filepath.Join(o.Source, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(o.Source, "pipe.txt"), 0o644); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", filepath.Join(o.Source, "socket.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	report := collect(t, workspace, o)
	same(t, "report", lines(report), []string{
		"a.txt 1", "deep/x.md 2", "empty.csv 0", "exact.txt 100", "sub/deep/x.csv 2",
		".dir hidden", ".hidden.txt hidden", ".txt hidden", "\\xff.txt name", "b.TXT type", `back\slash.txt name`, `bad\x1b[2Jname.txt name`, `bidi\u202e.txt name`, "c.txt.exe type",
		"dangling.txt link", "first.txt hard_link", "hard.txt hard_link", "inner.txt link", "large.txt size", "link.txt link", "linked type", "pipe.txt not_regular",
		"second.txt hard_link", "socket.txt not_regular", "sub/x.md type",
	})
	same(t, "target", found(t, o.Target), []string{"a.txt", "deep/", "deep/x.md", "empty.csv", "exact.txt", "sub/", "sub/deep/", "sub/deep/x.csv"})
	for name, want := range map[string]fs.FileMode{"": 0o700 | fs.ModeDir, "a.txt": 0o600, "sub": 0o700 | fs.ModeDir} {
		if info, err := os.Stat(filepath.Join(o.Target, name)); err != nil || info.Mode() != want {
			t.Errorf("%q: mode %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
	if report.Taken[0].Digest != "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881" {
		t.Errorf("digest of x: %s", report.Taken[0].Digest)
	}
	if says := report.Left[4].Says; !strings.HasSuffix(says, "(case counts)") {
		t.Errorf("b.TXT: %s", says)
	}
}

// TestCollectIntoUsed: files of an earlier run are replaced; nothing else is.
func TestCollectIntoUsed(t *testing.T) {
	t.Parallel()
	workspace, o := folders(t)
	for _, name := range []string{"old.txt", "link.txt", "dir.txt", "linked/x.txt", "file/x.txt", "hard.txt"} {
		put(t, filepath.Join(o.Source, name), 9)
	}
	victim := filepath.Join(workspace, "secret.txt")
	put(t, filepath.Join(o.Target, "old.txt"), 1)
	put(t, filepath.Join(o.Target, "kept.txt"), 1)
	put(t, filepath.Join(o.Target, "file"), 1)
	err := errors.Join(
		os.Symlink(victim, filepath.Join(o.Target, "link.txt")), os.Mkdir(filepath.Join(o.Target, "dir.txt"), 0o700),
		os.Symlink(workspace, filepath.Join(o.Target, "linked")), os.Link(victim, filepath.Join(o.Target, "hard.txt")),
	)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "report", lines(collect(t, workspace, o)), []string{
		"hard.txt 9", "old.txt 9", "dir.txt in_the_way", "file/x.txt in_the_way", "link.txt in_the_way", "linked/x.txt in_the_way",
	})
	if text, err := os.ReadFile(victim); err != nil || len(text) != 3 {
		t.Errorf("a file outside of the target was written: %q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(workspace, "x.txt")); err == nil {
		t.Error("a file was written through a link")
	}
	if left := found(t, o.Target); slices.ContainsFunc(left, func(s string) bool { return strings.HasPrefix(s, ".") }) {
		t.Errorf("left behind: %v", left)
	}
}

func TestCollectNothing(t *testing.T) {
	t.Parallel()
	workspace, o := folders(t)
	if report := collect(t, workspace, o); len(report.Taken)+len(report.Left) != 0 {
		t.Errorf("report %+v", report)
	}
	if _, err := os.Stat(o.Target); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the target was made: %v", err)
	}
}

func TestCollectRefuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(t *testing.T, workspace string, o *runner.Output)
		want   string
	}{
		"the folder is a link": {func(t *testing.T, workspace string, o *runner.Output) {
			link(t, workspace, o.Source)
		}, "is not a folder"},
		"a folder above it is a link": {func(t *testing.T, workspace string, o *runner.Output) {
			put(t, filepath.Join(workspace, "real", "out", "a.txt"), 1)
			link(t, filepath.Join(workspace, "real"), filepath.Join(workspace, "l"))
			o.Source = filepath.Join(workspace, "l", "out")
		}, "is not a folder"},
		"the folder is a file": {func(t *testing.T, _ string, o *runner.Output) { put(t, o.Source, 1) }, "is not a folder"},
		"the target is a link": {func(t *testing.T, workspace string, o *runner.Output) {
			put(t, filepath.Join(o.Source, "a.txt"), 1)
			link(t, workspace, o.Target)
		}, "is not a folder"},
		"above the target is a link": {func(t *testing.T, workspace string, o *runner.Output) {
			put(t, filepath.Join(o.Source, "a.txt"), 1)
			elsewhere := t.TempDir()
			link(t, elsewhere, o.Target)
			o.Target = filepath.Join(o.Target, "x")
		}, "leads through a link"},
		"the target is relative": {func(t *testing.T, _ string, o *runner.Output) {
			put(t, filepath.Join(o.Source, "a"), 1)
			o.Target = "out"
		}, "must be absolute"},
		"the target is the folder": {func(t *testing.T, _ string, o *runner.Output) {
			put(t, filepath.Join(o.Source, "a"), 1)
			o.Target = o.Source
		}, "one contains the other"},
		"the target is in the folder": {func(t *testing.T, _ string, o *runner.Output) {
			put(t, filepath.Join(o.Source, "a"), 1)
			o.Target = filepath.Join(o.Source, "x")
		}, "one contains the other"},
		"the folder is in the target": {func(t *testing.T, workspace string, o *runner.Output) {
			put(t, filepath.Join(o.Source, "a"), 1)
			o.Target = workspace
		}, "one contains the other"},
		"the pattern is none":  {func(_ *testing.T, _ string, o *runner.Output) { o.Types = []string{"*.txt", "[a"} }, `allowedOutputTypes[1]: "[a"`},
		"the pattern is blank": {func(_ *testing.T, _ string, o *runner.Output) { o.Types = []string{""} }, "allowedOutputTypes[0]"},
		"no size":              {func(_ *testing.T, _ string, o *runner.Output) { o.FileSize = 0 }, "0 bytes"},
		"nothing above the target": {func(t *testing.T, _ string, o *runner.Output) {
			put(t, filepath.Join(o.Source, "a.txt"), 1)
			o.Target = filepath.Join(o.Target, "x", "y")
		}, "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			workspace, o := folders(t)
			tt.change(t, workspace, &o)
			report, err := Collect(t.Context(), In(workspace, o.Source), o)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("report %+v, error %v; want %q", report, err, tt.want)
			}
		})
	}
}

func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Fatal(err)
	}
}

// TestCollectWaitsForNobody finds pipes in the places of folders.
func TestCollectWaitsForNobody(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, from := range []Folder{{Base: pipe, Path: "out"}, {Base: dir, Path: "pipe"}} {
		if _, err := Collect(context.Background(), from, runner.Output{Target: filepath.Join(dir, "target"), FileSize: 1}); err == nil {
			t.Errorf("%+v: files were taken", from)
		}
	}
	if _, err := openTarget(filepath.Join(pipe, "target")); err == nil {
		t.Error("a pipe can be a folder")
	}
}

func TestCollectBounds(t *testing.T) {
	t.Parallel()
	workspace, o := folders(t)
	o.Types = nil
	for i := range maxTaken + 2 {
		put(t, filepath.Join(o.Source, fmt.Sprintf("%05d", i)), 0)
	}
	for i := range maxLeft {
		put(t, filepath.Join(o.Source, fmt.Sprintf(".%05d", i)), 0)
	}
	deep := o.Source
	for range maxDepth + 1 {
		deep = filepath.Join(deep, "z")
	}
	put(t, filepath.Join(deep, "x"), 0)
	report := collect(t, workspace, o)
	if len(report.Taken) != maxTaken || len(report.Left) != maxLeft || report.Unlisted != 3 {
		t.Errorf("%d taken, %d left, %d more", len(report.Taken), len(report.Left), report.Unlisted)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Collect(ended, In(workspace, o.Source), o); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
