package skill

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// gitParts reads a package of these files, empty ones for names that end with a
// slash, and spells what Git obeys of it.
func gitParts(t *testing.T, files map[string]string, opts ...Option) (parts []string, read *Skill) {
	t.Helper()
	dir := t.TempDir()
	files["SKILL.md"] = "---\nname: x\ndescription: y\n---\n"
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := folders.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	read, err = Inventory(context.Background(), root, "x", opts...)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range read.Git {
		text := part.Kind + " " + part.File
		if part.Own {
			text += " own"
		}
		if part.Inside {
			text += " inside"
		}
		if part.Problem != "" {
			text += " !"
		}
		for _, s := range part.Settings {
			text += fmt.Sprintf(" %s.%s=%s", s.Section, s.Key, s.Value)
		}
		parts = append(parts, text)
	}
	return parts, read
}

func TestGit(t *testing.T) {
	hostile := "[core]\n\tfsmonitor = sh x\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"nothing":            {map[string]string{".gitignore": "x", "config": hostile, "hooks/pre-commit": "x"}, nil},
		"own checkout":       {map[string]string{".git/HEAD": "x", ".git/config": "", ".git/hooks/a.sample": "x"}, []string{"store .git own", "config .git/config own"}},
		"own with a hook":    {map[string]string{".git/hooks/pre-commit": "x"}, []string{"store .git own", "hook .git/hooks/pre-commit own"}},
		"own worktree":       {map[string]string{".git": "gitdir: /srv/x\n"}, []string{"pointer .git own"}},
		"pointer inside":     {map[string]string{".git": "gitdir: data\n", "data/x": "x"}, []string{"pointer .git own inside"}},
		"no pointer":         {map[string]string{"a/.git": "x"}, []string{"pointer a/.git !"}},
		"below":              {map[string]string{"a/.git/config": hostile}, []string{"store a/.git", "config a/.git/config core.fsmonitor=sh x"}},
		"look-alikes":        {map[string]string{".GIT/config": hostile, "a/git~1/x": ""}, []string{"alike .GIT", "alike a/git~1", "config .GIT/config core.fsmonitor=sh x"}},
		"bare":               {map[string]string{"d/HEAD": "x", "d/objects/x": "", "d/refs/x": "", "d/config": hostile, "d/hooks/update": "x"}, []string{"repository d", "config d/config core.fsmonitor=sh x", "hook d/hooks/update"}},
		"the package itself": {map[string]string{"HEAD": "x", "objects/x": "", "refs/x": ""}, []string{"repository ."}},
		"by commondir":       {map[string]string{"d/head": "x", "d/commondir": "../e"}, []string{"repository d", "common d/commondir"}},
		"settings elsewhere": {map[string]string{".git/HEAD": "x", ".git/commondir": "../data\n", "data/config": hostile}, []string{"store .git own", "common .git/commondir own"}},
		"own worktrees":      {map[string]string{".git/worktrees/a/HEAD": "x", ".git/worktrees/a/commondir": "../..\n"}, []string{"store .git own"}},
		"hook of Windows":    {map[string]string{".git/hooks/pre-commit.EXE": "x"}, []string{"store .git own", "hook .git/hooks/pre-commit.EXE own"}},
		"half a repository":  {map[string]string{"d/HEAD": "x", "d/refs/x": ""}, nil},
		"submodules":         {map[string]string{".gitmodules": "[submodule \"a\"]\n\turl = ext::sh\n"}, []string{"modules .gitmodules submodule.url=ext::sh"}},
		"broken":             {map[string]string{".git/config": "[core"}, []string{"store .git own", "config .git/config own !"}},
		"too large":          {map[string]string{".git/config": strings.Repeat("#\n", maxGitText)}, []string{"store .git own", "config .git/config own !"}},
		"own submodule":      {map[string]string{".git/modules/a/HEAD": "x", ".git/modules/a/objects/x": "", ".git/modules/a/refs/x": "", ".git/modules/a/hooks/update": "x"}, []string{"store .git own", "hook .git/modules/a/hooks/update own"}},
		"rebase":             {map[string]string{".git/rebase-merge/git-rebase-todo": "pick 1\nexec sh x\n"}, []string{"store .git own", "todo .git/rebase-merge/git-rebase-todo own"}},
		"plain rebase":       {map[string]string{".git/rebase-merge/git-rebase-todo": "pick 1 exec\n"}, []string{"store .git own"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := gitParts(t, c.files)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestHistory wants objects left out where nobody asks for them, and nothing else.
func TestHistory(t *testing.T) {
	hex := strings.Repeat("0a", 19)
	files := func() map[string]string {
		return map[string]string{
			".git/objects/0a/" + hex: "x", ".git/objects/pack/pack-" + hex + ".pack": "x", ".git/objects/pack/x.sh": "x", ".git/objects/info/alternates": "x",
			".git/modules/a/objects/0a/" + hex: "x", "vendor/.git/objects/0a/" + hex: "x",
		}
	}
	_, all := gitParts(t, files())
	_, few := gitParts(t, files(), WithoutHistory())
	if len(all.Files)-len(few.Files) != 3 {
		t.Errorf("%d of %d entries are left out", len(all.Files)-len(few.Files), len(all.Files))
	}
	for _, name := range []string{".git/objects/pack/x.sh", ".git/objects/info/alternates", "vendor/.git/objects/0a/" + hex} {
		if few.File(name) == nil {
			t.Errorf("%s is left out", name)
		}
	}
}

// TestGitLinks has hooks that lie in a folder of the package.
func TestGitLinks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".git", "scripts"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../scripts", filepath.Join(dir, ".git", "hooks")); err != nil {
		t.Skipf("links cannot be made here: %v", err)
	}
	root, err := folders.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	read, err := Inventory(context.Background(), root, "x")
	if err != nil || len(read.Git) != 2 || read.Git[1].Kind != GitHook {
		t.Errorf("got %+v %v", read, err)
	}
}
