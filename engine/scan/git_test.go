package scan

import (
	"archive/tar"
	"bytes"
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGitName(t *testing.T) {
	for name, want := range map[string]string{
		".git": "is", ".GIT": "alike", ".Git": "alike", ".git ": "alike", ".git.": "alike", ".git . .": "alike", "git~1": "alike", "GIT~2": "alike",
		".g\u200cit": "alike", "\ufeff.git": "alike", ".gi\u200dt": "alike", ".g\u2060it": "alike", ".git::$INDEX_ALLOCATION": "alike", ".git:x": "alike",
		".gi\u0131t": "", ".gitignore": "", ".github": "", "git": "", "x.git": "", "git~": "", "git~x": "", ".gitt": "", "": "", ".git\x01": "alike",
	} {
		got := ""
		switch is, alike := GitName(name); {
		case is && alike:
			got = "both"
		case is:
			got = "is"
		case alike:
			got = "alike"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// TestArchiveGit wants what Git obeys to be named, wherever it is in an archive.
func TestArchiveGit(t *testing.T) {
	var text bytes.Buffer
	w := tar.NewWriter(&text)
	for _, name := range []string{"a/.git/config", "a/.git/HEAD", "b/HEAD", "b/objects/x", "b/refs/x", "c/head", "c/commondir", "d/HEAD", "d/refs/x", "e/git~1", ".github/x"} {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a := OpenArchive(context.Background(), "tar", bytes.NewReader(text.Bytes()), int64(text.Len()), Limits{})
	if diff := cmp.Diff([]string{"a/.git", "b/", "c/", "e/git~1"}, a.Git); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
