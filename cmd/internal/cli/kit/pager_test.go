package kit

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPagerCommand: the variables of the user count in their order, and one that is set
// to nothing is for no pager.
func TestPagerCommand(t *testing.T) {
	t.Parallel()
	for env, want := range map[string]string{
		"":                               "less -FRX",
		"PAGER=more -s":                  "more -s",
		"PAGER=more SKILLCTL_PAGER=most": "most",
		"PAGER=more SKILLCTL_PAGER=":     "",
		"PAGER=":                         "",
	} {
		s := &IOStreams{Environ: func() []string { return strings.Split(strings.ReplaceAll(env, " -", "\x00-"), " ") }}
		if got := strings.ReplaceAll(s.pagerCommand(), "\x00", " "); got != want {
			t.Errorf("%q: got %q, wanted %q", env, got, want)
		}
	}
}

// TestPagerProgram: nothing of the workspace is started, however it is named.
func TestPagerProgram(t *testing.T) {
	dir := t.TempDir()
	outside := t.TempDir()
	for _, name := range []string{filepath.Join(dir, "less"), filepath.Join(outside, "pages")} {
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "less"), filepath.Join(outside, "link")); err != nil {
		t.Skip(err)
	}
	for _, sub := range []string{".git", "skills"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(dir, "skills"))
	t.Setenv("PATH", strings.Join([]string{dir, outside, ".."}, string(os.PathListSeparator)))
	s := &IOStreams{}
	for _, name := range []string{"less", "../less", filepath.Join(dir, "less"), "link", "nowhere-to-be-found"} {
		if got := s.pagerProgram(name); got != "" {
			t.Errorf("%s: %s would be started", name, got)
		}
	}
	if s.pagerProgram("pages") == "" {
		t.Error("a pager of the user's is not started")
	}
}

// TestLinks: hyperlinks are for terminals that are known to show them.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		env  []string
		want bool
	}{
		{nil, false}, {[]string{"TERM=xterm-256color"}, false}, {[]string{"TERM=xterm-kitty"}, true},
		{[]string{"VTE_VERSION=4205"}, false}, {[]string{"VTE_VERSION=7200"}, true}, {[]string{"TERM_PROGRAM=vscode"}, true},
		{[]string{"TERM_PROGRAM=vscode", "CI=1"}, false}, {[]string{"FORCE_HYPERLINK=1"}, true}, {[]string{"FORCE_HYPERLINK=0", "TERM=xterm-kitty"}, false},
	} {
		s := &IOStreams{OutTTY: true, Getenv: func(name string) string {
			if i := slices.IndexFunc(one.env, func(pair string) bool { return strings.HasPrefix(pair, name+"=") }); i >= 0 {
				return one.env[i][len(name)+1:]
			}
			return ""
		}}
		if got := s.Links(true); got != one.want {
			t.Errorf("%v: %v", one.env, got)
		}
		if s.OutTTY = false; s.Links(true) {
			t.Errorf("%v: links in a pipe", one.env)
		}
	}
}
