package docker

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/runner"
)

// TestCarried brings files along to containers that see no folder of this machine.
func TestCarried(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, _ := backend(t)
	boundary := boundary(image, folder(t))
	boundary.Docker.Mount, boundary.Workspace.Access, boundary.Docker.Warm = false, "none", true
	spec, out := shell(boundary, "cd "+runner.CarriedFolder+" && cat a.txt b.txt && ls -l a.txt; echo x > a.txt; rm -f a.txt; echo x > c.txt")
	spec.Carried = []runner.Carried{{Name: "a.txt", Text: []byte("one\n")}, {Name: "b.txt", Text: []byte("two\n")}}
	if result := run(t, b, spec); result.Code != 1 {
		t.Errorf("%+v", result)
	}
	if !strings.HasPrefix(out.stdout.String(), "one\ntwo\n-r--r--r--") || strings.Count(out.stderr.String(), "denied") != 3 {
		t.Errorf("stdout %q, stderr %q", out.stdout.String(), out.stderr.String())
	}
	spec, _ = shell(boundary, "true")
	spec.Carried = []runner.Carried{{Name: "../a.txt"}}
	if _, err := b.Start(t.Context(), spec); err == nil || !strings.Contains(err.Error(), "not the name of a file") {
		t.Errorf("the error is %v", err)
	}
}
