//go:build unix

package stage

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func made(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "weather")
	for name, content := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestFolder(t *testing.T) {
	dir := made(t, map[string]string{"SKILL.md": manifest, "bin/run": "echo\n", ".git/config": "[core]", ".openclaw/source-origin.json": "{}", "docs/a": "a", "x/.git/y": "y"})
	must(t, os.Chmod(filepath.Join(dir, "bin/run"), 0o777|os.ModeSetuid))
	must(t, os.Symlink("../SKILL.md", filepath.Join(dir, "docs/top.md")))
	must(t, os.Symlink("docs", filepath.Join(dir, "manual")))
	must(t, os.Link(filepath.Join(dir, "docs/a"), filepath.Join(dir, "docs/b")))
	got, staged, err := staging(t, dir)
	must(t, err)
	want := map[string]string{
		"SKILL.md": manifest, "bin/": "", "bin/run": "xecho\n", "docs/": "", "docs/a": "a", "docs/b": "a", "docs/top.md": "-> ../SKILL.md", "manual": "-> docs",
		"x/": "", "x/.git/": "", "x/.git/y": "y",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("copied (-want +got):\n%s", diff)
	}
	var notes []string
	for _, note := range staged.Notes {
		notes = append(notes, note.Path)
	}
	if diff := cmp.Diff([]string{".git", ".openclaw/source-origin.json", "bin/run", "docs/a", "docs/b"}, notes); diff != "" {
		t.Errorf("noted (-want +got):\n%s", diff)
	}
	if staged.Files != 7 || staged.Name != "weather" || staged.Source.Kind != Folder {
		t.Errorf("staged: %+v", staged)
	}
	// A folder that is named by a link is the one that it leads to.
	linked := filepath.Join(t.TempDir(), "linked")
	must(t, os.Symlink(dir, linked))
	if again, _, err := staging(t, linked); err != nil || len(again) != len(got) {
		t.Errorf("by a link: %v %v", again, err)
	}
	if below, staged, err := staging(t, dir, WithPath("docs")); err == nil {
		t.Errorf("a link that leaves the folder asked for is taken: %v %v", below, staged)
	}
	if below, staged, err := staging(t, dir, WithPath("bin")); err != nil || below["run"] == "" || staged.Name != "bin" {
		t.Errorf("a folder within: %v %v", below, err)
	}
}

func TestFolderRefused(t *testing.T) {
	secret := made(t, map[string]string{"secret": "s"})
	for name, tt := range map[string]struct {
		make   func(dir string) error
		reason Reason
	}{
		"pipe":          {func(dir string) error { return syscall.Mkfifo(filepath.Join(dir, "p"), 0o600) }, Special},
		"absolute link": {func(dir string) error { return os.Symlink(filepath.Join(secret, "secret"), filepath.Join(dir, "l")) }, Outside},
		"link out":      {func(dir string) error { return os.Symlink("../other", filepath.Join(dir, "l")) }, Outside},
		"dangling":      {func(dir string) error { return os.Symlink("none", filepath.Join(dir, "l")) }, Outside},
		"loop":          {func(dir string) error { return os.Symlink(".", filepath.Join(dir, "l")) }, Outside},
		"control":       {func(dir string) error { return os.WriteFile(filepath.Join(dir, "a\x1bb"), nil, 0o600) }, BadName},
		"backslash":     {func(dir string) error { return os.WriteFile(filepath.Join(dir, `a\b`), nil, 0o600) }, BadName},
		"not UTF-8":     {func(dir string) error { return os.WriteFile(filepath.Join(dir, "a\xffb"), nil, 0o600) }, BadName},
		"case":          {func(dir string) error { return os.WriteFile(filepath.Join(dir, "skill.MD"), nil, 0o600) }, Collision},
		"large":         {func(dir string) error { return os.Truncate(filepath.Join(dir, "SKILL.md"), 300<<20) }, TooLarge},
		"deep":          {func(dir string) error { return os.MkdirAll(filepath.Join(dir, strings.Repeat("d/", 40)), 0o700) }, TooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			dir := made(t, map[string]string{"SKILL.md": manifest})
			if err := tt.make(dir); err != nil {
				t.Skipf("this file system does not take it: %v", err)
			}
			_, _, err := staging(t, dir)
			var refused *RefusedError
			if !errors.As(err, &refused) || refused.Reason != tt.reason {
				t.Errorf("%v; want %s", err, tt.reason)
			}
		})
	}
	dir := made(t, map[string]string{"p": ""})
	must(t, syscall.Mkfifo(filepath.Join(dir, "x.zip"), 0o600))
	if _, _, err := staging(t, filepath.Join(dir, "x.zip")); err == nil {
		t.Error("a pipe is read as an archive")
	}
}

// TestUmask wants the same modes whatever the caller's mask.
func TestUmask(t *testing.T) {
	dir := made(t, map[string]string{"SKILL.md": manifest, "a/b": "b"})
	old := syscall.Umask(0o077)
	defer syscall.Umask(old)
	if got, _, err := staging(t, dir); err != nil || len(got) != 3 {
		t.Errorf("%v %v", got, err)
	}
	staged, err := Open(t.Context(), dir, WithParent(t.TempDir()))
	must(t, err)
	if info, err := os.Stat(staged.Dir); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the folder itself: %v %v", info.Mode(), err)
	}
	// A source is not copied into itself.
	var refused *RefusedError
	if _, err := Open(t.Context(), dir, WithParent(filepath.Join(dir, "a"))); !errors.As(err, &refused) {
		t.Errorf("into itself: %v", err)
	}
}

// TestMovingFolder swaps a file for a link and back while it is copied: what is
// copied is never what the link leads to.
func TestMovingFolder(t *testing.T) {
	secret := made(t, map[string]string{"secret": "not for you"})
	dir := made(t, map[string]string{"SKILL.md": manifest, "data": "harmless"})
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
			}
			temp := filepath.Join(filepath.Dir(dir), "temp")
			if i%2 == 0 {
				_ = os.Symlink(filepath.Join(secret, "secret"), temp)
			} else {
				_ = os.WriteFile(temp, []byte("harmless"), 0o600)
			}
			_ = os.Rename(temp, filepath.Join(dir, "data"))
		}
	}()
	for range 40 {
		if got, _, err := staging(t, dir); err == nil && got["data"] != "harmless" {
			t.Errorf("copied: %v", got)
		}
	}
	close(done)
	<-ended
}
