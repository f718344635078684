package docker

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// TestUsage wants the end of a run to tell what it has used.
func TestUsage(t *testing.T) {
	t.Parallel()
	b, _ := backend(t)
	spec, _ := shell(boundary(needEngine(t), folder(t)), "while [ ! -e over ]; do :; done")
	started, err := b.Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	p, ok := started.(*process)
	if !ok {
		t.Fatalf("%T", started)
	}
	// It runs for as long as that takes.
	for seen := p.gauge.seen(); seen.CPU == 0 || seen.MaxMemory == 0; seen = p.gauge.seen() {
		select {
		case <-t.Context().Done():
			t.Fatal("nothing was seen")
		case <-p.done:
			t.Fatalf("it ended: %v", p.err)
		case <-time.After(10 * time.Millisecond):
		}
	}
	if err := os.WriteFile(filepath.Join(spec.Boundary.Workspace.Path, "over"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	result, err := p.Wait()
	if err != nil || result.Ended != runner.Exited || result.Usage.CPU <= 0 || result.Usage.MaxMemory <= 0 {
		t.Errorf("%+v, %v", result, err)
	}
}
