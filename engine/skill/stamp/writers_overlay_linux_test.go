package stamp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/engine/skill/stamp"
)

// Files of an overlay may be written by way of the folder below, of which no lease tells.
func TestUnwrittenOverlay(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"low", "up", "work", "seen"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"low", "up"} {
		if err := os.WriteFile(filepath.Join(dir, name, name+".txt"), []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !stamp.Unwritten(filepath.Join(dir, "up")) {
		t.Skip("the file system grants no leases")
	}
	seen := filepath.Join(dir, "seen")
	options := "lowerdir=" + filepath.Join(dir, "low") + ",upperdir=" + filepath.Join(dir, "up") + ",workdir=" + filepath.Join(dir, "work")
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "overlay", "overlay", "-o", options, seen).CombinedOutput(); err != nil {
		t.Skipf("no overlay can be mounted: %s", out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", seen).Run() })
	if stamp.Unwritten(seen) {
		t.Error("nobody is said to write files that others may write below")
	}
}
