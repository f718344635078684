package policy

import (
	"bytes"
	"crypto/sha256"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/policies"
)

// TestSealed: the set that is known without reading the policies is that of the policies.
func TestSealed(t *testing.T) {
	t.Parallel()
	loader := NewLoader()
	got, _, err := loader.sealed()
	if err != nil {
		t.Fatal(err)
	}
	if got == nil {
		t.Fatal("the policies are read at each start: run go generate ./policies")
	}
	want, err := loader.readAll()
	if err != nil {
		t.Fatal(err)
	}
	names := func(s *Set) (all []string) {
		for _, f := range s.files {
			all = append(all, f.name)
		}
		for name := range s.tables {
			all = append(all, "table "+name)
		}
		slices.Sort(all)
		return all
	}
	if a, b := names(got), names(want); !slices.Equal(a, b) || len(a) < 100 {
		t.Errorf("%d policies and tables, want %d", len(a), len(b))
	}
	if got.digest != want.digest || got.source != want.source || got.image == nil || got.image != want.image {
		t.Errorf("digest %s, %s; want %s, %s", got.digest, got.source, want.digest, want.source)
	}
}

// TestMarks: a mark is SHA-256 of the text of its file, in one of the two ways that the
// compiler has to make it differ from others. So no text changes without it.
func TestMarks(t *testing.T) {
	t.Parallel()
	counted := 0
	for _, m := range marks(policies.FS()) {
		if strings.HasSuffix(m.name, "/") {
			continue
		}
		text, err := fs.ReadFile(policies.FS(), m.name)
		if err != nil {
			t.Fatal(err)
		}
		short, long := sha256.Sum256(text), sha256.Sum256(append([]byte{1}, text...))
		short[0] ^= 0xff
		if !bytes.Equal(m.hash, short[:len(m.hash)]) && !bytes.Equal(m.hash, long[:len(m.hash)]) {
			t.Fatalf("the mark of %s, %x, does not follow from its text alone", m.name, m.hash)
		}
		counted++
	}
	if counted < 1000 {
		t.Errorf("%d files have a mark", counted)
	}
}

// TestNotSealed: without marks the texts are read.
func TestNotSealed(t *testing.T) {
	t.Parallel()
	own := fstest.MapFS{"own.rego": {Data: []byte("package own\n")}}
	for name, loader := range map[string]*Loader{
		"of another file system": {files: own},
		"replaced":               NewLoader(WithFiles(policies.FS())),
	} {
		if set, _, err := loader.sealed(); set != nil || err != nil {
			t.Errorf("%s: %v, %v", name, set, err)
		}
	}
}
