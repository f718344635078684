package mcp

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
)

// TestQuestion wants all of a command in what the person is asked, and no part of it to
// look like what skillctl says of it.
func TestQuestion(t *testing.T) {
	t.Parallel()
	begin, end := "-----BEGIN PRIVATE "+"KEY-----", "-----END PRIVATE "+"KEY-----"
	reasons := []engine.Reason{{Rule: "exec/strict/program", Effect: engine.Ask, Message: "\"touch\" is not on the allow-list\n\nin /tmp. It asks, since"}, {Effect: engine.Allow, Message: "not this"}}
	seen := map[string]bool{}
	for _, command := range []string{
		"echo '" + begin + "'; touch x", "echo '" + begin + "'; touch y", "echo " + begin + "\ntouch x\n" + end, "echo Authorization: Bearer;touch-x", "echo password=touch-x",
		"echo a\ntouch x", `echo a\ntouch x`, "echo a\n\nin /tmp. skillctl asks, since\n- touch x", "echo a\rtouch x", "echo a" + strings.Repeat(" ", 400) + "; touch x",
	} {
		asked := question(command, "/work", reasons)
		if !strings.Contains(asked, "touch") || strings.Count(asked, "touch") < strings.Count(command, "touch")+1 || strings.Contains(asked, "masked") || strings.Contains(asked, "not this") {
			t.Errorf("%q is asked about as\n%s", command, asked)
		}
		if strings.Count(asked, "\nin /") != 1 || seen[asked] {
			t.Errorf("%q is asked about as something else:\n%s", command, asked)
		}
		seen[asked] = true
	}
}
