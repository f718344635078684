package skills

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/resolve"
)

type listOptions struct {
	catalogFlags

	all, tree, json bool
}

// NewList is the command list.
func NewList(f *kit.Factory) *cobra.Command {
	opts := &listOptions{catalogFlags: catalogFlags{factory: f}}
	cmd := &cobra.Command{
		SuggestFor: []string{"ls", "show", "status"},

		Use:   "list",
		Short: "List the skills that an agent gets, and where they are loaded from",
		Long:  listLong(),
		Example: `  skillctl list
  skillctl list --claude
  skillctl list --codex
  skillctl list --agent writer --all
  skillctl list --openclaw ./openclaw.json --profile openclaw --json
  skillctl list --tree`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVarP(&opts.all, "all", "a", false, "also list the folders that are not used")
	cmd.Flags().BoolVar(&opts.tree, "tree", false, "list them by root")
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON, with the names of the agent's own status")
	opts.add(cmd)
	return cmd
}

// listLong is what the help of list says.
func listLong() string {
	return `Looks in every folder that the agents of this machine load skills from, and says
which copy of each skill is used and what its state is. OpenClaw, Claude Code and Codex
are found where they are set up; a flag names one of them, or ZeroClaw. Skills in
.agents/skills are listed for Codex, too, which loads them without any settings, unless
OpenClaw, which is set up, does. Which skills Gemini CLI and other agents load is not
known here: "skillctl lint" judges those in a folder.

Where the configuration of an agent cannot be used, or a folder of skills cannot be read,
the other skills are listed, and the exit code is 2.

States:

  loaded      the agent gets it
  hidden      the agent's list of skills does not name it
  ineligible  it is switched off, or something that it requires is missing
  refused     a rule of the profile or of the operator refuses it

With --all, also the folders that are not used:

  shadowed    another folder with the same name is used
  escaped     a link leads out of the folders that are allowed
  invalid     the agent cannot read its manifest
  dropped     the agent skips it, usually without a message

Of several folders with the same name, the one in the root with the highest
precedence is used. From the lowest: extra, plugin, bundled, custodian, workshop, managed, personal, project,
workspace. Claude Code has those of the project, of the user and of plugins. Codex has
those that it brings, those of the machine, of plugins, of the user and of the project;
it loads all skills of one name, none instead of another.

The model learns of skills in its prompt, whose room is limited: loaded skills that
do not fit get a warning, and what is cut is listed at the end.

Profile openclaw answers as OpenClaw 2026.9.6 does, including its quirks; strict
closes the gaps. "skillctl why NAME" shows each step.

Exit codes
  0  no skill is refused
  1  a skill is refused
  2  a flag, the configuration or a setting is wrong, or a folder of skills cannot be read
  3  skillctl failed
  4  there are no skills`
}

func listRun(ctx context.Context, o *listOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.tree && o.json {
		return kit.Usagef("--tree and --json cannot be used together")
	}
	all, unread, err := o.openAll(ctx, o.all || o.tree)
	if err != nil {
		return err
	}
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, reports(all, unread, o.all))
	} else {
		err = o.factory.WriteOutput("", []byte(o.text(all)))
	}
	if err != nil {
		return err
	}
	if err := unreadError(unread); err != nil {
		return err
	}
	if unreadable(all) {
		return &kit.ExitError{Code: kit.ExitUsage} // the list says which
	}
	return o.verdict(all)
}

// text is what people read: the skills of all products in one table, or by root.
func (o *listOptions) text(all []*opened) string {
	var b strings.Builder
	if o.tree {
		for _, got := range all {
			o.writeTree(&b, got)
			o.writeNotes(&b, got)
		}
		writeUnsearched(&b, all)
		return b.String()
	}
	o.writeTable(&b, all)
	for _, got := range all {
		if len(o.shown(got)) > 0 {
			b.WriteString(o.summary(got))
		}
	}
	for _, got := range all {
		o.writeNotes(&b, got)
	}
	writeUnsearched(&b, all)
	return b.String()
}

// verdict ends with 1 when a skill is refused, and with 4 when there are none.
func (o *listOptions) verdict(all []*opened) error {
	roots := 0
	var list []*resolve.Skill
	for _, got := range all {
		list, roots = append(list, o.shown(got)...), roots+len(got.Roots)
	}
	if len(list) == 0 && o.flag() == "" && len(all[0].host.Present()) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: fmt.Errorf("no agent is set up here, so none gets skills: looked in %s", strings.Join(all[0].lookedIn(), ", "))}
	}
	if len(list) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: fmt.Errorf("%s gets no skills: none in %s is loaded (--all lists the others)", all[0].whose, layout.Count(roots, "root"))}
	}
	if slices.ContainsFunc(list, func(s *resolve.Skill) bool { return s.State == resolve.StateRefused }) {
		return &kit.ExitError{Code: kit.ExitFindings}
	}
	return nil
}

// lookedIn are the places that agents are found by.
func (o *opened) lookedIn() []string {
	places := o.host.Places()
	for i := range places {
		places[i] = o.short(places[i])
	}
	return append(places, ".claude/skills, .codex/skills and .agents/skills of this project")
}

// shown are the candidates of a list, in order: winners by name, then by place
// those that are refused and, with all, what does not count.
func (o *listOptions) shown(got *opened) []*resolve.Skill {
	if !o.all {
		return append(got.Winners(), got.refused()...)
	}
	list := got.Winners()
	for i := range got.Skills {
		if !got.Skills[i].Wins {
			list = append(list, &got.Skills[i])
		}
	}
	return list
}

// refused are the candidates that would count, were they not refused.
func (o *opened) refused() []*resolve.Skill {
	var list []*resolve.Skill
	for i := range o.Skills {
		if s := &o.Skills[i]; !s.Wins && s.State == resolve.StateRefused {
			list = append(list, s)
		}
	}
	return list
}

// writeTable writes a line for each skill, with the agent where it is not plain that
// this is OpenClaw.
func (o *listOptions) writeTable(b *strings.Builder, all []*opened) {
	rows := [][]string{{"SKILL", "STATE", "AGENT", "ROOT", "FOLDER", "WHY"}}
	for _, got := range all {
		for _, s := range o.shown(got) {
			rows = append(rows, []string{nameOf(s), s.State, got.product(), got.Roots[s.Root].Tier, got.short(s.Path), got.why(s)})
		}
	}
	if len(rows) == 1 {
		return
	}
	if len(all) == 1 && all[0].host.IsOpenClaw() {
		for i := range rows {
			rows[i] = slices.Delete(rows[i], 2, 3)
		}
	}
	layout.WriteNoted(b, rows, o.factory.IO.Width())
	b.WriteByte('\n')
}

// why is what is said of a candidate, the setting behind it, and warnings.
func (o *opened) why(s *resolve.Skill) string {
	text := o.inWords(s.Message)
	if place := o.settingPlace(s.Setting); place != "" && text != "" {
		text += " (" + dotted(s.Setting) + ", " + place + ")"
	}
	for _, note := range s.Notes() {
		if text != "" {
			text += "; "
		}
		text += "warning: " + o.inWords(note.Message)
	}
	return text
}

// inWords writes the paths of a message as people do.
func (o *opened) inWords(message string) string {
	if o.host.Cwd != "/" {
		message = strings.ReplaceAll(message, o.host.Cwd+"/", "")
	}
	if home := o.host.UserHome(); home != "/" {
		message = strings.ReplaceAll(message, home+"/", "~/")
	}
	return message
}

// nameOf is the name of a skill, or that of its folder where it has none.
func nameOf(s *resolve.Skill) string {
	if s.Skill != nil && s.Skill.Problem == "" && s.Skill.Name != "" {
		return s.Skill.Name
	}
	return "(" + s.Path[strings.LastIndexByte(s.Path, '/')+1:] + ")"
}

func (o *listOptions) summary(got *opened) string {
	states := map[string]int{}
	warnings := 0
	for i := range got.Skills {
		if got.Skills[i].Rule == "catalog/same-folder" && !o.all && !o.tree {
			continue // one folder is one skill, in however many ways it is come to
		}
		states[got.Skills[i].State]++
		warnings += len(got.Skills[i].Notes())
	}
	var parts []string
	for _, state := range []string{
		resolve.StateLoaded, resolve.StateHidden, resolve.StateIneligible, resolve.StateRefused, resolve.StateShadowed, resolve.StateEscaped, resolve.StateInvalid, resolve.StateDropped,
	} {
		if states[state] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", states[state], state))
			if state == resolve.StateDropped && !o.all && !o.tree {
				// What lies elsewhere is not looked for then.
				parts[len(parts)-1] += " where the agent looks"
			}
		}
	}
	if warnings > 0 {
		parts = append(parts, layout.Count(warnings, "warning"))
	}
	return fmt.Sprintf("%s, profile %s: %s\n", format.Escape(got.whose), got.Profile, strings.Join(parts, ", "))
}

// writeNotes says which names of the agent's list come to nothing, and what the prompt
// leaves out.
func (o *listOptions) writeNotes(b *strings.Builder, got *opened) {
	if names := got.ghosts(); len(names) > 0 {
		text := fmt.Sprintf("the agent's list names skills that do not exist: %s%s", strings.Join(names, ", "), got.because(got.Filter.Setting))
		fmt.Fprintln(b, format.Escape(text))
	}
	if got.host.Product == product.Codex && !got.host.CodexSetUp() && !o.codex {
		fmt.Fprintln(b, "Codex is not set up here. These skills are in .agents/skills, which it would load if it were started in this folder; to see those of another agent alone, name it (--claude, --openclaw FILE)")
	}
	for _, note := range got.Prompt.Notes() {
		fmt.Fprintln(b, format.Escape(note.Message+got.because(note.Setting)))
	}
}

// writeUnsearched says what was not looked at.
func writeUnsearched(b *strings.Builder, all []*opened) {
	for _, line := range unsearched(all) {
		fmt.Fprintf(b, "not everything was read: %s\n", format.Escape(line))
	}
}

// ghosts are the names in the list of the agent that no skill has.
func (o *opened) ghosts() []string {
	known := map[string]bool{}
	for i := range o.Skills {
		if view := o.Skills[i].Skill; view != nil {
			known[view.Name] = true
		}
	}
	var names []string
	for _, name := range o.Filter.Skills {
		if !known[name] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// unsearched says of the roots of all what was not looked at, a line for each part. Of
// several agents it names those whose part it is.
func unsearched(all []*opened) []string {
	var lines []string
	whose := map[string][]string{}
	for _, o := range all {
		for _, note := range o.Notes {
			line := o.inWords(note.Message) + o.because(note.Setting)
			if whose[line] == nil {
				lines = append(lines, line)
			}
			if !slices.Contains(whose[line], o.product()) {
				whose[line] = append(whose[line], o.product())
			}
		}
	}
	if len(all) > 1 {
		for i, line := range lines {
			lines[i] = strings.Join(whose[line], " and ") + ": " + line
		}
	}
	return lines
}

// unreadable says that a folder of skills could not be listed.
func unreadable(all []*opened) bool {
	return slices.ContainsFunc(all, func(o *opened) bool {
		return slices.ContainsFunc(o.Roots, func(root catalog.Root) bool {
			return root.Problem == catalog.ProblemUnreadable || slices.ContainsFunc(root.Notes, func(note catalog.Note) bool { return note.Kind == catalog.NoteUnreadable })
		})
	})
}

// rootProblem says why there is nothing to search.
func rootProblem(problem string) string {
	switch problem {
	case catalog.ProblemMissing:
		return "does not exist"
	case catalog.ProblemLoop:
		return "a link that leads back to itself"
	}
	return "cannot be read"
}

func (o *listOptions) writeTree(b *strings.Builder, got *opened) {
	for i := range got.Roots {
		root := &got.Roots[i]
		fmt.Fprintf(b, "%s  %s", root.Tier, format.Escape(got.short(root.Path)))
		if place := got.settingPlace(root.Setting); place != "" {
			fmt.Fprintf(b, "  (%s)", format.Escape(place))
		}
		switch {
		case root.Problem != "":
			b.WriteString("  " + rootProblem(root.Problem) + "\n")
			continue
		case root.Real != root.Path:
			fmt.Fprintf(b, "  → %s", format.Escape(got.short(root.Real)))
		}
		b.WriteByte('\n')
		var inRoot []*resolve.Skill
		for k := range got.Skills {
			if s := &got.Skills[k]; s.Root == root.ID && (o.all || s.State != resolve.StateDropped || !s.Silent) {
				inRoot = append(inRoot, s)
			}
		}
		rows := make([][]string, len(inRoot))
		for k, s := range inRoot {
			branch := "├─ "
			if k == len(inRoot)-1 {
				branch = "└─ "
			}
			folder := "."
			if s.Path != root.Path {
				folder = strings.TrimPrefix(strings.TrimPrefix(s.Path, root.Path), "/")
			}
			name := nameOf(s)
			if name == folder {
				name = "" // said once is enough
			}
			rows[k] = []string{branch + folder, name, s.State, got.why(s)}
		}
		layout.WriteNoted(b, rows, o.factory.IO.Width())
	}
	b.WriteByte('\n')
	b.WriteString(o.summary(got))
}
