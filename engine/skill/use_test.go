package skill

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// usesIn writes a package and returns the uses in it: "file as language: why unread".
func usesIn(t *testing.T, files, links map[string]string) []string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	var got []string
	for _, u := range readAt(t, dir).Body.Uses {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s as %s: %s", u.File, u.Language, u.Unread)))
	}
	return got
}

func manifestWith(body string) string {
	return "---\nname: a\ndescription: b\n---\n" + body + "\n"
}

const noText = "\x00\x01\x02\x03"

func TestUsesOfPackage(t *testing.T) {
	tests := map[string]struct {
		files, links map[string]string
		want         []string
	}{
		"text":             {map[string]string{"SKILL.md": manifestWith("Run `bash a.txt`."), "a.txt": "ls"}, nil, []string{"a.txt as shell:"}},
		"binary":           {map[string]string{"SKILL.md": manifestWith("Run `bash a.txt`."), "a.txt": noText}, nil, []string{"a.txt as shell: binary"}},
		"too long":         {map[string]string{"SKILL.md": manifestWith("Run `bash a.txt`."), "a.txt": strings.Repeat("ls\n", maxScript/3+1)}, nil, []string{"a.txt as shell: size"}},
		"empty":            {map[string]string{"SKILL.md": manifestWith("Run `bash a.txt`."), "a.txt": ""}, nil, nil},
		"by a script":      {map[string]string{"SKILL.md": manifestWith("x"), "run.sh": ". ./lib\n", "lib": "sh b.dat\n", "b.dat": noText}, nil, []string{"lib as shell:", "b.dat as shell: binary"}},
		"by a link":        {map[string]string{"SKILL.md": manifestWith("Run `bash start`."), "b.dat": noText}, map[string]string{"start": "b.dat"}, []string{"b.dat as shell: binary"}},
		"through a folder": {map[string]string{"SKILL.md": manifestWith("Run `bash lib/b.dat`."), "x/b.dat": noText}, map[string]string{"lib": "x"}, []string{"x/b.dat as shell: binary"}},
		"a document named": {map[string]string{"SKILL.md": manifestWith("Read `./a.md` and ./b.txt first."), "a.md": "x", "b.txt": "x"}, nil, nil},
		"a document run":   {map[string]string{"SKILL.md": manifestWith("Run `sh a.md`."), "a.md": "x"}, nil, []string{"a.md as shell:"}},
		"unpacked text":    {map[string]string{"SKILL.md": manifestWith("Run `grep x a.txt; ./tool`."), "a.txt": "x"}, nil, nil},
		"unpacked archive": {map[string]string{"SKILL.md": manifestWith("Run `tar xf a.tar; ./tool`."), "a.tar": noText}, nil, []string{"a.tar as : binary"}},
	}
	for what, tt := range tests {
		if diff := cmp.Diff(tt.want, usesIn(t, tt.files, tt.links)); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
}

func TestLanguages(t *testing.T) {
	for name, want := range map[string]string{
		"a.sh": langShell, "Makefile": "makefile", "x/Dockerfile.dev": "dockerfile", "Gemfile": "ruby", "a.pth": "python", "README": langDocument, "a.txt": langDocument, "CMakeLists.txt": "cmake",
		".envrc": langShell, "a.ipynb": langNotebook, "a.yml": "yaml", "a.json": "json", "a.csv": "", "data": "", ".cursorrules": langDocument,
	} {
		f := &File{Path: name, Ext: extension(name)}
		if got := languageOf(f); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
