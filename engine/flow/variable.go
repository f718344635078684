package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/internal/document"
)

// variables notes what assignments give to variables.
func (t *taint) variables() {
	twice, addresses := map[string]bool{}, map[string][]string{}
	for i := range t.facts.Assignments {
		a := &t.facts.Assignments[i]
		if a.Name == nil {
			continue
		}
		name := *a.Name
		switch {
		case a.Value == nil: // read, mapfile
			if a.Command >= 0 {
				t.hold(name, t.facts.Commands[a.Command].Stdin.From)
				t.hold(name, t.read(a.Command))
				t.hold(name, t.looped(a.Command))
				t.hold(name, t.opened(&t.facts.Commands[a.Command]))
			}
		case a.Value.Value != nil && a.Op == "+=":
			t.known[name] += *a.Value.Value
		case a.Value.Value != nil:
			if before, ok := t.known[name]; ok && before != "" {
				addresses[name] = bothAddresses(addresses[name], before, *a.Value.Value, twice[name])
				twice[name] = true
			}
			t.known[name] = *a.Value.Value
			t.shells[name] = t.shells[name] || IsShell(path.Base(*a.Value.Value))
		case a.Value.Substitutes:
			t.hold(name, t.within(a.Value.Span))
		default:
			if before, ok := t.known[name]; ok && before == "" && a.Op != "+=" {
				delete(t.known, name) // it was only made, and has a value from here on
			}
			t.composed(name, a)
		}
		if a.Value != nil {
			for _, from := range a.Value.Params {
				if from != name {
					t.hold(name, t.holders[from])
				}
			}
		}
	}
	for name := range twice {
		delete(t.known, name)
		if list := addresses[name]; list != nil { // it is one of them
			t.known[name] = strings.Join(list, " ")
		}
	}
}

// bothAddresses are the addresses that a variable is given one after the other, as in the
// branches of a case: nil where it is given anything else.
func bothAddresses(list []string, before, next string, more bool) []string {
	switch {
	case !strings.Contains(before, "://") || !strings.Contains(next, "://") || strings.ContainsAny(before+next, " \n"), more && list == nil, len(list) > maxDefaults:
		return nil
	case list == nil:
		return []string{before, next}
	}
	return append(list, next)
}

// maxComposed is of how many variables a text is put together at most.
const maxComposed = 64

// composed notes a text that an assignment makes of variables whose texts are known.
func (t *taint) composed(name string, a *argv.Assignment) {
	if len(a.Value.Params) > maxComposed {
		return
	}
	for _, from := range a.Value.Params {
		if _, ok := t.known[from]; !ok && from != "HOME" && !strings.Contains(a.Value.Text, "${"+from+":-") && !strings.Contains(a.Value.Text, "${"+from+":=") {
			return
		}
	}
	text := strings.ReplaceAll(t.word(*a.Value), `"`, "")
	// The home folder is a place that is known, though not where it is.
	if rest := strings.NewReplacer("${HOME}", "", "$HOME", "").Replace(text); strings.Contains(rest, "$") || len(text) > maxSnippet/16 {
		return
	}
	if a.Op == "+=" {
		text = t.known[name] + text
	}
	t.known[name] = text
}

// positions notes what functions are given as arguments, and set gives to a script.
func (t *taint) positions() {
	for id := range t.facts.Commands {
		c := &t.facts.Commands[id]
		if len(c.Args) == 0 || t.programs[id] != "set" && len(t.bodies[c.Base]) == 0 {
			continue
		}
		given := slices.Clone(t.inner[id])
		for _, w := range c.Args[1:] {
			given = append(given, t.held(w)...)
		}
		if len(given) == 0 {
			continue
		}
		for _, name := range []string{"@", "*", "1", "2", "3", "4", "5", "6", "7", "8", "9"} {
			t.hold(name, given)
		}
	}
}

// read are the commands of which a redirection of another one reads the output.
func (t *taint) read(id int) []int {
	var ids []int
	for i := range t.facts.Redirects {
		r := &t.facts.Redirects[i]
		if r.Command == id && r.Read {
			ids = append(ids, t.within(r.Target.Span)...)
		}
	}
	return ids
}

// looped are the commands of which a loop around a read is given the output at its end:
// while read x; do …; done < <(…).
func (t *taint) looped(id int) []int {
	c := &t.facts.Commands[id]
	if !c.Context.Loop && !c.Context.Condition || len(c.Stdin.From) > 0 {
		return nil
	}
	*t.work += len(t.facts.Redirects)
	var next *command.Redirect
	for i := range t.facts.Redirects {
		r := &t.facts.Redirects[i]
		if r.Scope == "compound" && r.Read && r.Span.Start.Offset > c.Span.End.Offset && (next == nil || r.Span.Start.Offset < next.Span.Start.Offset) {
			next = r
		}
	}
	if next == nil {
		return nil
	}
	return t.within(next.Target.Span)
}

// within are the commands whose output a part of the text stands for.
func (t *taint) within(span document.Span) []int {
	if *t.work += len(t.facts.Commands); *t.work > maxWork {
		t.cut = true
		return nil
	}
	var ids []int
	for id := range t.facts.Commands {
		c := &t.facts.Commands[id]
		if (c.Edge == command.EdgeSubstitution || c.Edge == command.EdgeProcess) &&
			c.Span.Start.Offset >= span.Start.Offset && c.Span.End.Offset <= span.End.Offset {
			ids = append(ids, id)
		}
	}
	return ids
}

// hold notes that a variable holds the output of some commands.
func (t *taint) hold(name string, ids []int) {
	for _, id := range ids {
		switch {
		case slices.Contains(t.holders[name], id):
		case len(t.holders[name]) < maxTrace:
			t.holders[name] = append(t.holders[name], id)
		default:
			t.cut = true
		}
	}
}
