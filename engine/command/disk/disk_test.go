package disk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command/analysis"
)

func TestProgramsAreLookedUpOnce(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "ls"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	f := analysis.Text("ls; ls | ls; cd x\nf() { id; }; f; ssh h ls2", analysis.WithPrograms(lookup.Search{Path: root, Dir: root}))
	if p := f.Programs["ls"]; !p.Found {
		t.Errorf("ls: %+v", p)
	}
	for _, name := range []string{"cd", "f", "ls2"} {
		if _, ok := f.Programs[name]; ok {
			t.Errorf("%s is no program of this machine", name)
		}
	}
	if _, ok := f.Programs["id"]; !ok {
		t.Error("id in a function was not looked up")
	}
}

func TestPathsAreAskedFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := lookup.Scope{Dir: dir, Home: dir}
	facts := analysis.Text("cp esc/b.txt sub && cd sub && cat x > ../y --out=/etc/z", analysis.WithPaths(s))
	var got []string
	for _, p := range facts.Paths {
		got = append(got, p.Raw)
	}
	if want := "esc/b.txt sub/b.txt /etc/z ../y"; strings.Join(got, " ") != want {
		t.Errorf("paths: got %v, want %s", got, want)
	}
	if plain := analysis.Text("cp esc/b.txt sub"); len(plain.Paths) != 0 {
		t.Error("paths must be asked for: a decision must not depend on what exists")
	}
}
