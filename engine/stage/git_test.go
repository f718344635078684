package stage

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// origin is a repository with a skill; git runs git in it.
func origin(t *testing.T) (dir string, git func(args ...string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git on this machine")
	}
	dir = filepath.Join(t.TempDir(), "weather")
	if err := os.MkdirAll(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	git = func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always"}, args...)...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "SYSTEMROOT=" + os.Getenv("SYSTEMROOT"), "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1"}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "--quiet", "--initial-branch=main")
	for name, text := range map[string]string{
		"SKILL.md": manifest, "bin/run": "#!/bin/sh\r\necho $Id$\n", ".gitattributes": "* text eol=crlf ident export-subst\nsecret export-ignore\n",
		"secret": "$Format:%H$", "a b\u00e4": "x",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git("add", "-A")
	git("update-index", "--chmod=+x", "bin/run")
	git("commit", "--quiet", "-m", "one")
	git("tag", "v1")
	return dir, git
}

func TestGit(t *testing.T) {
	dir, git := origin(t)
	first := git("rev-parse", "HEAD")
	blob := func(name string) string { return git("cat-file", "blob", "HEAD:"+name) }
	want := map[string]string{
		"SKILL.md": manifest, "bin/": "", "bin/run": "x" + blob("bin/run") + "\n", ".gitattributes": blob(".gitattributes") + "\n",
		"secret": "$Format:%H$", "a b\u00e4": "x",
	}
	got, staged, err := staging(t, "git:"+dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fetched (-want +got):\n%s", diff)
	}
	if s := staged.Source; s.Commit != first || s.Kind != Git || staged.Name != "weather" {
		t.Errorf("staged: %+v", staged)
	}

	if err := os.WriteFile(filepath.Join(dir, "new"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	git("add", "-A")
	git("commit", "--quiet", "-m", "two")
	git("branch", "feature/x", first)
	for ref, wanted := range map[string]bool{"": true, "main": true, "v1": false, first: false, "feature/x": false} {
		got, staged, err := staging(t, "file://"+filepath.ToSlash(dir), WithRef(ref))
		if err != nil {
			t.Errorf("%s: %v", ref, err)
			continue
		}
		if _, has := got["new"]; has != wanted {
			t.Errorf("%s: there is %v", ref, got)
		}
		if !isCommit(staged.Source.Commit) {
			t.Errorf("%s: %+v", ref, staged.Source)
		}
	}
	if got, staged, err := staging(t, "git:"+dir+"@v1", WithPath("bin")); err != nil || len(got) != 1 || got["run"] == "" || staged.Name != "bin" {
		t.Errorf("a folder within: %v %v", got, err)
	}
	for _, wrong := range []string{"git:" + dir + "@none", "git:" + dir + "@" + strings.Repeat("0", 40)} {
		if _, _, err := staging(t, wrong); err == nil {
			t.Errorf("%s is fetched", wrong)
		}
	}
	if _, _, err := staging(t, "git:"+dir, WithPath("none")); err == nil || !strings.Contains(err.Error(), `no folder "none"`) {
		t.Errorf("a path that is not there: %v", err)
	}
	if _, _, err := staging(t, "git:"+dir+"@v1", WithRef("main")); err == nil {
		t.Error("two references are taken")
	}
	short := git("rev-parse", "--short", "HEAD")
	if _, _, err := staging(t, "git:"+dir+"@"+short); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "a commit needs all 40 digits") {
		t.Errorf("got %v for the abbreviated commit %q", err, short)
	}
	if _, _, err := staging(t, dir, WithRef("main")); err == nil {
		t.Error("a reference of a folder is taken")
	}
	if _, _, err := staging(t, "git:"+dir, WithGit("no-such-git")); err == nil || !strings.Contains(err.Error(), "git") {
		t.Errorf("without git: %v", err)
	}
}

// TestGitHostile has a repository whose links, submodules, hooks and settings
// want to get at the machine.
func TestGitHostile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and hooks are those of Unix")
	}
	dir, git := origin(t)
	ran := filepath.Join(t.TempDir(), "ran")
	script := "#!/bin/sh\ntouch " + ran + "\n"
	for _, hook := range []string{"post-checkout", "reference-transaction", "post-merge", "pre-auto-gc", "fsmonitor"} {
		if err := os.WriteFile(filepath.Join(dir, ".git/hooks", hook), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	tool := filepath.Join(t.TempDir(), "tool")
	if err := os.WriteFile(tool, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	git("config", "uploadpack.packObjectsHook", tool)
	git("config", "core.fsmonitor", tool)
	git("config", "core.sshCommand", tool)
	git("config", "filter.x.smudge", tool)
	module := git("rev-parse", "HEAD")
	git("update-index", "--add", "--cacheinfo", "160000,"+module+",sub")
	if err := os.WriteFile(filepath.Join(dir, ".gitmodules"), []byte("[submodule \"sub\"]\n\tpath = sub\n\turl = ./sub\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitattributes"), []byte("* filter=x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	git("add", ".gitmodules")
	git("-c", "filter.x.smudge=cat", "commit", "--quiet", "-m", "two")
	_ = os.Remove(ran) // the caller's own git ran the hooks
	for _, name := range []string{"GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_PROXY_COMMAND", "GIT_CONFIG_PARAMETERS"} {
		t.Setenv(name, tool)
	}
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "uploadpack.packObjectsHook")
	t.Setenv("GIT_CONFIG_VALUE_0", tool)
	t.Setenv("GIT_TEMPLATE_DIR", filepath.Join(dir, ".git"))
	got, staged, err := staging(t, "git:"+dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, has := got["sub/"]; has || len(staged.Notes) != 1 || staged.Notes[0].Path != "sub" {
		t.Errorf("the submodule: %v, noted %v", got, staged.Notes)
	}
	if _, err := os.Stat(ran); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something of the repository ran: %v", err)
	}
	for _, ext := range []string{"ext::" + tool, "ext::sh -c " + tool, "fd::17"} {
		if _, _, err := staging(t, ext); err == nil {
			t.Errorf("%s is fetched", ext)
		}
	}

	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	git("add", "link")
	git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "three")
	var refused *RefusedError
	if _, _, err := staging(t, "git:"+dir); !errors.As(err, &refused) || refused.Reason != Outside {
		t.Errorf("a link out of the repository: %v", err)
	}
}

func TestGitLimits(t *testing.T) {
	dir, _ := origin(t)
	var refused *RefusedError
	for _, limits := range []Limits{{Files: 3}, {Bytes: 20}} {
		if _, _, err := staging(t, "git:"+dir, WithLimits(limits)); !errors.As(err, &refused) || refused.Reason != TooLarge {
			t.Errorf("%+v: %v", limits, err)
		}
	}
}
