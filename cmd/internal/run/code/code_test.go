package code_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/engine/argv/lookup"
)

func TestBroken(t *testing.T) {
	t.Parallel()
	found := code.Found{Version: "3.11.7", Packages: map[string]string{"numpy": "2.1.3", "left-pad": "1.3.0", "@a/b": "4.0.1", "odd": "1.0rc1"}}
	for _, c := range []struct {
		promise code.Promise
		want    string // parts of what is said, "" for nothing
	}{
		{code.Promise{}, ""},
		{code.Promise{Version: "3.11"}, ""},
		{code.Promise{Version: "3"}, ""},
		{code.Promise{Version: "3.11.7"}, ""},
		{code.Promise{Version: "3.1"}, "version 3.1 is promised, but 3.11.7 is installed"},
		{code.Promise{Version: "3.11.70"}, "promised"},
		{code.Promise{Version: "3.12"}, "version 3.12 is promised, but 3.11.7 is installed"},
		{code.Promise{Least: "3.9"}, ""},
		{code.Promise{Least: "3.11.8"}, "version 3.11.8 or newer is needed"},
		{code.Promise{Packages: []string{"numpy", "left-pad@1.3", "@a/b", "@a/b@4"}}, ""},
		{code.Promise{Packages: []string{"numpy==2.1", "numpy==2.*", "numpy>=2,<3", "numpy[extra]~=2.1", "numpy!=2.0"}}, ""},
		{code.Promise{Packages: []string{"numpy==2.2"}}, `"numpy==2.2" is promised, but version 2.1.3 is installed`},
		{code.Promise{Packages: []string{"numpy>2.1.3"}}, "promised"},
		{code.Promise{Packages: []string{"numpy >= 10"}}, "promised"},
		{code.Promise{Packages: []string{"numpy~=3.0"}}, "promised"},
		{code.Promise{Packages: []string{"numpy~=2"}}, "promised"},
		{code.Promise{Packages: []string{"numpy<2"}}, "promised"},
		{code.Promise{Packages: []string{"@a/b@5"}}, "promised"},
		{code.Promise{Packages: []string{"pandas"}}, `package "pandas" is promised, but not installed`},
		{code.Promise{Version: "3.12", Packages: []string{"pandas"}}, "version 3.12"},
	} {
		got := strings.Join(c.promise.Broken(found), "; ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%+v: said %q, want %q", c.promise, got, c.want)
		}
	}
}

func TestReadFound(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "hello", "{}", `{"version": 3}`, "[]"} {
		if f, err := code.ReadFound([]byte(text)); err == nil {
			t.Errorf("%q is read as %+v", text, f)
		}
	}
}

// TestFind picks among the programs of a folder.
func TestFind(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"python3", "python3.12", "deno", "node"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	search := &lookup.Search{Path: dir, Dir: dir}
	for _, c := range []struct {
		language code.Language
		wanted   string
		search   *lookup.Search
		want     string
	}{
		{code.Python, "", search, "python3 x"},
		{code.Python, "python3.12", search, "python3.12 x"},
		{code.Python, "", nil, "python3 x"},
		{code.JavaScript, "", search, "node x"},
		{code.TypeScript, "", search, "deno run --allow-all x"},
		{code.TypeScript, "node", search, "node " + code.StripOption + " x"},
		{code.TypeScript, "", nil, "node " + code.StripOption + " x"},
		{code.TypeScript, "bun", nil, "bun run x"},
		{code.Bash, "", nil, "bash x"},
	} {
		if got := strings.Join(code.Find(c.language, c.wanted, c.search).Runs(c.language, "x"), " "); got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
	if none := code.Find(code.Bash, "", search); len(none.Argv) > 0 || !slices.Equal(none.Looked, []string{"bash"}) {
		t.Errorf("there is no bash, and it is %+v", none)
	}
	if got := code.Find(code.Python, "", search).Runs(code.Python, "-c.py"); got[1] != "./-c.py" {
		t.Errorf("a file is an option: %q", got)
	}
}

func TestStage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := code.Open(dir, code.Python, nil)
	first, err := s.WriteFile("main.py", []byte("print(1)"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.WriteFile("main.py", []byte("print(1)"))
	if err != nil || again != first {
		t.Errorf("the same code has two places: %q and %q, %v", first, again, err)
	}
	other, err := s.WriteFile("main.py", []byte("print(2)"))
	if err != nil || other == first || filepath.IsAbs(other) {
		t.Errorf("other code is at %q, %v", other, err)
	}
	// What somebody changed is written anew.
	if err := os.WriteFile(s.Path(first), []byte("evil("), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.WriteFile("main.py", []byte("print(1)")); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(s.Path(first)); err != nil || string(text) != "print(1)" {
		t.Errorf("the code is %q, %v", text, err)
	}
	// Old code goes; other code of the same stage stays.
	long := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(s.Path(first), long, long); err != nil {
		t.Fatal(err)
	}
	if _, err := s.WriteFile("main.py", []byte("print(3)")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(s.Path(first)); err == nil {
		t.Error("code of the day before yesterday is still there")
	}
	if _, err := os.Stat(s.Path(other)); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, code.Name, ".gitignore")); err != nil || string(text) != "*\n" {
		t.Errorf("it can be committed by mistake: %q, %v", text, err)
	}
	if code.Open(dir, code.TypeScript, nil).Base() != code.Open(dir, code.JavaScript, nil).Base() {
		t.Error("TypeScript has packages of its own")
	}
	one, two := code.Open(dir, code.Python, []string{"a", "b"}), code.Open(dir, code.Python, []string{"b", "a"})
	if one.Base() != two.Base() || one.Base() == s.Base() {
		t.Errorf("the stages of the same packages are %q and %q", one.Base(), two.Base())
	}
}

// TestStageLinks wants nothing written through a link that leads out of the
// working directory.
func TestStageLinks(t *testing.T) {
	t.Parallel()
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, code.Name)); err != nil {
		t.Skip("no links here:", err)
	}
	if at, err := code.Open(dir, code.Python, nil).WriteFile("main.py", []byte("x")); err == nil {
		t.Errorf("it was put at %q", at)
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Errorf("outside there are %v, %v", entries, err)
	}
}
