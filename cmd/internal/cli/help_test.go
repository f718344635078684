package cli

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/doctor"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/page"
	"github.com/skillctl/skillctl/engine/setup"
	"github.com/skillctl/skillctl/policies"
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

// TestHelpNamesAgents wants the agents of the tables in the help. It names them itself:
// commands are made at each start, and reading a table for a help that nobody asks for
// takes half a millisecond.
func TestHelpNamesAgents(t *testing.T) {
	root := newRoot(newConsole(engine.Report{}).Factory)
	for command, names := range map[string][]string{
		"hook":  slices.Sorted(maps.Keys(hook.Clients())),
		"setup": slices.Sorted(maps.Keys(setup.Agents())),
	} {
		cmd, _, err := root.Find([]string{command})
		if err != nil {
			t.Fatal(err)
		}
		if line := "\n  agents: " + strings.Join(names, ", ") + "\n"; !strings.Contains(cmd.Long, line) {
			t.Errorf("the help of %s lacks the line%s", command, line)
		}
		for _, name := range names {
			if command != "hook" {
				break
			}
			for _, event := range hook.Clients()[name].Events {
				if !regexp.MustCompile(`\b` + event + `\b`).MatchString(cmd.Long) {
					t.Errorf("the help of hook lacks the event %s of %s", event, name)
				}
			}
		}
	}
}

// TestPagesNameCommands wants every command that a page tells people to use to be
// one that there is.
func TestPagesNameCommands(t *testing.T) {
	pages, err := page.Read(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	root := newRoot(newConsole(engine.Report{}).Factory)
	command := regexp.MustCompile("`skillctl ([a-z][a-z -]*)")
	found := 0
	for _, p := range append(pages, doctor.Pages()...) {
		for _, match := range command.FindAllStringSubmatch(p.Description+"\n"+p.Remedy, -1) {
			found++
			words := strings.Fields(match[1])
			cmd, rest, err := root.Find(words)
			if err != nil || cmd == root || cmd.HasSubCommands() && !cmd.Runnable() && len(rest) > 0 {
				t.Errorf("%s: `skillctl %s` is no command", p.ID, match[1])
			}
		}
	}
	if found < 20 {
		t.Errorf("the pages name only %d commands", found)
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
