package watch

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// patient is how long a test waits for what has to happen in the end.
const patient = 30 * time.Second

// quickly is a debounce that keeps tests short.
const quickly = 20 * time.Millisecond

// teller collects what a watcher says.
type teller struct {
	t        *testing.T
	w        *Watcher
	mutex    sync.Mutex
	warnings []string
}

func start(t *testing.T, roots []string, opts ...Option) *teller {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	tell := &teller{t: t}
	warn := WithWarning(func(text string) {
		tell.mutex.Lock()
		defer tell.mutex.Unlock()
		tell.warnings = append(tell.warnings, text)
	})
	w, err := Start(ctx, roots, append([]Option{WithDebounce(quickly), WithInterval(quickly), warn}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	tell.w = w
	t.Cleanup(func() {
		cancel()
		for range w.Batches() {
		}
	})
	return tell
}

// until waits for all paths to be told of, each itself or by a folder above it,
// and returns all that was told.
func (l *teller) until(want ...string) []string {
	l.t.Helper()
	told := map[string]bool{}
	end := time.After(patient)
	for {
		left := slices.DeleteFunc(slices.Clone(want), func(name string) bool {
			for p := range told {
				if folders.Within(name, p) {
					return true
				}
			}
			return false
		})
		if len(left) == 0 {
			return slices.Sorted(maps.Keys(told))
		}
		select {
		case batch, ok := <-l.w.Batches():
			if !ok {
				l.t.Fatal("the watcher ended")
			}
			if !slices.IsSorted(batch.Paths) || len(batch.Paths) == 0 {
				l.t.Errorf("batch %q is empty or not sorted", batch.Paths)
			}
			for _, p := range batch.Paths {
				told[p] = true
			}
		case <-end:
			l.t.Fatalf("not told of %q; told of %q", left, slices.Sorted(maps.Keys(told)))
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(text), 0o644))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// folder is a temporary folder by its real path.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	return dir
}

// modes runs a test natively and by polling.
func modes(t *testing.T, test func(t *testing.T, opts ...Option)) {
	t.Run("native", func(t *testing.T) { t.Parallel(); test(t) })
	t.Run("polling", func(t *testing.T) { t.Parallel(); test(t, WithPolling()) })
}

func TestFiles(t *testing.T) {
	modes(t, func(t *testing.T, opts ...Option) {
		dir := folder(t)
		file := filepath.Join(dir, "a", "SKILL.md")
		write(t, file, "one")
		write(t, filepath.Join(dir, "b", "SKILL.md"), "one")
		l := start(t, []string{dir}, opts...)

		write(t, file, "two and more")
		if told := l.until(file); slices.Contains(told, filepath.Join(dir, "b")) || slices.Contains(told, dir) {
			t.Errorf("told of more than what changed: %q", told)
		}
		// As editors do that write beside the file and rename.
		write(t, file+".new", "three and even more")
		must(t, os.Rename(file+".new", file))
		l.until(file)
		must(t, os.Remove(file))
		l.until(file)
		write(t, file, "four")
		l.until(file)
	})
}

func TestNewFolders(t *testing.T) {
	modes(t, func(t *testing.T, opts ...Option) {
		dir := folder(t)
		l := start(t, []string{dir}, opts...)
		deep := filepath.Join(dir, "x", "y", "z", "SKILL.md")
		write(t, deep, "one")
		l.until(deep)
		write(t, deep, "two and more")
		if told := l.until(deep); !slices.Contains(told, deep) {
			// Settling may tell of the new folder once more.
			write(t, deep, "three and even more")
			l.until(deep)
		}
	})
}

func TestComeAgain(t *testing.T) {
	modes(t, func(t *testing.T, opts ...Option) {
		dir := folder(t)
		skill := filepath.Join(dir, "skills", "group", "a")
		file := filepath.Join(skill, "SKILL.md")
		write(t, file, "one")
		l := start(t, []string{filepath.Join(dir, "skills")}, opts...)
		for i := range 4 {
			gone := []string{skill, filepath.Dir(skill), filepath.Join(dir, "skills")}[i%3]
			must(t, os.RemoveAll(gone))
			l.until(gone)
			write(t, file, fmt.Sprint("again ", i))
			l.until(file)
			write(t, file, fmt.Sprint("and changed ", i))
			l.until(file)
		}
	})
}

func TestMovedFolders(t *testing.T) {
	modes(t, func(t *testing.T, opts ...Option) {
		dir := folder(t)
		a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
		write(t, filepath.Join(a, "sub", "deep", "file"), "one")
		l := start(t, []string{dir}, opts...)
		must(t, os.Rename(a, b))
		l.until(a, b)
		moved := filepath.Join(b, "sub", "deep", "file")
		write(t, moved, "two and more")
		if told := l.until(moved); slices.ContainsFunc(told, func(p string) bool { return folders.Within(p, filepath.Join(a, "sub")) }) {
			t.Errorf("told of the old name: %q", told)
		}
		must(t, os.Rename(b, a))
		l.until(a, b)
		back := filepath.Join(a, "sub", "deep", "file")
		write(t, back, "three and even more")
		l.until(back)
	})
}

func TestRootAppears(t *testing.T) {
	modes(t, func(t *testing.T, opts ...Option) {
		dir := folder(t)
		root := filepath.Join(dir, "ws", ".agents", "skills")
		l := start(t, []string{root}, opts...)
		file := filepath.Join(root, "a", "SKILL.md")
		write(t, file, "one")
		l.until(file)
		write(t, file, "two and more")
		l.until(file)
		// A folder far above goes and comes with another in its place.
		must(t, os.Rename(filepath.Join(dir, "ws"), filepath.Join(dir, "old")))
		l.until(root)
		write(t, file, "three")
		l.until(file)
		write(t, file, "four and more")
		l.until(file)
	})
}

func TestFileAsRoot(t *testing.T) {
	modes(t, func(t *testing.T, opts ...Option) {
		dir := folder(t)
		file := filepath.Join(dir, "openclaw.json")
		l := start(t, []string{file}, opts...)
		write(t, file, "{}")
		l.until(file)
		write(t, file, `{"a": 1}`)
		l.until(file)
		write(t, file+".tmp", `{"a": 1, "b": 2}`)
		must(t, os.Rename(file+".tmp", file))
		l.until(file)
		must(t, os.Remove(file))
		if told := l.until(file); len(told) != 1 {
			t.Errorf("told of %q besides", told)
		}
	})
}

// TestLinks follows no link below a root, and tells when one that led nowhere
// leads somewhere.
func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	modes(t, func(t *testing.T, opts ...Option) {
		dir := folder(t)
		root, behind := filepath.Join(dir, "root"), filepath.Join(dir, "behind")
		write(t, filepath.Join(behind, "file"), "one")
		must(t, os.Mkdir(root, 0o755))
		must(t, os.Symlink(behind, filepath.Join(root, "m")))
		must(t, os.Symlink(filepath.Join(dir, "later"), filepath.Join(root, "n")))
		l := start(t, []string{root}, opts...)

		write(t, filepath.Join(behind, "file"), "two and more")
		write(t, filepath.Join(dir, "later", "file"), "one")
		told := l.until(filepath.Join(root, "n"))
		if slices.ContainsFunc(told, func(p string) bool { return folders.Within(p, filepath.Join(root, "m")) || !folders.Within(p, root) }) {
			t.Errorf("told of what is behind a link: %q", told)
		}
		must(t, os.Remove(filepath.Join(root, "m")))
		l.until(filepath.Join(root, "m"))
	})
}

func TestRootIsLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	modes(t, func(t *testing.T, opts ...Option) {
		dir := folder(t)
		root := filepath.Join(dir, "root")
		write(t, filepath.Join(dir, "one", "file"), "one")
		write(t, filepath.Join(dir, "two", "file"), "one")
		must(t, os.Symlink("one", root))
		l := start(t, []string{root}, opts...)
		write(t, filepath.Join(dir, "one", "file"), "two and more")
		l.until(filepath.Join(root, "file"))
		must(t, os.Symlink("two", root+".new"))
		must(t, os.Rename(root+".new", root))
		if told := l.until(root); len(told) == 0 {
			t.Error("told of nothing")
		}
		write(t, filepath.Join(dir, "two", "file"), "three and even more")
		l.until(filepath.Join(root, "file"))
	})
}

func TestIgnored(t *testing.T) {
	modes(t, func(t *testing.T, opts ...Option) {
		dir := folder(t)
		write(t, filepath.Join(dir, ".git", "index"), "one")
		l := start(t, []string{dir}, append(opts, WithIgnore(Noise))...)
		for _, name := range []string{".git/index", ".git/objects/aa/bb", "a/.SKILL.md.swp", "a/SKILL.md~", "a/4913"} {
			write(t, filepath.Join(dir, name), "two and more")
		}
		write(t, filepath.Join(dir, "z"), "one")
		told := l.until(filepath.Join(dir, "z"))
		for _, p := range told {
			if Noise(p) || strings.Contains(p, ".git") {
				t.Errorf("told of %q", p)
			}
		}
	})
}

func TestMany(t *testing.T) {
	modes(t, func(t *testing.T, opts ...Option) {
		dir := folder(t)
		l := start(t, []string{dir}, opts...)
		for i := range MaxPaths + 100 {
			write(t, filepath.Join(dir, fmt.Sprint("f", i)), "one")
		}
		// Too many for one batch become the root.
		end := time.After(patient)
		told := map[string]bool{}
		for !told[dir] && len(told) < MaxPaths+100 {
			select {
			case batch := <-l.w.Batches():
				if len(batch.Paths) > MaxPaths+1 {
					t.Fatalf("a batch has %d paths", len(batch.Paths))
				}
				for _, p := range batch.Paths {
					told[p] = true
				}
			case <-end:
				t.Fatalf("told of %d", len(told))
			}
		}
	})
}

func TestBoundOfWatches(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	for i := range 20 {
		write(t, filepath.Join(dir, fmt.Sprint("s", i), "SKILL.md"), "one")
	}
	l := start(t, []string{dir}, WithMaxWatches(10))
	file := filepath.Join(dir, "s19", "SKILL.md")
	write(t, file, "two and more")
	l.until(file)
	if len(l.warnings) != 1 || !strings.Contains(l.warnings[0], "instead") {
		t.Errorf("warnings %q; one was expected", l.warnings)
	}
}

// TestBoundReachedLater runs out of watches while it runs.
func TestBoundReachedLater(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	l := start(t, []string{dir}, WithMaxWatches(10))
	var last string
	for i := range 30 {
		last = filepath.Join(dir, fmt.Sprint("s", i), "SKILL.md")
		write(t, last, "one")
	}
	l.until(last)
	write(t, last, "two and more")
	l.until(last)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if len(l.warnings) != 1 {
		t.Errorf("warnings %q; one was expected", l.warnings)
	}
}

func TestEnds(t *testing.T) {
	modes(t, func(t *testing.T, opts ...Option) {
		ctx, cancel := context.WithCancel(context.Background())
		w, err := Start(ctx, []string{folder(t)}, opts...)
		must(t, err)
		cancel()
		select {
		case _, ok := <-w.Batches():
			if ok {
				t.Error("a batch after the end")
			}
		case <-time.After(patient):
			t.Fatal("it does not end")
		}
	})
}

func TestBatchCovers(t *testing.T) {
	t.Parallel()
	p := &pending{}
	for _, name := range []string{"/a/b/c", "/a/b", "/a/bc", "/z/y", "/a/b/d/e"} {
		p.add(name)
	}
	got := p.take(Batch{Paths: []string{"/z"}, Since: time.Unix(1, 0)})
	if want := []string{"/a/b", "/a/bc", "/z"}; !slices.Equal(got.Paths, want) || !got.Since.Equal(time.Unix(1, 0)) {
		t.Errorf("%q since %v; %q was expected", got.Paths, got.Since, want)
	}
	if again := p.take(Batch{}); len(again.Paths) != 0 {
		t.Errorf("taken twice: %q", again.Paths)
	}
}

func TestNoise(t *testing.T) {
	t.Parallel()
	for _, name := range []string{".SKILL.md.swp", ".SKILL.md.swo", ".a.swx", "SKILL.md~", "#SKILL.md#", ".#SKILL.md", "4913", ".git", ".DS_Store", ".goutputstream-ABC"} {
		if !Noise(filepath.Join("x", name)) {
			t.Errorf("%s is not noise", name)
		}
	}
	for _, name := range []string{"SKILL.md", "a.swp", "#title", "x.sh", ".gitignore", "49130", ".env"} {
		if Noise(filepath.Join("x", name)) {
			t.Errorf("%s is noise", name)
		}
	}
}
