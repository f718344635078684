package kit

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// cut writes half of something and fails.
func cut(w io.Writer) error {
	_, _ = io.WriteString(w, "half")
	return errors.New("cut off")
}

func only(t *testing.T, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		got, err := os.ReadFile(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if w, ok := want[e.Name()]; !ok || w != string(got) {
			t.Errorf("%s holds %q; want %q", e.Name(), got, w)
		}
	}
	if len(entries) != len(want) {
		t.Errorf("%d files; want %d", len(entries), len(want))
	}
}

func TestWriteFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := WriteFile("a", cut); err == nil {
		t.Error("a failure was not reported")
	}
	only(t, nil)
	if err := WriteFile("a", text("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod("a", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile("a", cut); err == nil {
		t.Error("a failure was not reported")
	}
	only(t, map[string]string{"a": "one"})
	if err := WriteFile("a", text("two")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat("a")
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
	if err := os.Symlink("a", "b"); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile("b", text("three")); err != nil {
		t.Fatal(err)
	}
	only(t, map[string]string{"a": "two", "b": "three"})
	if err := WriteFile(os.DevNull, text("x")); err != nil {
		t.Errorf("a device: %v", err)
	}
	if err := WriteFile(".", text("x")); err == nil {
		t.Error("a folder was written over")
	}
}

func TestCreateFile(t *testing.T) {
	streams := &IOStreams{}
	t.Chdir(t.TempDir())
	if err := streams.CreateFile("a", cut); err == nil {
		t.Error("a failure was not reported")
	}
	only(t, nil)
	if err := streams.CreateFile("a", text("one")); err != nil {
		t.Fatal(err)
	}
	if err := streams.CreateFile("a", text("two")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v; want that it exists", err)
	}
	if err := os.Symlink("nowhere", "b"); err != nil {
		t.Fatal(err)
	}
	if err := streams.CreateFile("b", text("two")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a link to nowhere: error %v; want that it exists", err)
	}
	if err := os.Remove("b"); err != nil {
		t.Fatal(err)
	}
	only(t, map[string]string{"a": "one"})
}
