//go:build linux

package proposals

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/internal/test/terminal"
)

// TestApplyOnATerminal: who is asked is shown what would be written, and what the
// gate makes of it, before the question.
func TestApplyOnATerminal(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("openclaw.json", `{skills: {workshop: {approvalPolicy: "pending"}}}`)
	write("tides/SKILL.md", "---\nname: tides\ndescription: Says when the tide is high. Use when somebody plans to sail.\n---\nLook at the table.\x1b[2J\n"+strings.Repeat("It goes on.\n", 60))
	write("tides/references/table.md", "High at noon.\n")
	environ := []string{"PATH=/usr/bin:/bin", "HOME=" + dir, "OPENCLAW_STATE_DIR=" + filepath.Join(dir, "state"), "OPENCLAW_CONFIG_PATH=" + filepath.Join(dir, "openclaw.json")}
	do := func(term *terminal.Terminal, args ...string) int {
		streams := &kit.IOStreams{In: term.File, Out: term.File, Err: term.File, InTTY: true, OutTTY: true, ErrTTY: true}
		streams.Getenv = func(key string) string {
			for _, pair := range environ {
				if name, value, _ := strings.Cut(pair, "="); name == key {
					return value
				}
			}
			return ""
		}
		f := kit.NewFactory(streams)
		f.Environ = func() []string { return environ }
		return kit.Execute(context.Background(), New(f), args, f)
	}
	if code := do(terminal.New(t), "add", "--name", "tides", "--description", "says when", filepath.Join(dir, "tides")); code != kit.ExitClean {
		t.Fatalf("add: code %d", code)
	}
	target := filepath.Join(dir, "state", "agents", "main", "agent", "workshop-skills", "tides", "SKILL.md")
	for _, answer := range []struct {
		keys string
		want int
	}{{"n\n", kit.ExitFindings}, {"y\n", kit.ExitClean}} {
		term := terminal.New(t)
		go func() {
			term.Await("[y/N] ")
			term.Press(answer.keys)
		}()
		code := do(term, "apply", "tides-")
		before, _, _ := strings.Cut(term.Screen(), "[y/N]")
		for _, want := range []string{
			"about      says when", "references/table.md (14 bytes)", "| --- a/SKILL.md", "| +++ b/SKILL.md", "| +Look at the table.", "\n             | +It goes on.", "more. To read it whole:\n  skillctl proposals inspect tides-",
			"lint and the gate, of 2 files: ", "approvalPolicy is pending",
		} {
			if !strings.Contains(before, want) {
				t.Errorf("%q does not stand before the question:\n%s", want, before)
			}
		}
		if strings.Contains(before, "\x1b") || strings.Count(before, "It goes on.") > maxAskedLines {
			t.Errorf("the text is not held back:\n%q", before)
		}
		_, err := os.Stat(target)
		if code != answer.want || (err == nil) != (answer.want == kit.ExitClean) {
			t.Errorf("%q: code %d, %v\n%s", answer.keys, code, err, term.Screen())
		}
	}
}
