//go:build linux && (amd64 || arm64)

package native_test

import (
	"os"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/test/attempt"
)

// TestNetworkFull gives a command the network, and nothing else that a socket can
// lead to.
func TestNetworkFull(t *testing.T) {
	dir, err := os.MkdirTemp("", "n-") // the path of a socket has to be short
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	field := attempt.Prepare(t, dir)
	for name, b := range sandboxes(t) {
		for _, tt := range []struct {
			argv []string
			done bool
		}{
			{append([]string{"connect"}, field.TCP...), true},
			{[]string{"resolve", field.UDP}, true},
			{[]string{"unix", field.Socket}, false},
			{[]string{"datagram", field.Datagram}, false},
			{[]string{"abstract", field.Abstract}, false},
			{[]string{"packet"}, false},
			{[]string{"families"}, false},
			{[]string{"protocols"}, false},
		} {
			s := spec(t, append([]string{field.Program}, tt.argv...)...)
			s.Dir, s.Boundary.Workspace.Path = field.Workspace, field.Workspace
			s.Boundary.Sandbox, s.Boundary.Network = b.Name(), "full"
			out := run(t, b, s)
			if done := strings.HasPrefix(out.stdout, "DONE"); done != tt.done || !done && !strings.HasPrefix(out.stdout, "blocked: ") {
				t.Errorf("%s: %s: %q, %q", name, tt.argv, out.stdout, out.stderr)
			}
		}
	}
}
