//go:build linux

package approvals

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/internal/test/terminal"
)

// TestApproveOnATerminal goes the whole way.
func TestApproveOnATerminal(t *testing.T) {
	for keys, want := range map[string]int{"a\n": kit.ExitClean, "o\n": kit.ExitClean, "no\n": kit.ExitFindings} {
		term := terminal.New(t)
		dir, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "x.sh"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		f, home := kit.NewFactory(&kit.IOStreams{In: term.File, Out: term.File, Err: term.File, InTTY: true, OutTTY: true, ErrTTY: true, Getenv: func(string) string { return "" }}), t.TempDir()
		f.Now = func() time.Time { return time.Unix(1_700_000_000, 0) }
		f.Environ = func() []string { return []string{"PATH=/usr/bin:/bin", "HOME=" + home} }
		store, err := approval.Open(filepath.Join(dir, "state"))
		if err != nil {
			t.Fatal(err)
		}
		f.Approvals = func() (*approval.Store, error) { return store, nil }
		go func() {
			term.Await("eny? ")
			term.Press(keys)
		}()
		code := kit.Execute(context.Background(), New(f), []string{"approve", "--no-config", "--workdir", dir, "--reason", "r", "--reviewer", "ann", "-c", "sh x.sh"}, f)
		entries, _, err := store.List(f.Now())
		if code != want || err != nil || len(entries) != map[int]int{kit.ExitClean: 1, kit.ExitFindings: 0}[want] {
			t.Errorf("%q: code %d, %v, %v\n%s", keys, code, entries, err, term.Screen())
		}
		if want == kit.ExitClean && (entries[0].Record.Scope == approval.Always) != (keys == "a\n") {
			t.Errorf("%q: scope %s", keys, entries[0].Record.Scope)
		}
	}
}
