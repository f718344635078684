package disk

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/engine/system"
)

// TestClaimed wants every folder that git takes for a repository by its files alone told,
// and none that git itself has made.
func TestClaimed(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"app/.git/HEAD": "", "app/.git/worktrees/w/HEAD": "", "app/src/main.go": "",
		"tree/.git":  "gitdir: ../app/.git/worktrees/w\n",
		"led/.git":   "gitdir: ../store\n",
		"odd/.git":   "nothing\n",
		"store/HEAD": "", "store/commondir": "../other\n",
		"app/bare/HEAD": "", "app/bare/objects/x": "", "app/bare/refs/x": "", "app/bare/sub/x": "",
		"app/notes/HEAD": "", "app/notes/objects/x": "",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{
		"app": "", "app/src": "", "app/.git": "", "app/.git/worktrees/w": "", "tree": "", "app/notes": "",
		"led": "store", "odd": "odd/.git", "store": "store", "app/bare": "app/bare", "app/bare/sub": "app/bare",
	} {
		if want != "" {
			want = filepath.Join(root, filepath.FromSlash(want))
		}
		if got := claimed(system.Here{}, filepath.Join(root, filepath.FromSlash(dir))); got != want {
			t.Errorf("%s: %q, and is to be %q", dir, got, want)
		}
	}
}
