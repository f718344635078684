package remains

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFilter reads configurations as git writes them, and takes out what it does
// not know or could misread.
func TestFilter(t *testing.T) {
	t.Parallel()
	table, err := gitTable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "w", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	b := bounds{from: filepath.Join(dir, "w", ".git"), in: dir}
	for name, tt := range map[string]struct {
		text string
		want []string // what is taken out
	}{
		"as git writes it": {"[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n" +
			"[remote \"origin\"]\n\turl = https://example.com/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n" +
			"[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n[user]\n\tname = \"A; B\"\n\temail = a@example.com\n", nil},
		"addresses": {"[remote \"a\"]\nurl = git@example.com:a/b.git\npushurl = ssh://git@example.com/x\n[remote \"b\"]\nurl = /srv/x y\n[remote \"c\"]\nurl = ../x\n", nil},
		"a program as the address": {"[remote \"a\"]\nurl = ext::sh -c evil\n[submodule \"x\"]\nurl = -u./evil\nupdate = !evil\nactive = true\n",
			[]string{"remote.a.url", "submodule.x.url", "submodule.x.update"}},
		"a helper, and options of ssh": {"[remote \"a\"]\nurl = other://x\n[remote \"b\"]\nurl = ssh://-ox\n[remote \"c\"]\nurl = -ox@server:x\n[remote \"d\"]\nurl = server:/x/y\n",
			[]string{"remote.a.url", "remote.b.url", "remote.c.url"}},
		"large files": {"[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n\tprocess = git-lfs filter-process\n\trequired = true\n", nil},
		"other filters": {"[filter \"lfs\"]\n\tclean = evil\n[filter \"x\"]\n\tclean = git-lfs clean -- %f\n\trequired = true\n",
			[]string{"filter.lfs.clean", "filter.x.clean", "filter.x.required"}},
		"nobody has judged":       {"[core]\n\tnextThing = 1\n[new \"part\"]\n\tx\n", []string{"core.nextthing", "new.part.x"}},
		"off and on":              {"[core]\n\tfsmonitor = false\n[core]\n\tfsmonitor = true\n\tfsmonitor\n", []string{"core.fsmonitor"}},
		"a section in a line":     {"[core] fsmonitor = x\n\tbare = true\n", []string{"entry 1", "entry 2"}},
		"a line that goes on":     {"[core]\n\tbare = \\\nfalse\n\tbare = true\n", []string{"entry 2"}},
		"a comment that does not": {"[core]\n# x \\\n\tpager = evil\n\tbare = true\n", []string{"entry 2"}},
		"carriage returns":        {"[core]\r\n\tbare = true\r\n\tbare = tr\rue\r\n", []string{"entry 3"}},
		"a mark at the start":     {"\ufeff[core]\n\tpager = x\n", []string{"entry 1", "entry 2"}},
		"old sections":            {"[remote.origin]\n\turl = /x\n", []string{"entry 1", "entry 2"}},
		"quotes in the middle":    {"[user]\n\tname = a\"b\"\n\temail = x # y\n", []string{"user.name", "user.email"}},
		"quotes that go on":       {"[user]\n\tname = \"a\n[alias]\n\tx = !evil\"\n", []string{"user.name", "alias.x"}},
		"a dot in a part":         {"[branch \"a.b\"]\n\tremote = origin\n\tx.y = z\n", []string{"entry 3"}},
		"the name of a section":   {"[core \"bare\"]\n\tx = true\n[filter \"lfs.clean\"]\n\tx=git-lfs clean -- %f\n", []string{"core.bare.x", "filter.lfs.clean.x"}},
		"work tree":               {"[core]\n\tworktree = ../../w\n\tworktree = /etc\n\tworktree = ../../../..\n\tworktree = ~/x\n", []string{"core.worktree"}},
		"nothing":                 {"", nil},
		"zeros":                   {"[core]\n\tbare = true\x00\n", []string{"entry 2"}},
		"what leads elsewhere":    {"[include]\n\tpath = x\n[includeIf \"gitdir:x\"]\n\tpath = x\n[url \"a\"]\n\tinsteadOf = b\n", []string{"include.path", "includeif.gitdir:x.path", "url.a.insteadof"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			left, out := table.filter(tt.text, b, nil)
			var got []string
			for _, one := range out {
				name, _, _ := strings.Cut(one.name, ",")
				if !slices.Contains(got, name) {
					got = append(got, name)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("taken out is %q; %q is wanted", got, tt.want)
			}
			if len(out) == 0 && left != tt.text {
				t.Errorf("it is %q now", left)
			}
			if _, again := table.filter(left, b, nil); len(again) > 0 {
				t.Errorf("of what was left something is taken out again: %v", again)
			}
			var digests []string
			for _, one := range out {
				digests = append(digests, one.digest)
			}
			if same, again := table.filter(tt.text, b, digests); len(again) > 0 || same != tt.text {
				t.Errorf("what was there before is taken out: %v", again)
			}
		})
	}
}

// TestSteps knows the steps of a rebase that run nothing.
func TestSteps(t *testing.T) {
	t.Parallel()
	table, err := gitTable()
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]bool{
		"pick 0123 x": true, "p 0123": true, "  squash\t0123 exec": true, "# exec x": true, "": true, "noop": true, "update-ref refs/heads/x": true,
		"exec x": false, "x evil": false, " \texec\tevil": false, "exec": false, "pick0123": false, "later evil": false,
	} {
		if got := table.step(line); got != want {
			t.Errorf("%q is harmless: %t", line, got)
		}
	}
}

// FuzzFilter: what is left holds settings of the table only, in lines that are
// read one by one, and is left alone the next time.
func FuzzFilter(f *testing.F) {
	for _, seed := range []string{
		"[core]\n\tbare = true\n", "[core] fsmonitor = x\n", "[a \"b\\\"c\"]\nd = \"e\\\\\"\n", "# \\\n[alias]\nx=!y", "[core]\nbare = \\\n\\\n", "\ufeff[x]\r\ny\r",
	} {
		f.Add(seed)
	}
	table, err := gitTable()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := bounds{from: "/none/w/.git", in: "/none"}
		left, _ := table.filter(text, b, nil)
		if again, out := table.filter(left, b, nil); again != left || len(out) > 0 {
			t.Errorf("%q became %q and then %q", text, left, again)
		}
		for line := range strings.Lines(left) {
			if line = strings.TrimRight(line, "\r\n"); strings.HasSuffix(line, `\`) && !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") && !strings.HasPrefix(strings.TrimLeft(line, " \t"), ";") {
				t.Errorf("%q: a line of %q goes on", text, left)
			}
		}
	})
}
