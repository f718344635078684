package launch_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/runner"
)

// TestGit finds what git obeys in and around a working directory.
func TestGit(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		files                  map[string]string
		dir                    string
		folders, paths, astray []string
	}{
		"none":         {map[string]string{"a": ""}, "", nil, nil, nil},
		"plain":        {map[string]string{".git/HEAD": "", ".git/config": "[core]\n"}, "", []string{".git"}, []string{".git/config"}, nil},
		"seen inside":  {map[string]string{".git/HEAD": "", "sub/x": ""}, "sub", []string{".git"}, nil, nil},
		"several":      {map[string]string{"a/.git/HEAD": "", "b/c/.git/HEAD": "", "b/c/d/.git/HEAD": "", "node_modules/.git/HEAD": ""}, "", []string{"a/.git", "b/c/.git"}, nil, nil},
		"hooks inside": {map[string]string{".git/config": "[Core] hooksPath = \".husky/_\" ; ours\n", ".husky/_/h": ""}, "", []string{".git"}, []string{".git/config", ".husky/_"}, nil},
		"includes": {map[string]string{".git/config": "[include]\n\tpath = ../shared.ini\n[includeIf \"gitdir:x\"]\n\tPath=more\n", "shared.ini": "", ".git/more": ""}, "",
			[]string{".git"}, []string{".git/config", ".git/more", "shared.ini"}, nil},
		"linked hooks":  {map[string]string{".git/hooks": "->../tools", "tools/pre-commit": ""}, "", []string{".git"}, []string{".git/hooks", "tools"}, nil},
		"a linked .git": {map[string]string{".git": "->real", "real/HEAD": ""}, "", []string{"real"}, []string{".git"}, nil},
		"bare":          {map[string]string{"a.git/HEAD": "", "a.git/objects/": "", "a.git/refs/": "", "b/HEAD": ""}, "", []string{"a.git"}, nil, nil},
		"submodules": {map[string]string{
			".git/HEAD": "", "deep/er/sub/.git": "gitdir: ../../../.git/modules/a/b\n", ".git/modules/a/b/HEAD": "", ".git/modules/a/b/config": "[core]\n\tworktree = ../../../../deep/er/sub\n",
		}, "", []string{".git", ".git/modules/a/b"}, []string{".git/modules/a/b/config", "deep/er/sub/.git"}, nil},
		"worktrees": {map[string]string{
			".git/HEAD": "", ".git/worktrees/w/commondir": "../..\n", ".git/worktrees/w/gitdir": "DIR/one/two/three/w/.git\n", "one/two/three/w/.git": "gitdir: DIR/.git/worktrees/w\n",
		}, "", []string{".git", ".git/worktrees/w"}, []string{"one/two/three/w/.git"}, nil},
		"sent elsewhere": {map[string]string{".git/commondir": "../evil\n", "evil/config": "[core]\n"}, "", []string{".git", "evil"}, []string{"evil/config"}, []string{".git/commondir"}},
		"includes in includes": {map[string]string{
			".git/config": "[include]\n\tpath = ../a/one.ini\n", "a/one.ini": "[includeIf\t\"gitdir:x]y\"] path = two.ini\n", "a/two.ini": "\ufeff[core]\r\n hooksPath = tools\r\n[include] path=one.ini\n", "tools/x": "",
		}, "", []string{".git"}, []string{".git/config", "a/one.ini", "a/two.ini", "tools"}, nil},
		"named and missing": {map[string]string{".git/config": "[core]\nhooksPath = .githooks\n[include]\npath = ../.gitconfig\npath=\n"}, "",
			[]string{".git"}, []string{".git/config", ".gitconfig", ".githooks"}, nil},
		"linked and missing": {map[string]string{".git/config": "[core]\nhooksPath = by/hooks\n", "by": "->tools/.", "tools/x": ""}, "",
			[]string{".git"}, []string{".git/config", "by/hooks", "tools/hooks"}, nil},
		"hooks that are links": {map[string]string{
			".git/hooks/pre-commit": "->../../scripts/pc", "scripts/pc": "->real", "scripts/real": "", ".git/hooks/pre-push": "->../../scripts/none", ".git/hooks/all": "->../..",
		}, "", []string{".git"}, []string{".git/hooks", "scripts/none", "scripts/pc", "scripts/real"}, nil},
		"in circles": {map[string]string{".git/commondir": ".\n", ".git/config": "->config"}, "", []string{".git"}, []string{".git/config"}, []string{".git/commondir"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range tt.files {
				tt.files[name] = strings.ReplaceAll(text, "DIR", dir)
			}
			fixture.Tree(t, dir, tt.files)
			got := launch.Inspect(launch.Query{Dir: filepath.Join(dir, tt.dir), Getenv: func(string) string { return "" }}).Git
			at := func(names []string) []string {
				out := []string{}
				for _, name := range names {
					out = append(out, filepath.Join(dir, filepath.FromSlash(name)))
				}
				return out
			}
			if diff := cmp.Diff(exec.Git{Folders: at(tt.folders), Files: at(tt.paths), Astray: at(tt.astray)}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestGitOfUser finds what the user's own configurations name in folders that a
// run may change, and nothing else.
func TestGitOfUser(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	fixture.Tree(t, dir, map[string]string{
		"home/.gitconfig": "[core] hooksPath = .hooks\n[include] path = ~/more\n[include] path = " + filepath.ToSlash(at("work/mine.ini")) + "\n",
		"home/more":       "[core] hooksPath = \"" + filepath.ToSlash(at("work/all")) + "\"\n", "work/sub/.git/HEAD": "", "work/all/x": "",
		"xdg/git/config": "[core] hooksPath = ~/hooks\n[include] path = further\n", "other/a/b/.git/config": "", "other/a/b/c/.git/config": "", "none/.git/config": "",
	})
	getenv := func(name string) string {
		return map[string]string{"HOME": at("home"), "XDG_CONFIG_HOME": at("xdg")}[name]
	}
	got := launch.Inspect(launch.Query{Dir: at("work"), Write: []string{at("other"), at("xdg"), at("gone")}, Getenv: getenv}).Git
	want := exec.Git{Folders: []string{at("other/a/b/.git"), at("work/sub/.git")}, Files: []string{
		at("other/a/b/.git/config"), at("other/a/b/.hooks"), at("work/all"), at("work/mine.ini"), at("work/sub/.hooks"), at("xdg/git/config"), at("xdg/git/further"),
	}, Astray: []string{}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestGuard lets a run change what no sandbox holds, and looks that it is as it
// was.
func TestGuard(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there are no links for everybody")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(dir, "work")
	at := func(name string) string { return filepath.Join(work, filepath.FromSlash(name)) }
	fixture.Tree(t, dir, map[string]string{"work/.git/config": "", "work/.git/link": "->../a", "outside/kept": "", "work/own/kept": ""})
	b := runner.Boundary{Workspace: runner.Workspace{Path: work, Access: "rw"}, Protect: []string{
		at(".git/config"), at(".git/commondir"), at(".git/hooks"), at(".git/info/attributes"), at(".git/link"), at("made/by/it"), at("new/part/hooked"), at("by/link/it"), filepath.Join(dir, "outside/none"),
	}}
	g, err := launch.Watch(b)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(at(".git/hooks")); err != nil || !info.IsDir() {
		t.Errorf("there is nothing in the place of hooks that could be held: %v", err)
	}
	if changed, err := g.Restore(); len(changed) > 0 || err != nil {
		t.Errorf("nothing was changed: %q %v", changed, err)
	}
	fixture.Tree(t, work, map[string]string{".git/commondir": "../evil", ".git/config": "changed", "made/by/other": "", "new/part/hooked/x": "", "new/part/kept": "", "by/link": "->../own", "own/it": ""})
	if err := errors.Join(os.Remove(at(".git/link")), os.Symlink(filepath.Join(dir, "outside"), at(".git/info")), os.Symlink("evil", at(".git/link"))); err != nil {
		t.Fatal(err)
	}
	changed, err := g.Restore()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{at(".git/commondir"), at(".git/info/attributes"), at(".git/link"), at("new/part/hooked"), at("by/link/it")}, changed); diff != "" {
		t.Error(diff)
	}
	for _, gone := range []string{".git/commondir", ".git/info", "new/part/hooked", "by/link"} {
		if _, err := os.Lstat(at(gone)); err == nil {
			t.Errorf("%s is there", gone)
		}
	}
	if link, err := os.Readlink(at(".git/link")); link != "../a" {
		t.Errorf("the link leads to %q: %v", link, err)
	}
	for _, kept := range []string{"../outside/kept", "own/kept", "own/it", "new/part/kept", "made/by/other", ".git/config"} {
		if _, err := os.Stat(at(kept)); err != nil {
			t.Errorf("%s is gone: %v", kept, err)
		}
	}
}

// TestGuardOfMany has runs that start at the same time look at one repository, which
// lacks the folder that each of them would make.
func TestGuardOfMany(t *testing.T) {
	t.Parallel()
	for range 20 {
		work := t.TempDir()
		fixture.Tree(t, work, map[string]string{".git/config": ""})
		b := runner.Boundary{Workspace: runner.Workspace{Path: work, Access: "rw"}, Protect: []string{filepath.Join(work, ".git", "hooks")}}
		errs := make(chan error)
		const many = 8
		start := make(chan struct{})
		for range many {
			go func() {
				<-start
				g, err := launch.Watch(b)
				if err == nil && len(g) > 0 {
					err = fmt.Errorf("what is there can be held: %v", g)
				}
				errs <- err
			}()
		}
		close(start)
		for range many {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
	}
}
