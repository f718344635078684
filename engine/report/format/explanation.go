package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/report/table"
)

// commandFile is how places in a command are named.
const commandFile = "command"

// maxTree is how many commands of a tree are written.
const maxTree = 200

// Explanation writes a decision for a person: what follows, what would run, and
// each reason with the place in the command. The person decides by it whether to approve
// the command, so that its secrets are told of as [Told] does.
func Explanation(w io.Writer, e exec.Explanation, opts ...Option) error {
	o := apply(opts)
	o.told = true
	o.source = func(string) ([]byte, error) { return []byte(e.Facts.Source.Text), nil }
	p := &pretty{out: &writer{w: w}, o: o, color: palette{on: o.color}}
	p.out.put(p.effect(e.Effect, string(e.Effect)), ": ", Escape(outcome(e.Effect)), "\n")
	p.out.put("  profile   ", Escape(e.Profile), "\n")
	for i, line := range boundaryLines(e.Boundary) {
		p.out.put([]string{"  boundary  ", "            "}[min(i, 1)], show(line), "\n")
	}
	for i, line := range o.left {
		p.out.put([]string{"  not held  ", "            "}[min(i, 1)], show(line), "\n")
	}
	p.out.put("\n")
	p.tree(&e.Facts.Facts)
	p.out.put(p.color.bold("why"), "\n")
	for _, reason := range e.Reasons {
		p.reason(reason)
	}
	return p.out.err
}

func outcome(effect engine.Effect) string {
	switch effect {
	case engine.Allow:
		return "it may run"
	case engine.Warn:
		return "it may run, with warnings"
	case engine.Ask:
		return "it needs the approval of a person"
	}
	return "it may not run"
}

// Refusal writes why a request that was to run did not: each reason, and nothing
// of what was found out.
func Refusal(w io.Writer, e exec.Explanation, opts ...Option) error {
	o := apply(opts)
	if e.Facts != nil { // else no reason points into the command
		o.source = func(string) ([]byte, error) { return []byte(e.Facts.Source.Text), nil }
	}
	p := &pretty{out: &writer{w: w}, o: o, color: palette{on: o.color}}
	for _, reason := range e.Reasons {
		p.reason(reason)
	}
	return p.out.err
}

// effect paints s as the severity of the same weight is painted; green for what
// may run.
func (p *pretty) effect(effect engine.Effect, s string) string {
	switch effect {
	case engine.Allow:
		return p.color.paint("1;32", s)
	case engine.Warn:
		return p.color.paint("1;36", s)
	case engine.Ask:
		return p.color.paint("1;33", s)
	}
	return p.color.paint("1;31", s)
}

// reason writes one reason as findings are written.
func (p *pretty) reason(r engine.Reason) {
	p.out.put(p.effect(r.Effect, string(r.Effect)+"["+Escape(r.Rule)+"]"), p.color.bold(": "+p.hidden(r.Message)), "\n")
	if r.Span != nil {
		margin := max(len(fmt.Sprint(max(r.Span.Start.Line, r.Span.End.Line))), 2)
		p.out.put(strings.Repeat(" ", margin), p.color.rail("-->"), " ", spot(commandFile, r.Span.Start.Line, r.Span.Start.Column), "\n")
		p.frame(commandFile, *r.Span, false, margin, '^', "", func(s string) string { return p.effect(r.Effect, s) })
	}
	p.note("  ", "hint", p.hidden(r.Hint))
	p.note("  ", "setting", r.Setting)
	p.out.put("\n")
}

// hidden is a clipped text without the secrets in it, escaped.
func (p *pretty) hidden(text string) string {
	if p.o.told {
		return clip(Told(text))
	}
	return show(hide(text))
}

// tree writes every command that would run, below the one that it is reached
// through.
func (p *pretty) tree(facts *command.Facts) {
	p.out.put(p.color.bold("what would run"), "\n")
	rows := treeRows(facts)
	if len(rows) == 0 {
		p.out.put("  nothing was recognised\n")
	}
	widest := 0
	for i := range rows {
		widest = max(widest, rows[i].width)
	}
	for _, row := range rows {
		line := "  " + row.text
		if row.program != "" {
			line += strings.Repeat(" ", min(widest, maxTreeWidth)-min(row.width, maxTreeWidth)+2) + row.program
		}
		p.out.put(strings.TrimRight(line, " "), "\n")
	}
	if more := len(facts.Commands) - len(rows); more > 0 && len(rows) > 0 {
		p.out.put("  and ", fmt.Sprint(more), " more\n")
	}
	for _, place := range facts.Opaque[:min(len(facts.Opaque), maxTree)] {
		p.out.put("  not understood: ", show(opaqueText(place)), "\n")
	}
	p.out.put("\n")
}

func opaqueText(o command.Opaque) string {
	text := o.Reason
	if o.Detail != "" {
		text += ": " + o.Detail
	}
	return fmt.Sprintf("%s (%d:%d)", text, o.Span.Start.Line, o.Span.Start.Column)
}

// maxTreeWidth is the column, in cells, up to which programs are lined up.
const maxTreeWidth = 60

type treeRow struct {
	text, program string
	// width of the text, in cells.
	width int
}

// treeRows are the commands in the order of the tree.
func treeRows(facts *command.Facts) []treeRow {
	children := map[int][]int{}
	for i := range facts.Commands {
		parent := facts.Commands[i].Parent
		children[parent] = append(children[parent], i)
	}
	var rows []treeRow
	var walk func(id, depth int)
	walk = func(id, depth int) {
		if len(rows) == maxTree {
			return
		}
		c := &facts.Commands[id]
		text := strings.Repeat("  ", min(depth, 20)) + reached(c) + clip(Told(oneLine(commandText(c))))
		rows = append(rows, treeRow{text: text, program: resolved(c, facts), width: table.Cells(text)})
		for _, child := range children[id] {
			if child > id { // parents come first: no circle is possible
				walk(child, depth+1)
			}
		}
	}
	for _, id := range children[-1] {
		walk(id, 0)
	}
	return rows
}

func commandText(c *command.Command) string {
	switch {
	case c.Text != "":
		return c.Text
	case c.Kind == "none":
		return "(no program: assignments or redirects alone)"
	}
	return "(" + c.Kind + ")"
}

// oneLine shows the first line of a text.
func oneLine(s string) string {
	first, rest, found := strings.Cut(s, "\n")
	if found && strings.TrimSpace(rest) != "" {
		return first + " " + ellipsis
	}
	return first
}

// reached says how a command is reached: "by sudo: ".
func reached(c *command.Command) string {
	var parts []string
	if c.Edge != command.EdgeText && c.Edge != "" {
		edge := c.Edge
		if c.Via != "" && c.Via != c.Edge {
			edge += " " + show(c.Via)
		}
		parts = append(parts, edge)
	}
	if c.Context.Pipes > 1 {
		parts = append(parts, fmt.Sprintf("pipe %d/%d", c.Context.Pipe+1, c.Context.Pipes))
	}
	if c.Context.Elsewhere {
		parts = append(parts, "elsewhere")
	}
	if c.Of != nil {
		parts = append(parts, "as its words may read")
	}
	if len(parts) == 0 {
		return ""
	}
	return "[" + strings.Join(parts, ", ") + "] "
}

// resolved says what a command's program is.
func resolved(c *command.Command, facts *command.Facts) string {
	switch c.Role {
	case "builtin":
		return "built into the shell"
	case "function":
		return "a function of this text"
	case "dynamic":
		return "not known before it runs"
	case "none":
		return ""
	}
	if c.Name == nil {
		return ""
	}
	program, known := facts.Programs[*c.Name]
	switch {
	case !known:
		return ""
	case !program.Found:
		return "not found"
	case program.Real != "" && program.Real != program.Path:
		return show(program.Path) + " -> " + show(program.Real)
	}
	return show(program.Path)
}

// Comparison writes what several profiles decide about one command, a row each. A
// star marks the profile own, which holds.
func Comparison(w io.Writer, all []exec.Explanation, own string, opts ...Option) error {
	o := apply(opts)
	p := &pretty{out: &writer{w: w}, o: o, color: palette{on: o.color}}
	rows := [][]string{{"  PROFILE", "EFFECT", "RULE", "WHY"}}
	for _, e := range all {
		star := "  "
		if e.Profile == own {
			star = "* "
		}
		first := e.Reasons[0]
		rows = append(rows, []string{star + Escape(e.Profile), string(e.Effect), Escape(first.Rule), Escape(hide(first.Message))})
	}
	var text strings.Builder
	table.WritePainted(&text, rows, o.terminal, func(row, column int, cell string) string {
		switch {
		case row == 0:
			return p.color.bold(cell)
		case column == 1:
			return p.effect(all[row-1].Effect, cell)
		}
		return cell
	})
	p.out.put(text.String())
	return p.out.err
}
