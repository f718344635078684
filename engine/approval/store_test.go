package approval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skillctl/skillctl/schema"
)

func (w *world) files() []string {
	w.t.Helper()
	entries, err := os.ReadDir(w.store.Path())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestNothingIsMadeByLooking(t *testing.T) {
	w := newWorld(t)
	if m := w.match(w.subject("tool"), w.now); m.Record != nil || m.Misses != nil {
		t.Errorf("an empty store has an answer: %+v", m)
	}
	if entries, damaged, err := w.store.List(w.now); entries != nil || damaged != nil || err != nil {
		t.Errorf("got %v %v %v", entries, damaged, err)
	}
	if _, err := os.Lstat(w.store.Path()); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the folder was made")
	}
	for _, err := range []error{w.store.Use("x", w.now), w.store.Revoke("x", "ann", w.now)} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got %v", err)
		}
	}
}

func TestModes(t *testing.T) {
	w := newWorld(t)
	r := w.add(w.subject("tool"), Once)
	if err := w.store.Use(r.ID, w.now); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(w.store.Path()); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("folder: %v %v", info.Mode(), err)
	}
	for _, name := range w.files() {
		if info, err := os.Stat(filepath.Join(w.store.Path(), name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
}

func TestValuesOfVariablesAreNotWritten(t *testing.T) {
	w := newWorld(t)
	s := w.subject("tool")
	s.Env = map[string]string{"TOKEN": "s3cret-value"}
	a, b := w.add(s, Always), w.add(s, Always)
	for _, r := range []*Record{a, b} {
		text, err := os.ReadFile(filepath.Join(w.store.Path(), r.ID+recordEnd))
		if err != nil || bytes.Contains(text, []byte("s3cret")) || bytes.Contains(text, []byte(w.path("bin")+":")) {
			t.Errorf("%v: a value stands in the record\n%s", err, text)
		}
	}
	if a.Binding.Env["TOKEN"] == b.Binding.Env["TOKEN"] {
		t.Error("equal values show as equal digests")
	}
}

func TestRecordFitsItsSchema(t *testing.T) {
	w := newWorld(t)
	s := w.subject("")
	s.Argv, s.Env = []string{"tool", "x"}, map[string]string{"A": "1"}
	for _, r := range []*Record{w.add(s, Once), w.add(w.subject("python3 x.py"), Always)} {
		text, err := r.text()
		if err != nil {
			t.Fatal(err)
		}
		var document map[string]any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		for _, v := range schema.New().Validate(schema.Approval, document) {
			t.Errorf("%v: %s", v.Path, v.Message)
		}
	}
}

func TestOnce(t *testing.T) {
	w := newWorld(t)
	s := w.subject("tool")
	r := w.add(s, Once)
	for range 2 { // to look uses nothing up
		if w.match(s, w.now).Record == nil {
			t.Fatal("it does not hold")
		}
	}
	if err := w.store.Use(r.ID, w.now); err != nil {
		t.Fatal(err)
	}
	var state *StateError
	if err := w.store.Use(r.ID, w.now); !errors.As(err, &state) || state.State != Used {
		t.Errorf("used twice: %v", err)
	}
	if m := w.match(s, w.now); m.Record != nil || !drifted(m.Misses, DriftState, "was for one run") {
		t.Errorf("it holds a second time: %+v", m)
	}
}

func TestAlwaysGoesBeforeOnce(t *testing.T) {
	w := newWorld(t)
	s := w.subject("tool")
	w.add(s, Once)
	always := w.add(s, Always)
	if m := w.match(s, w.now); m.Record == nil || m.Record.ID != always.ID {
		t.Errorf("got %+v", m.Record)
	}
	for range 3 {
		if err := w.store.Use(always.ID, w.now); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRevoke(t *testing.T) {
	w := newWorld(t)
	s := w.subject("tool")
	r := w.add(s, Always)
	if err := w.store.Revoke(r.ID, "bob", w.now); err != nil {
		t.Fatal(err)
	}
	if m := w.match(s, w.now); m.Record != nil || !drifted(m.Misses, DriftState, `was revoked at 2023-11-14 22:13:20 UTC by "bob"`) {
		t.Errorf("got %+v", m)
	}
	var state *StateError
	for _, err := range []error{w.store.Use(r.ID, w.now), w.store.Revoke(r.ID, "ann", w.now)} {
		if !errors.As(err, &state) || state.State != Revoked {
			t.Errorf("got %v", err)
		}
	}
	for _, id := range []string{"", r.ID[:6], "../x", "*"} {
		if err := w.store.Revoke(id, "ann", w.now); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %v", id, err)
		}
	}
	// A half-written mark still counts.
	other := w.add(s, Always)
	if err := os.WriteFile(filepath.Join(w.store.Path(), other.ID+revokedEnd), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if w.match(s, w.now).Record != nil {
		t.Error("a mark without a word was overlooked")
	}
}

// TestRevokedInBetween revokes while a record is being used.
func TestRevokedInBetween(t *testing.T) {
	w := newWorld(t)
	r := w.add(w.subject("tool"), Once)
	w.store.hook = func(step string) {
		if step == "marked" {
			w.store.hook = nil
			if err := w.store.Revoke(r.ID, "bob", w.now); err != nil {
				t.Error(err)
			}
		}
	}
	var state *StateError
	if err := w.store.Use(r.ID, w.now); !errors.As(err, &state) || state.State != Revoked {
		t.Errorf("got %v", err)
	}
}

// TestOneOfMany uses one approval from many goroutines, and from processes.
func TestOneOfMany(t *testing.T) {
	w := newWorld(t)
	for range 5 {
		r := w.add(w.subject("tool"), Once)
		var won atomic.Int32
		// All of them find that it holds before any one uses it.
		var group, looked sync.WaitGroup
		looked.Add(100)
		w.store.hook = func(step string) {
			if step == "using" {
				looked.Done()
				looked.Wait()
			}
		}
		for range 100 {
			group.Go(func() {
				if w.store.Use(r.ID, w.now) == nil {
					won.Add(1)
				}
			})
		}
		group.Wait()
		w.store.hook = nil
		if won.Load() != 1 {
			t.Fatalf("%d runs were let pass by one approval", won.Load())
		}
	}
}

const helperVariable = "APPROVAL_TEST_HELPER"

// TestHelper is what the tests run as another process.
func TestHelper(t *testing.T) {
	what := os.Getenv(helperVariable)
	if what == "" {
		t.Skip("it is run by other tests")
	}
	store, err := Open(os.Getenv(helperVariable + "_STORE"))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_700_000_000, 0)
	if what == "use" {
		for i := 0; ; i++ {
			if store.Use(os.Getenv(helperVariable+"_ID"), now) == nil {
				fmt.Fprintln(os.Stdout, "WON")
			}
			if i == 20 {
				return
			}
		}
	}
	// "die": end without a word at a step of writing.
	store.hook = func(step string) {
		if "die "+step == what {
			_ = exec.Command("kill", "-9", fmt.Sprint(os.Getpid())).Run()
			select {}
		}
	}
	plan, err := Bind(context.Background(), Subject{Command: "true", Cwd: t.TempDir(), Inherited: map[string]string{}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = store.Add(plan, Grant{Scope: Always, Reviewer: "ann", Reason: "r", Now: now, Expires: now.Add(time.Hour)})
	t.Fatalf("it lives on: %v", err)
}

func (w *world) helper(what, id string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^TestHelper$", "-test.v")
	cmd.Env = append(os.Environ(), helperVariable+"="+what, helperVariable+"_STORE="+w.store.Path(), helperVariable+"_ID="+id)
	return cmd
}

func TestOneOfManyProcesses(t *testing.T) {
	w := newWorld(t)
	r := w.add(w.subject("tool"), Once)
	var won atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			out, err := w.helper("use", r.ID).CombinedOutput()
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			won.Add(int32(bytes.Count(out, []byte("WON"))))
		})
	}
	group.Wait()
	if won.Load() != 1 {
		t.Errorf("%d processes were let pass by one approval", won.Load())
	}
}

// TestKilled ends a process at each step of writing: no record is half there,
// and what is left behind is tidied up.
func TestKilled(t *testing.T) {
	for _, step := range []string{"made", "half", "written"} {
		w := newWorld(t)
		if out, err := w.helper("die "+step, "").CombinedOutput(); err == nil {
			t.Fatalf("%s: it lives on\n%s", step, out)
		}
		left := w.files()
		if len(left) != 1 || !strings.HasPrefix(left[0], newStart) {
			t.Fatalf("%s: left behind %v", step, left)
		}
		if entries, damaged, err := w.store.List(w.now); len(entries)+len(damaged) != 0 || err != nil {
			t.Errorf("%s: %v %v %v", step, entries, damaged, err)
		}
		old := w.now.Add(-2 * time.Hour)
		if err := os.Chtimes(filepath.Join(w.store.Path(), left[0]), old, old); err != nil {
			t.Fatal(err)
		}
		r := w.add(w.subject("tool"), Always)
		if got := w.files(); len(got) != 1 || got[0] != r.ID+recordEnd {
			t.Errorf("%s: %v", step, got)
		}
	}
}

func TestManyWriters(t *testing.T) {
	w := newWorld(t)
	p := w.bind(w.subject("tool"))
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if _, err := w.store.Add(p, w.grant(Always)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	entries, damaged, err := w.store.List(w.now)
	if len(entries) != 50 || len(damaged) != 0 || err != nil || len(w.files()) != 50 {
		t.Errorf("%d records, %v, %v, files %d", len(entries), damaged, err, len(w.files()))
	}
}

func TestTidy(t *testing.T) {
	w := newWorld(t)
	s := w.subject("tool")
	used, revoked, expired := w.add(s, Once), w.add(s, Always), w.add(s, Always)
	if err := errors.Join(w.store.Use(used.ID, w.now), w.store.Revoke(revoked.ID, "ann", w.now)); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(10 * 24 * time.Hour)
	w.add(s, Always)
	if entries, _, _ := w.store.List(w.now); len(entries) != 4 {
		t.Errorf("forgotten too early: %d of %d", len(entries), 4)
	}
	w.now = w.now.Add(40 * 24 * time.Hour)
	last := w.add(s, Always)
	if got := w.files(); len(got) != 1 && !(len(got) == 2) {
		t.Errorf("kept: %v", got)
	}
	for _, gone := range []string{used.ID, revoked.ID, expired.ID} {
		for _, name := range w.files() {
			if strings.HasPrefix(name, gone) {
				t.Errorf("%s is still there", name)
			}
		}
	}
	if w.match(s, w.now).Record.ID != last.ID {
		t.Error("the last one does not hold")
	}
}

// TestDamage changes a record in every place, and wants an error that names it.
func TestDamage(t *testing.T) {
	w := newWorld(t)
	s := w.subject("tool")
	r := w.add(s, Always)
	name := filepath.Join(w.store.Path(), r.ID+recordEnd)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, damaged []byte) {
		t.Helper()
		if err := os.WriteFile(name, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := w.store.Match(context.Background(), s, []string{"exec/strict/program"}, w.now)
		var broken *DamagedError
		if m.Record != nil || !errors.As(err, &broken) || !strings.Contains(err.Error(), r.ID+recordEnd) {
			t.Fatalf("%s: %v, %v", what, m.Record, err)
		}
	}
	for i := range text {
		damaged := bytes.Clone(text)
		damaged[i] ^= 0x20
		try(fmt.Sprintf("byte %d", i), damaged)
		if i%16 == 0 {
			try(fmt.Sprintf("cut at %d", i), text[:i])
		}
	}
	longer := strings.Replace(string(text), fmt.Sprint(r.Expires), fmt.Sprint(r.Expires+1), 1)
	try("a later end", []byte(longer))
	try("twice", append(bytes.Clone(text), text...))
	try("more", append(bytes.Clone(text), '\n'))
	if entries, damaged, err := w.store.List(w.now); len(entries) != 0 || len(damaged) != 1 || err != nil {
		t.Errorf("list: %v %v %v", entries, damaged, err)
	}
	if err := w.store.Revoke(r.ID, "ann", w.now); err != nil {
		t.Errorf("a damaged record cannot be revoked: %v", err)
	}
	// Another record under its name is damage as well.
	other := w.add(w.subject("curl x"), Always)
	moved, err := os.ReadFile(filepath.Join(w.store.Path(), other.ID+recordEnd))
	if err != nil {
		t.Fatal(err)
	}
	try("another record", moved)
	// Nothing else is touched by it.
	if w.match(w.subject("curl x"), w.now).Record == nil {
		t.Error("a damaged record keeps others from holding")
	}
}

func TestNotAFile(t *testing.T) {
	for what, replace := range map[string]func(w *world, name string) error{
		"link": func(w *world, name string) error {
			return errors.Join(os.Rename(name, w.path("moved")), os.Symlink(w.path("moved"), name))
		},
		"folder": func(_ *world, name string) error { return errors.Join(os.Remove(name), os.Mkdir(name, 0o700)) },
	} {
		w := newWorld(t)
		s := w.subject("tool")
		r := w.add(s, Always)
		if err := replace(w, filepath.Join(w.store.Path(), r.ID+recordEnd)); err != nil {
			t.Fatal(err)
		}
		m, err := w.store.Match(context.Background(), s, nil, w.now)
		var broken *DamagedError
		if m.Record != nil || !errors.As(err, &broken) {
			t.Errorf("%s: %+v %v", what, m, err)
		}
	}
}

func TestPermissions(t *testing.T) {
	for _, c := range []struct {
		name string
		file func(w *world, id string) string
		mode os.FileMode
		bad  bool
	}{
		{"folder of others", func(w *world, _ string) string { return w.store.Path() }, 0o777, true},
		{"folder of all, sticky", func(w *world, _ string) string { return w.store.Path() }, 0o777 | os.ModeSticky, true},
		{"folder that others read", func(w *world, _ string) string { return w.store.Path() }, 0o755, false},
		{"folder above", func(w *world, _ string) string { return filepath.Dir(w.store.Path()) }, 0o777, true},
		{"folder above, sticky", func(w *world, _ string) string { return filepath.Dir(w.store.Path()) }, 0o777 | os.ModeSticky, false},
		{"far above", func(w *world, _ string) string { return w.root }, 0o707, true},
		{"record of others", func(w *world, id string) string { return filepath.Join(w.store.Path(), id+recordEnd) }, 0o666, true},
		{"record that others read", func(w *world, id string) string { return filepath.Join(w.store.Path(), id+recordEnd) }, 0o644, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			s := w.subject("tool")
			r := w.add(s, Always)
			name := c.file(w, r.ID)
			if err := os.Chmod(name, c.mode); err != nil {
				t.Fatal(err)
			}
			m, err := w.store.Match(context.Background(), s, []string{"exec/strict/program"}, w.now)
			used := w.store.Use(r.ID, w.now)
			if !c.bad {
				if err != nil || m.Record == nil || used != nil {
					t.Errorf("refused: %v, %v, %v", m.Misses, err, used)
				}
				return
			}
			want := fmt.Sprintf("%q (mode %04o)", name, c.mode.Perm())
			var unsafe *UnsafeError
			for _, err := range []error{err, used} {
				if m.Record != nil || !errors.As(err, &unsafe) || !strings.Contains(err.Error(), want) {
					t.Errorf("wanted %s; got %v, %v", want, m.Record, err)
				}
			}
			if strings.Contains(c.name, "folder") {
				if _, err := Open(w.store.Path()); !errors.As(err, &unsafe) {
					t.Errorf("opened: %v", err)
				}
			}
		})
	}
}

func TestForeign(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files to another user")
	}
	w := newWorld(t)
	s := w.subject("tool")
	r := w.add(s, Always)
	name := filepath.Join(w.store.Path(), r.ID+recordEnd)
	var unsafe *UnsafeError
	for _, name := range []string{name, w.store.Path(), filepath.Dir(w.store.Path())} {
		if err := os.Chown(name, 12345, 12345); err != nil {
			t.Fatal(err)
		}
		if m, err := w.store.Match(context.Background(), s, nil, w.now); m.Record != nil || !errors.As(err, &unsafe) || !unsafe.Foreign {
			t.Errorf("%s: %v %v", name, m.Record, err)
		}
		if err := os.Chown(name, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	w := newWorld(t)
	w.write("file", "", 0o600)
	w.link("linked", "lib")
	for _, path := range []string{"relative", w.path("file"), w.path("linked")} {
		if _, err := Open(path); err == nil {
			t.Errorf("%q was opened", path)
		}
	}
}

func TestDefaultPath(t *testing.T) {
	if got, err := DefaultPath(func(string) string { return "" }); err == nil {
		t.Errorf("without a home: %q", got)
	}
	if got, err := DefaultPath(func(string) string { return "relative" }); err == nil {
		t.Errorf("relative: %q", got)
	}
}

// FuzzRecord reads what may be any bytes. What is read is what is written, and
// nothing that is not an approval is taken for one.
func FuzzRecord(f *testing.F) {
	command := "tool -x"
	r := Record{
		Version: 1, Scope: Always, Reviewer: "ann", Reason: "r", Created: 1, Expires: 2, Asked: []string{"a"}, Policy: "p",
		Binding: Binding{
			Command: &command, Cwd: "/w", Salt: "s", Env: map[string]string{"A": "d"}, Inherited: map[string]string{},
			Programs: []File{{Name: "tool", Path: "/p", Real: "/p", Digest: "sha256:x"}}, Scripts: []File{},
		},
	}
	r.ID = r.Binding.key() + "00000000"
	good, err := r.text()
	if err != nil {
		f.Fatal(err)
	}
	if _, err := parseRecord(r.ID, good); err != nil {
		f.Fatal(err)
	}
	f.Add(good, r.ID)
	f.Add(good[:len(good)/2], r.ID)
	f.Add([]byte("{}"), "")
	f.Add([]byte("null"), r.ID)
	f.Add(bytes.ReplaceAll(good, []byte("ann"), nil), r.ID)
	f.Add(bytes.ReplaceAll(good, []byte("once"), []byte("always")), r.ID)
	f.Fuzz(func(t *testing.T, text []byte, id string) {
		got, err := parseRecord(id, text)
		if err != nil {
			if got != nil {
				t.Error("an error and a record")
			}
			return
		}
		again, err := got.text()
		if err != nil || !bytes.Equal(again, text) {
			t.Errorf("it is not what was written: %v", err)
		}
		if got.check() != nil || got.ID != id || blank(got.Reviewer) {
			t.Errorf("this is no approval: %+v", got)
		}
	})
}
