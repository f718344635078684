package lint_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/cache"
	"github.com/skillctl/skillctl/engine/lint"
)

// TestMappedFile changes a manifest through memory, which leaves its times as
// they are: the verdict of before must not be given again.
func TestMappedFile(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "tables")
	name := filepath.Join(folder, "SKILL.md")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "---\nname: tables\ndescription: Formats tables. Use when a table needs formatting.\n---\nLine the columns up.\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	page, err := syscall.Mmap(int(file.Fd()), 0, len(text), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		t.Skipf("map a file into memory: %v", err)
	}
	defer func() { _ = syscall.Munmap(page) }()
	page[0] = '-'
	// Until then nothing is remembered by the times of files.
	time.Sleep(3100 * time.Millisecond)
	kept, err := cache.Open(filepath.Join(t.TempDir(), "cache"))
	if err != nil {
		t.Fatal(err)
	}
	linter, err := lint.New(lint.WithCache(kept))
	if err != nil {
		t.Fatal(err)
	}
	verdict := func() engine.Verdict {
		report, err := linter.Lint(context.Background(), []string{folder})
		if err != nil {
			t.Fatal(err)
		}
		return report.Skills[0].Verdict
	}
	if got := verdict(); got != engine.VerdictPass {
		t.Fatalf("verdict %q; want a pass to begin with", got)
	}
	page[0] = '+'
	if got := verdict(); got != engine.VerdictBlock {
		t.Errorf("verdict %q after the front matter was broken; want a block", got)
	}
}
