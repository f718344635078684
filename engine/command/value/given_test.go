package value

import (
	"fmt"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/internal/document"
)

// functions is what is known of a text of so many functions, of which the first is called with a. Each
// calls others that stand so many behind it, and hands its argument on to them: f0() { f1 "$1"; }.
func functions(n int, calls ...int) *Values {
	f := &command.Facts{}
	add := func(in, name string, arg argv.Word) {
		c := command.Command{ID: len(f.Commands), Parent: -1, Edge: command.EdgeText, Kind: "simple", Name: &name, Base: name, Role: "program"}
		if c.Context.Function = in; in != "" {
			c.Context.Conditional = true
		}
		c.Args = []argv.Word{argv.Literal(name, name, document.Span{}), arg}
		c.Argv = []string{name, arg.Text}
		f.Commands = append(f.Commands, c)
	}
	handed := argv.Word{Text: `"$1"`, Skeleton: "X", Params: []string{"1"}, Expansions: []argv.Expansion{{Kind: "parameter", Name: "1", Quoted: true}}}
	for i := range n {
		name := fmt.Sprintf("f%d", i)
		f.Functions = append(f.Functions, command.Function{Name: name, Kind: "function"})
		add(name, "cat", handed)
		for _, by := range calls {
			add(name, fmt.Sprintf("f%d", i+by), handed)
		}
	}
	add("", "f0", argv.Literal("a", "a", document.Span{}))
	return New(f, Start{})
}

// TestManyFunctionsTakeBoundedSteps asks for the words of all commands of a text in which each
// function is called by two others, wherever they stand: the work has a bound for the whole text.
func TestManyFunctionsTakeBoundedSteps(t *testing.T) {
	t.Parallel()
	v := functions(400, 1, 2)
	work := 0
	for i := range v.commands {
		v.spend()
		v.Leave()
		begin := v.steps
		v.Of(v.commands[i].Args[1])
		work += v.steps - begin
	}
	if most := maxSpent + maxSteps + 10*len(v.commands); work < maxSpent || work > most {
		t.Errorf("%d commands take %d steps, want %d to %d", len(v.commands), work, maxSpent, most)
	}
}

// TestManyPlainFunctionsStayKnown asks the same of a text in which each calls one other.
func TestManyPlainFunctionsStayKnown(t *testing.T) {
	t.Parallel()
	v := functions(400, 1)
	for i := range v.commands {
		c := &v.commands[i]
		if c.Context.Function != "f0" && c.Context.Function != "f5" {
			continue
		}
		v.spend()
		v.body = v.bodyOf(v.commands, c.ID)
		if got := v.Of(c.Args[1]); !slices.Equal(got, []string{"a"}) {
			t.Errorf("%v in %s has %q, want what f0 is called with", c.Argv, c.Context.Function, got)
		}
	}
}
