//go:build unix

package install_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/engine"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestGateFilesOfUnix(t *testing.T) {
	t.Parallel()
	sound := map[string]string{"SKILL.md": gateSkill}
	for name, c := range map[string]struct {
		spoil func(t *testing.T, dir string) string
		want  engine.Effect
		rule  string
	}{
		"a pipe in it": {func(t *testing.T, dir string) string {
			must(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
			return dir
		}, engine.Deny, "install/content/special"},
		"a pipe as the manifest": {func(t *testing.T, dir string) string {
			must(t, os.Remove(filepath.Join(dir, "SKILL.md")))
			must(t, syscall.Mkfifo(filepath.Join(dir, "SKILL.md"), 0o600))
			return dir
		}, engine.Deny, "install/content/special"},
		"a pipe in its place": {func(t *testing.T, dir string) string {
			must(t, syscall.Mkfifo(dir+"-pipe", 0o600))
			return dir + "-pipe"
		}, engine.Deny, "install/request/missing"},
		"a link that leaves": {func(t *testing.T, dir string) string {
			must(t, os.Symlink("/etc/passwd", filepath.Join(dir, "passwd")))
			return dir
		}, engine.Deny, "install/content/link"},
		"a link to the folder above": {func(t *testing.T, dir string) string {
			must(t, os.Symlink("..", filepath.Join(dir, "up")))
			return dir
		}, engine.Deny, "install/content/link"},
		"a manifest that is a link": {func(t *testing.T, dir string) string {
			must(t, os.Rename(filepath.Join(dir, "SKILL.md"), dir+".md"))
			must(t, os.Symlink(dir+".md", filepath.Join(dir, "SKILL.md")))
			return dir
		}, engine.Deny, "install/content/link"},
		"a link in a circle": {func(t *testing.T, dir string) string {
			must(t, os.Symlink(dir+"-b", dir+"-a"))
			must(t, os.Symlink(dir+"-a", dir+"-b"))
			return dir + "-a"
		}, engine.Deny, "install/request/unreadable"},
		"a link to it": {func(t *testing.T, dir string) string {
			must(t, os.Symlink(dir, dir+"-link"))
			return dir + "-link"
		}, engine.Allow, ""},
		"setuid": {func(t *testing.T, dir string) string {
			must(t, os.WriteFile(filepath.Join(dir, "run.sh"), []byte("#!/bin/sh\necho\n"), 0o700))
			must(t, os.Chmod(filepath.Join(dir, "run.sh"), 0o755|os.ModeSetuid))
			return dir
		}, engine.Deny, "install/content/setuid"},
		"everybody may write": {func(t *testing.T, dir string) string {
			must(t, os.Chmod(filepath.Join(dir, "SKILL.md"), 0o666))
			return dir
		}, engine.Warn, "install/content/writable"},
		"a hook of git": {func(t *testing.T, dir string) string {
			must(t, os.MkdirAll(filepath.Join(dir, ".git", "hooks"), 0o750))
			must(t, os.WriteFile(filepath.Join(dir, ".git", "hooks", "post-checkout"), []byte("#!/bin/sh\necho\n"), 0o700))
			return dir
		}, engine.Deny, "install/content/hook"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := gateFolder(t, sound)
			decision := judged(t, gateRequest(c.spoil(t, dir)))
			if decision.Effect != c.want || c.rule != "" && !speaks(&decision, c.rule) {
				t.Errorf("got %s %+v, want %s by %s", decision.Effect, decision.Reasons, c.want, c.rule)
			}
		})
	}
}

func TestGateUnreadable(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	dir := gateFolder(t, map[string]string{"SKILL.md": gateSkill, "secret.txt": "x"})
	must(t, os.Chmod(filepath.Join(dir, "secret.txt"), 0))
	if decision := judged(t, gateRequest(dir)); decision.Effect != engine.Deny || !speaks(&decision, "install/content/unread") {
		t.Errorf("a file: %+v", decision)
	}
	must(t, os.Chmod(dir, 0))
	decision := judged(t, gateRequest(dir))
	must(t, os.Chmod(dir, 0o700))
	if decision.Effect != engine.Deny {
		t.Errorf("the folder: %+v", decision)
	}
}

// While somebody swaps two folders back and forth, what is allowed is the sound
// one and no mixture: its digest is that of the sound folder.
func TestGateSwaps(t *testing.T) {
	t.Parallel()
	good := gateFolder(t, map[string]string{"SKILL.md": gateSkill})
	bad := gateFolder(t, map[string]string{"SKILL.md": gateSkill, "inner/SKILL.md": "---\nname: github\ndescription: Says hello. Use when asked.\n---\n# x\n"})
	want := judged(t, gateRequest(good))
	if want.Effect != engine.Allow || judged(t, gateRequest(bad)).Effect != engine.Deny {
		t.Fatal("the folders are not what the test takes them for")
	}
	place := filepath.Join(t.TempDir(), "hello")
	must(t, os.Symlink(good, place))
	ctx, stop := context.WithCancel(context.Background())
	swapped := make(chan struct{})
	go func() {
		defer close(swapped)
		for i := 0; ctx.Err() == nil; i++ {
			next := place + ".next"
			_ = os.Remove(next)
			if os.Symlink([]string{bad, good}[i%2], next) != nil || os.Rename(next, place) != nil {
				return
			}
		}
	}()
	for range 40 {
		decision := judged(t, gateRequest(place))
		if decision.Effect == engine.Allow && decision.Digest != want.Digest {
			t.Errorf("allowed: %+v", decision)
		}
	}
	stop()
	<-swapped
}

// Files that come and go while they are judged are not allowed as something in
// between: what is allowed is a folder that there was, without the skill in it.
func TestGateWrites(t *testing.T) {
	t.Parallel()
	dir := gateFolder(t, map[string]string{"SKILL.md": gateSkill})
	evil := filepath.Join(dir, "inner")
	sound := map[string]bool{judged(t, gateRequest(dir)).Digest: true}
	must(t, os.Mkdir(evil, 0o700))
	sound[judged(t, gateRequest(dir)).Digest] = true
	ctx, stop := context.WithCancel(context.Background())
	written := make(chan struct{})
	go func() {
		defer close(written)
		for ctx.Err() == nil {
			_ = os.Mkdir(evil, 0o700)
			_ = os.WriteFile(filepath.Join(evil, "SKILL.md"), []byte("---\nname: github\ndescription: Says hello. Use when asked.\n---\n# x\n"), 0o600)
			_ = os.RemoveAll(evil)
		}
	}()
	for range 40 {
		if decision := judged(t, gateRequest(dir)); decision.Effect == engine.Allow && !sound[decision.Digest] {
			t.Errorf("allowed: %+v", decision)
		}
	}
	stop()
	<-written
}
