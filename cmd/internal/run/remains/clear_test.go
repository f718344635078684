//go:build unix

package remains

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// bare are the files of a repository in a folder.
func bare(dir string, more map[string]string) map[string]string {
	files := map[string]string{dir + "/HEAD": "ref: refs/heads/main\n", dir + "/objects/": "", dir + "/refs/": ""}
	for name, text := range more {
		files[dir+"/"+name] = text
	}
	return files
}

// all joins trees.
func all(trees ...map[string]string) map[string]string {
	out := map[string]string{}
	for _, one := range trees {
		for name, text := range one {
			out[name] = text
		}
	}
	return out
}

const (
	plain = "[core]\n\tbare = false\n"
	evil  = "[core]\n\tfsmonitor = evil\n"
)

// TestClear lets a run leave things, and looks at what becomes of them.
func TestClear(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		// before is there, made comes with the run; paths are relative.
		before, made map[string]string
		// moved, gone and kept are paths that were moved aside, deleted or left.
		moved, gone, kept []string
		// said are parts of what is said, without the folder.
		said []string
	}{
		"nothing":        {before: bare(".git", map[string]string{"config": evil, "hooks/x": ""}), kept: []string{".git/config", ".git/hooks/x"}},
		"a plain one":    {made: bare("a/.git", map[string]string{"config": plain, "hooks/x.sample": "", "hooks/d/": ""}), kept: []string{"a/.git/config", "a/.git/hooks/x.sample"}},
		"a program":      {made: bare("a/.git", map[string]string{"config": plain + evil}), said: []string{"a/.git/config: git would later do what these settings of the run say, so they were taken out: core.fsmonitor;"}},
		"another name":   {made: bare("a/b.c/d", map[string]string{"config.worktree": evil}), said: []string{"a/b.c/d/config.worktree: "}},
		"in modules":     {before: bare(".git", nil), made: bare(".git/modules/x/y", map[string]string{"config": evil}), said: []string{".git/modules/x/y/config: "}},
		"no head yet":    {made: map[string]string{"a/.git/config": evil}, said: []string{"a/.git/config: "}},
		"without config": {made: bare("a/.git", nil)},
		"made whole": { // by two runs: what was no repository before
			before: map[string]string{"a/config": evil, "a/objects/": "", "a/refs/": ""}, made: map[string]string{"a/HEAD": "ref: refs/heads/x\n"}, said: []string{"a/config: "},
		},
		"a common folder": {
			made: map[string]string{"a/HEAD": "ref: refs/heads/x\n", "a/commondir": "../b", "b/objects/": "", "b/refs/": "", "b/config": evil}, moved: []string{"a/commondir"}, kept: []string{"b/config"},
		},
		"a work tree": {
			made: bare("a/.git", map[string]string{"worktrees/w/HEAD": "x", "worktrees/w/commondir": "../..\n", "worktrees/w/gitdir": "x"}), kept: []string{"a/.git/worktrees/w/commondir"},
		},
		"a work tree of another": {
			made:  all(bare("b", nil), bare("a/.git", map[string]string{"worktrees/w/HEAD": "x", "worktrees/w/commondir": "../../../../b\n"})),
			moved: []string{"a/.git/worktrees/w/commondir"},
		},
		"hooks": {
			before: bare("a/.git", map[string]string{"hooks/was": ""}), made: map[string]string{"a/.git/hooks/pre-commit": "", "a/.git/hooks/post-merge": "->../x"},
			moved: []string{"a/.git/hooks/pre-commit", "a/.git/hooks/post-merge"}, kept: []string{"a/.git/hooks/was"},
		},
		"what it names": {
			before: all(bare("a/.git", map[string]string{"config": "[core]\n\thooksPath = .h/x\n[include]\n\tpath = ../../inc\n"}), map[string]string{"a/.h/x/was": "", "inc": plain, "s/pc": "", "a/.h/x/pre-push": "->../../../s/pc", "a/.h/x/post-merge": "->../../../s/pc"}),
			made:   map[string]string{"a/.h/x/pre-commit": "", "a/.h/x/.gitignore": "", "inc": evil, "s/pc": "evil"},
			moved:  []string{"a/.h/x/pre-commit", "s/pc"}, kept: []string{"a/.h/x/was", "a/.h/x/pre-push", "a/.h/x/.gitignore"},
			said: []string{"inc: git would later do what these settings of the run say, so they were taken out: core.fsmonitor;"},
		},
		"linked hooks":          {made: bare("a/.git", map[string]string{"hooks": "->../h"}), moved: []string{"a/.git/hooks"}},
		"a linked config":       {made: all(bare("a/.git", map[string]string{"config": "->../c"}), map[string]string{"a/c": plain}), moved: []string{"a/.git/config"}, kept: []string{"a/c"}},
		"a large config":        {made: bare("a/.git", map[string]string{"config": plain + strings.Repeat("#\n", maxText)}), moved: []string{"a/.git/config"}},
		"steps":                 {before: bare(".git", nil), made: map[string]string{".git/rebase-merge/git-rebase-todo": "pick 1 x\nx evil\n"}, moved: []string{".git/rebase-merge/git-rebase-todo"}},
		"harmless steps":        {made: bare(".git", map[string]string{"rebase-merge/git-rebase-todo": "pick 1 x\nnoop\n"}), kept: []string{".git/rebase-merge/git-rebase-todo"}},
		"steps that are linked": {made: bare(".git", map[string]string{"rebase-merge": "->../x"}), moved: []string{".git/rebase-merge"}},
		"steps of before":       {before: bare(".git", map[string]string{"rebase-merge/git-rebase-todo": "exec x\n"}), kept: []string{".git/rebase-merge/git-rebase-todo"}},
		"pointers": {
			made:  all(bare("r", nil), map[string]string{"a/.git": "gitdir: ../r\n", "b/.git": "->../r", "c/.git": "gitdir: ../plain\n", "plain/": "", "d/.git": "->/usr", "e/.git": "gitdir: ../none\n", "f/.git": "gitdir: /none/at/all\n", "g/.git": "x"}),
			moved: []string{"c/.git", "d/.git", "e/.git", "f/.git"}, kept: []string{"a/.git", "b/.git", "g/.git"},
		},
		"pointers of a container": {
			made:  map[string]string{"a/.git": "gitdir: /none/seen/r\n", "b/.git": "gitdir: /none/seen/../r\n", "c/.git": "gitdir: /none/seen\x00/r\n"},
			moved: []string{"b/.git", "c/.git"}, kept: []string{"a/.git"},
		},
		"a pointer that ends in a space": {
			made: all(bare("r", nil), map[string]string{"r /": "", "a/.git": "gitdir: ../r \n"}), moved: []string{"a/.git"},
		},
		"a pointer into objects": {
			made: all(bare("a/.git", nil), bare("a/.git/objects/ab", map[string]string{"config": evil}), map[string]string{"b/.git": "gitdir: ../a/.git/objects/ab\n"}),
			kept: []string{"b/.git"}, said: []string{"a/.git/objects/ab/config: "},
		},
		"among objects": {
			made: all(bare("a", nil), bare("a/objects/ab/.git", map[string]string{"config": evil}), bare("a/objects/pack/x/.git", map[string]string{"config": evil})),
			said: []string{"a/objects/ab/.git/config: ", "a/objects/pack/x/.git/config: "},
		},
		"a program to merge with": {
			before: bare(".git", nil), made: map[string]string{".git/rebase-merge/strategy": "a/x\n", ".git/rebase-apply/strategy": "x\n", ".git/rebase-apply/apply-opt": " '--build-fake-ancestor=/x'\n", ".git/sequencer/opts": "[options]\n\tstrategy = a/x\n"},
			moved: []string{".git/rebase-merge/strategy", ".git/rebase-apply/strategy", ".git/rebase-apply/apply-opt"}, said: []string{".git/sequencer/opts: git would later do what these settings of the run say, so they were taken out: options.strategy;"},
		},
		"git's own way to merge": {
			made: bare(".git", map[string]string{"rebase-apply/apply-opt": " '-p1' '--whitespace=fix'\n", "rebase-apply/strategy": "ort", "rebase-merge/strategy": "ort\n", "sequencer/opts": "[options]\n\tedit = false\n\tmainline = 1\n\tstrategy = recursive\n\tgpg-sign = \n\tstrategy-option = theirs\n"}),
			kept: []string{".git/rebase-merge/strategy", ".git/rebase-apply/apply-opt", ".git/sequencer/opts"},
		},
		"pointers of before": {before: map[string]string{"a/.git": "gitdir: ../x\n"}, made: map[string]string{"x/": ""}, kept: []string{"a/.git"}},
		"locks": {
			before: bare(".git", map[string]string{"was.lock": ""}), made: map[string]string{".git/index.lock": "", ".git/refs/heads/x.lock": "", "yarn.lock": "", ".git/config.lock/": "", ".git/modules/x.lock/": ""},
			moved: []string{".git/config.lock"},
			gone:  []string{".git/index.lock", ".git/refs/heads/x.lock"}, kept: []string{".git/was.lock", "yarn.lock", ".git/modules/x.lock"},
		},
		"settings": {
			before: map[string]string{"skillctl.cue": "", "b/x": ""}, made: map[string]string{"skillctl.yaml": "", "b/skillctl.json": "", "c/skillctl.cue": "->none"},
			moved: []string{"skillctl.yaml", "c/skillctl.cue"}, kept: []string{"b/skillctl.json"}, said: []string{"b/skillctl.json: the run made or changed these settings"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			fixture.Tree(t, dir, tt.before)
			s := look(t, Query{Folders: []string{dir}, Git: true, Entries: 1000, Elsewhere: []string{"/none/seen"}})
			fixture.Tree(t, dir, tt.made)
			report := s.Clear(t.Context())
			for _, gap := range report.Gaps {
				t.Errorf("gap: %s", gap)
			}
			for _, path := range tt.moved {
				at := filepath.Join(dir, path)
				if _, err := os.Lstat(at); err == nil {
					t.Errorf("%s is there", path)
				}
				if info, err := os.Lstat(at + removed); err != nil || info.Mode().IsRegular() && info.Mode().Perm() != 0o600 {
					t.Errorf("%s was not moved aside: %v", path, err)
				}
			}
			for _, path := range tt.gone {
				if _, err := os.Lstat(filepath.Join(dir, path)); err == nil {
					t.Errorf("%s is there", path)
				}
			}
			for _, path := range tt.kept {
				if _, err := os.Lstat(filepath.Join(dir, path)); err != nil {
					t.Errorf("%s is gone", path)
				}
			}
			text := strings.Join(report.Done, "\n")
			for _, part := range append(slices.Concat(tt.moved, tt.gone), tt.said...) {
				if !strings.Contains(text, dir+"/"+part) {
					t.Errorf("nothing is said of %s:\n%s", part, text)
				}
			}
			if len(report.Done) < len(tt.moved)+len(tt.gone)+len(tt.said) || len(tt.moved)+len(tt.gone)+len(tt.said) == 0 && len(report.Done) > 0 {
				t.Errorf("said is:\n%s", text)
			}
			if again := look(t, s.Query).Clear(t.Context()); len(again.Done) > 0 {
				t.Errorf("the next time something is done again: %q", again.Done)
			}
			noProgram(t, dir, tt.before)
		})
	}
}

// TestManyHooks has a run hide a hook among more than are looked at.
func TestManyHooks(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := look(t, Query{Folders: []string{dir}, Git: true, Entries: 2 * maxHooks})
	files := bare("a", map[string]string{"hooks/pre-commit": "evil"})
	for i := range maxHooks {
		files[fmt.Sprintf("a/hooks/x%d.sample", i)] = ""
	}
	fixture.Tree(t, dir, files)
	report := s.Clear(t.Context())
	if _, err := os.Lstat(filepath.Join(dir, "a/hooks")); err == nil {
		t.Error("the folder of hooks is there")
	}
	if len(report.Done) != 1 || !strings.Contains(report.Done[0], "a/hooks: git would run hooks in it") {
		t.Errorf("said is %q", report.Done)
	}
}

// noProgram looks that no configuration that came with the run has a program.
func noProgram(t *testing.T, dir string, before map[string]string) {
	t.Helper()
	for _, name := range []string{"a/.git/config", "a/b.c/d/config.worktree", ".git/modules/x/y/config", "a/config"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil && strings.Contains(string(text), "fsmonitor") && before[name] == "" {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// look is Look by way of JSON, as for another process.
func look(t *testing.T, q Query) *State {
	t.Helper()
	s, err := Look(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	out := &State{}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestChanged takes out only what a run added to a configuration that was there.
func TestChanged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	before := "[core]\n\tfsmonitor = mine\n[alias]\n\tst = status\n; mine\n"
	fixture.Tree(t, dir, bare("r/.git", map[string]string{"config": before}))
	s := look(t, Query{Folders: []string{dir}, Git: true})
	at := filepath.Join(dir, "r", ".git", "config")
	if err := os.WriteFile(at, []byte(before+"[alias]\n\tst = status\n\tco = !evil\n[branch \"x\"]\n\tremote = origin\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Clear(t.Context())
	text, err := os.ReadFile(at)
	if want := before + "[alias]\n\tst = status\n[branch \"x\"]\n\tremote = origin\n"; err != nil || string(text) != want {
		t.Errorf("it is %q, %v", text, err)
	}
}

// TestModes takes away what runs as its owner, and dead sockets, and leaves what
// was there or is in use.
func TestModes(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "r-") // the path of a socket has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	fixture.Tree(t, dir, map[string]string{"was": "", "a.lock": "", "sub/skillctl.cue": ""})
	if err := os.Chmod(filepath.Join(dir, "was"), 0o755|fs.ModeSetuid); err != nil {
		t.Fatal(err)
	}
	s := look(t, Query{Folders: []string{dir}, Git: true, Modes: true})
	fixture.Tree(t, dir, map[string]string{"made": ""})
	for name, mode := range map[string]fs.FileMode{"made": fs.ModeSetuid, "a.lock": fs.ModeSetgid, "sub/skillctl.cue": fs.ModeSetuid} {
		if err := os.Chmod(filepath.Join(dir, name), 0o755|mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mknod(filepath.Join(dir, "dead"), syscall.S_IFSOCK|0o700, 0); err != nil {
		t.Fatal(err)
	}
	alive, err := net.Listen("unix", filepath.Join(dir, "alive"))
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close()
	if before := look(t, s.Query).Sockets(); !slices.Equal(before, []string{filepath.Join(dir, "alive"), filepath.Join(dir, "dead")}) {
		t.Errorf("the sockets are %q", before)
	}
	report := s.Clear(t.Context())
	for name, want := range map[string]fs.FileMode{"was": 0o755 | fs.ModeSetuid, "made": 0o755, "a.lock": 0o755, "sub/skillctl.cue": 0o755, "alive": fs.ModeSocket} {
		info, err := os.Lstat(filepath.Join(dir, name))
		if err != nil || info.Mode()&^0o777 != want&^0o777 {
			t.Errorf("%s is %v: %v", name, info, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "dead")); err == nil {
		t.Error("the dead socket is there")
	}
	if len(report.Gaps) > 0 {
		t.Errorf("%q", report.Gaps)
	}
}

// TestGaps says what cannot be looked at, and only what the run made so.
func TestGaps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	deep := strings.Repeat("d/", maxDepth+2)
	fixture.Tree(t, dir, map[string]string{"before/" + deep: ""})
	s := look(t, Query{Folders: []string{dir}, Git: true, Entries: 1})
	if report := s.Clear(t.Context()); len(report.Gaps) > 0 || report.Unseen {
		t.Errorf("nothing was left: %+v", report)
	}
	fixture.Tree(t, dir, map[string]string{"after/" + deep: ""})
	if report := s.Clear(t.Context()); !report.Unseen || len(report.Gaps) != 1 || !strings.Contains(report.Gaps[0], "folders deep") {
		t.Errorf("%+v", report)
	}
	for i := range 40 {
		fixture.Tree(t, dir, map[string]string{fmt.Sprintf("many/%d", i): ""})
	}
	s.Query.Entries = 30 + maxDepth*2 - MaxEntries
	if report := s.Clear(t.Context()); !report.Unseen || !strings.Contains(strings.Join(report.Gaps, "\n"), "there are more than") {
		t.Errorf("%+v", report)
	}
}

// TestLocked looks into a folder that a run has locked behind it.
func TestLocked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := look(t, Query{Folders: []string{dir}, Git: true})
	fixture.Tree(t, dir, bare("a/.git", map[string]string{"config": evil}))
	for _, name := range []string{"a/.git", "a"} {
		if err := os.Chmod(filepath.Join(dir, name), 0o311); err != nil {
			t.Fatal(err)
		}
	}
	report := s.Clear(t.Context())
	if len(report.Done) != 1 || !strings.Contains(report.Done[0], "core.fsmonitor") || len(report.Gaps) > 0 {
		t.Errorf("%+v", report)
	}
}

// BenchmarkLook walks a tree of ordinary size.
func BenchmarkLook(b *testing.B) {
	dir := b.TempDir()
	for i := range 500 {
		inner := filepath.Join(dir, fmt.Sprint(i%20), fmt.Sprint(i))
		if err := os.MkdirAll(inner, 0o755); err != nil {
			b.Fatal(err)
		}
		for j := range 20 {
			if err := os.WriteFile(filepath.Join(inner, fmt.Sprint(j)), nil, 0o600); err != nil {
				b.Fatal(err)
			}
		}
	}
	for _, modes := range []bool{false, true} {
		b.Run(fmt.Sprintf("modes=%t", modes), func(b *testing.B) {
			for b.Loop() {
				if _, err := Look(b.Context(), Query{Folders: []string{dir}, Git: true, Modes: modes}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
