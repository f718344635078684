package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// functions is a text of so many functions, each with a body made of its number and those of the next
// two, of which the first is called.
func functions(n int, body string) *variables {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "f%[1]d() { "+body+"; }\n", i, i+1, i+2)
	}
	text.WriteString("f0 a\n")
	return newVariables(Analyze(text.String()), Start{})
}

// TestManyFunctionsTakeBoundedSteps asks for the words of all commands of a text in which each
// function is called by two others, wherever they stand: the work has a bound for the whole text.
func TestManyFunctionsTakeBoundedSteps(t *testing.T) {
	t.Parallel()
	v := functions(400, "f%[2]d \"$1\"; f%[3]d \"$1\"")
	work, asked := 0, 0
	for i := range v.commands {
		if len(v.commands[i].Args) > 1 {
			v.spend()
			v.body = nil
			begin := v.steps
			v.values(v.commands[i].Args[1])
			work, asked = work+v.steps-begin, asked+1
		}
	}
	if most := maxSpent + maxSteps + 10*asked; work < maxSpent || work > most {
		t.Errorf("%d commands take %d steps, want %d to %d", asked, work, maxSpent, most)
	}
}

// TestManyPlainFunctionsStayKnown asks the same of a text as people write them.
func TestManyPlainFunctionsStayKnown(t *testing.T) {
	t.Parallel()
	v := functions(400, "cat \"$1\"; f%[2]d \"$1\"; echo %[3]d")
	for i := range v.commands {
		c := &v.commands[i]
		if len(c.Args) < 2 || c.Context.Function != "f0" && c.Context.Function != "f5" {
			continue
		}
		v.spend()
		v.body = v.bodyOf(v.commands, c.ID)
		if got := v.values(c.Args[1]); c.Base != "echo" && !slices.Equal(got, []string{"a"}) {
			t.Errorf("%v in %s has %q, want what f0 is called with", c.Argv, c.Context.Function, got)
		}
	}
}
