package run

import (
	"strings"

	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/runner/session"
)

// withPast puts what the shell ran before in front of a command, and returns what of
// the command is to be judged with those that come later. What earlier calls left in
// the shell decides what a command does: $((x)) runs what stands in x. The profiles
// of other systems read lines, and take no variables.
func (n *Numbered) withPast(request *exec.Request) (keep string) {
	if n.named() != "terminal" {
		return ""
	}
	keep = request.Exec.Command
	if profile := n.profile(); profile == "openclaw" || profile == "zeroclaw" {
		return keep
	}
	var before strings.Builder
	for _, past := range n.state.Past {
		if leaves(past.Text) {
			// It ran to its end or not, where the shell was then.
			before.WriteString("(cd -- " + session.Quote(n.folderOf(past.Cwd)) + " && {\n" + past.Text + "\n})\n")
		}
	}
	if before.Len() > 0 {
		request.Exec.Command = before.String() + keep
		request.Exec.Extra["code"] = request.Exec.Command
	}
	return keep
}

func (n *Numbered) profile() string {
	if n.Profile != "" {
		return n.Profile
	}
	return n.Merged.Exec.Profile
}

// leaves reports whether a text may leave something in its shell that counts for
// what runs later.
func leaves(text string) bool {
	facts := analysis.Text(text)
	if !facts.Parse.OK || len(facts.Assignments)+len(facts.Functions)+len(facts.Hidden)+len(facts.Opaque) > 0 {
		return true
	}
	for _, c := range facts.Commands {
		switch c.Base {
		case "set", "shopt", "alias", "enable", "hash", "trap", "unset", "eval", "source", ".":
			return true
		}
	}
	return false
}
