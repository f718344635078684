package grammar

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/policies"
	"github.com/skillctl/skillctl/schema"
)

var update = flag.Bool("update", false, "write the index of programs anew")

// index says which file has which program, so that a call reads one file.
type index struct {
	// Names are file names without their ending, by the names of programs.
	Names map[string]string `json:"names"`
	// Digests are those of the files: who identifies policies by their bytes reads
	// this file alone.
	Digests map[string]string `json:"digests"`
}

// written are the entries that ship, by the names of their files.
func written(t testing.TB, files fs.FS) map[string][]byte {
	t.Helper()
	names, err := fs.Glob(files, "programs/*.json")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, name := range names {
		if name == indexFile || name == commonFile {
			continue
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(path.Base(name), ".json")] = text
	}
	return out
}

// TestEntriesAreRead wants every entry to be one, in the shape of the schema, and
// no two to be about the same program.
func TestEntriesAreRead(t *testing.T) {
	t.Parallel()
	s, owner := schema.New(), map[string]string{}
	for file, text := range written(t, os.DirFS("../../../policies")) {
		e, err := Parse(text)
		if err != nil {
			t.Errorf("%s.json: %v", file, err)
			continue
		}
		var document any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		for _, v := range s.Validate(schema.ProgramEntry, document) {
			t.Errorf("%s.json: %v: %s", file, v.Path, v.Message)
		}
		if len(e.Names) == 0 || e.Source == "" {
			t.Errorf("%s.json: an entry has names and a source", file)
		}
		for _, name := range e.Names {
			if owner[name] != "" {
				t.Errorf("%s.json: %s.json has %q, too", file, owner[name], name)
			}
			owner[name] = file
		}
	}
}

// TestIndexIsOfTheEntries wants the index to have every program and every byte.
func TestIndexIsOfTheEntries(t *testing.T) {
	t.Parallel()
	want := index{Names: map[string]string{}, Digests: map[string]string{}}
	for file, text := range written(t, os.DirFS("../../../policies")) {
		sum := sha256.Sum256(text)
		want.Digests[file] = hex.EncodeToString(sum[:])
		if e, err := Parse(text); err == nil {
			for _, name := range e.Names {
				want.Names[name] = file
			}
		}
	}
	if *update {
		text, err := json.MarshalIndent(want, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("../../../policies/"+indexFile, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	l, err := open(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	var got index
	text, err := fs.ReadFile(policies.FS(), indexFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := strictly(text, &got); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(want.Names, got.Names) || !maps.Equal(want.Digests, got.Digests) || !maps.Equal(want.Names, l.names()) {
		t.Fatal("the index is not that of the entries; run: go test ./engine/argv/grammar -update")
	}
	for name, file := range want.Names {
		if found, ok := l.file(name); !ok || found != file {
			t.Errorf("the file of %q is %q; %q is wanted", name, found, file)
		}
		for _, other := range []string{name + " ", name + "x-", "\"" + name, ": ", ",\n  ", "", file + "\""} {
			if found, _ := l.file(other); found != want.Names[other] {
				t.Errorf("the file of %q is %q", other, found)
			}
		}
		if e, err := Find(name); err != nil || e == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBrokenLibraryIsAnError(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"no index":    {},
		"no common":   {indexFile: "{}"},
		"no builders": {indexFile: "{}", commonFile: "{}"},
		"broken":      {indexFile: "{", commonFile: "{}", buildersFile: "{}"},
	} {
		if _, err := open(tree(files)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	l, err := open(tree(map[string]string{indexFile: `{"names":{"x":"x"}}`, commonFile: "{}", buildersFile: "{}", "programs/y.json": `{"names":["y"],"style":"?"}`}))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "y"} {
		if _, err := l.entry(name); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
