package setup

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

// TestConsent makes the change for a yes on the terminal, and for nothing else.
func TestConsent(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the lines are those of a POSIX shell")
	}
	for answer, want := range map[string]bool{"y\n": true, "yes\n": true, "n\n": false, "\n": false, "": false, "yes please\n": false} {
		home := t.TempDir()
		var out, errs bytes.Buffer
		f := kit.NewFactory(&kit.IOStreams{
			In: strings.NewReader(answer), Out: &out, Err: &errs, InTTY: true, ErrTTY: true, Dir: home,
			Getenv: func(name string) string { return map[string]string{"HOME": home}[name] },
		})
		cmd := New(f)
		cmd.SetArgs([]string{"claude-code"})
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		err := cmd.ExecuteContext(t.Context())
		if !strings.Contains(errs.String(), "Make this change? [y/N] ") {
			t.Errorf("%q: it was not asked: %s", answer, errs.String())
		}
		_, missing := os.Stat(filepath.Join(home, ".claude", "settings.json"))
		if (missing == nil) != want || (kit.ExitCode(err) == kit.ExitClean) != want {
			t.Errorf("%q: written is %v (%v); want %v", answer, missing == nil, err, want)
		}
	}
}
