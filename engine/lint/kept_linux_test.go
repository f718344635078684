package lint_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/engine/cache"
	"github.com/skillctl/skillctl/engine/lint"
)

// A folder whose name is not UTF-8 is told of in the same bytes when nothing changed.
func TestKeptNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, "looms-\xff")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "SKILL.md"), []byte("---\nname: looms\ndescription: Looks after looms.\n---\nText.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	kept, err := cache.Open(filepath.Join(t.TempDir(), "cache"))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for range 2 {
		linter, err := lint.New(lint.WithCache(kept))
		if err != nil {
			t.Fatal(err)
		}
		report, err := linter.Lint(context.Background(), []string{dir})
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Skills) != 1 || report.Skills[0].Path != folder {
			t.Fatalf("%+v was linted; want %q", report.Skills, folder)
		}
		text, err := json.Marshal(report.Skills)
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, string(text))
	}
	if said[0] != said[1] {
		t.Errorf("first\n%s\nthen\n%s", said[0], said[1])
	}
}
