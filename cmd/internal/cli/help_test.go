package cli

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
)

// TestHelp wants of every command its exit codes, each a code that there is, and a
// manual page that no line of the help can break out of.
func TestHelp(t *testing.T) {
	known := map[int]bool{}
	for _, code := range []int{
		kit.ExitClean, kit.ExitFindings, kit.ExitUsage, kit.ExitFailure, kit.ExitNothing,
		kit.ExitExecYielded, kit.ExitExecTimeout, kit.ExitExecFailure, kit.ExitExecDenied, kit.ExitExecNotFound,
	} {
		known[code] = true
	}
	row := regexp.MustCompile(`(?m)^  (\d+)  `)
	commands := 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
		if cmd.HasSubCommands() && cmd.HasParent() || cmd.Hidden {
			return
		}
		commands++
		if !strings.Contains(cmd.Long, "Exit codes") {
			t.Errorf("%s: its help does not list its exit codes", cmd.CommandPath())
		}
		for _, found := range row.FindAllStringSubmatch(cmd.Long, -1) {
			if code, err := strconv.Atoi(found[1]); err != nil || !known[code] {
				t.Errorf("%s: exit code %s is none that there is", cmd.CommandPath(), found[1])
			}
		}
		for line := range strings.Lines(manPage(cmd, "v1")) {
			request, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !strings.Contains(".TH.SH.TP.nf.fi", request) {
				t.Errorf("%s: the manual page has the request %q", cmd.CommandPath(), line)
			}
		}
	}
	walk(newRoot(newConsole(engine.Report{}).Factory))
	if commands < 30 {
		t.Errorf("only %d commands", commands)
	}
}

// TestCompleteIDs wants the ids offered by each command that takes them.
func TestCompleteIDs(t *testing.T) {
	root := newRoot(newConsole(engine.Report{}).Factory)
	for _, path := range []string{"runs show", "runs logs", "runs send", "runs stop", "approvals show", "approvals revoke", "info", "why", "update", "remove", "explain"} {
		cmd, rest, err := root.Find(strings.Fields(path))
		if err != nil || len(rest) > 0 || cmd.ValidArgsFunction == nil {
			t.Errorf("%s completes nothing: %v", path, err)
		}
	}
}

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		"a-b": `a\-b`, `a\fB`: `a\efB`, ".so /etc/passwd": `\&.so /etc/passwd`, "a\n'b": "a\n\\&'b",
	} {
		if got := roff(text); got != want {
			t.Errorf("%q becomes %q; wanted %q", text, got, want)
		}
	}
}
