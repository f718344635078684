package stage

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fuzzLimits keep a fuzzed archive small.
func fuzzLimits() Limits { return Limits{Files: 200, Bytes: 4 << 20, Depth: 8} }

// unpacks stages an archive of any bytes. It must not panic or hang; what it
// unpacks stays in its folder, is the same each time, and nothing is left.
func unpacks(t *testing.T, file string, text []byte) {
	t.Helper()
	outside := t.TempDir()
	name := filepath.Join(outside, file)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(name, text, 0o600))
	parent := filepath.Join(outside, "parent")
	must(os.Mkdir(parent, 0o700))
	staged, err := Open(context.Background(), name, WithParent(parent), WithLimits(fuzzLimits()))
	if err == nil {
		found := tree(t, staged.Dir)
		for entry, content := range found {
			if target, ok := strings.CutPrefix(content, "-> "); ok {
				if _, err := os.Stat(filepath.Join(staged.Dir, entry)); err != nil || strings.HasPrefix(target, "/") {
					t.Errorf("link %q leads to %q: %v", entry, target, err)
				}
			}
		}
		must(staged.Close())
	}
	for dir, want := range map[string]int{parent: 0, outside: 2} {
		left, err := os.ReadDir(dir)
		if err != nil || len(left) != want {
			t.Errorf("left in %s: %v %v", filepath.Base(dir), left, err)
		}
	}
}

func FuzzZip(f *testing.F) {
	for _, tt := range refusals(f) {
		if strings.HasSuffix(tt.file, ".zip") && len(tt.text) < 64<<10 {
			f.Add(tt.text)
		}
	}
	f.Add(libraryZip(f, map[string]string{"SKILL.md": manifest, "a/b": "c"}))
	f.Add(makeZip(zipped{name: "d/e", content: "x", method: zipDeflated, descriptor: 12}, zipped{name: "l", content: "d/e", mode: 0o120777}))
	f.Fuzz(func(t *testing.T, text []byte) { unpacks(t, "x.zip", text) })
}

func FuzzTar(f *testing.F) {
	for _, tt := range refusals(f) {
		if strings.HasSuffix(tt.file, ".tar") && len(tt.text) < 64<<10 {
			f.Add(tt.text)
		}
	}
	for _, tt := range tarRefusals() {
		if len(tt.text) < 64<<10 {
			f.Add(tt.text)
		}
	}
	f.Add(makeTar(f, tarFile("SKILL.md", manifest), tarFile(strings.Repeat("n", 150), "x")))
	f.Fuzz(func(t *testing.T, text []byte) {
		unpacks(t, "x.tar", text)
		unpacks(t, "x.tgz", text)
	})
}

func FuzzName(f *testing.F) {
	for _, name := range []string{"a", "../a", "a/../b", "/a", "a\\b", "NUL", "a.", "./a/", "a//b", "\xff", "a\u200d", "COM1.x"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		name, problem := cleanName(raw)
		if problem != "" {
			return
		}
		if name != "" && (!filepath.IsLocal(name) || strings.ContainsAny(name, "\\\x00\n") || name[0] == '/') {
			t.Errorf("%q is taken as %q", raw, name)
		}
	})
}
