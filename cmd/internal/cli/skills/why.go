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
	"github.com/skillctl/skillctl/schema"
)

type whyOptions struct {
	catalogFlags

	name string
	json bool
}

// NewWhy is the command why.
func NewWhy(f *kit.Factory) *cobra.Command {
	opts := &whyOptions{catalogFlags: catalogFlags{factory: f}}
	cmd := &cobra.Command{
		Use:   "why NAME",
		Short: "Explain why an agent gets this copy of a skill and not another",
		Long: `Shows step by step which folders have a name, from the root with the lowest
precedence to the highest, and why each is used or not; then the checks that the one
in use has to pass before the agent gets it. Each step names the rule behind it and
the setting with its file and line.

NAME is the name of a skill, its key in skills.entries, or the folder of one whose
manifest cannot be read.

Exit codes
  0  the agent gets it
  1  the agent does not get it
  2  a flag, the configuration or a setting is wrong
  3  skillctl failed
  4  no folder has that name`,
		Example: "  skillctl why weather\n  skillctl why weather --agent writer --profile openclaw",
		Args:    kit.OneArg("the name of a skill"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.name = args[0]
			if err := opts.check(); err != nil {
				return err
			}
			return whyRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	opts.add(cmd)
	cmd.ValidArgsFunction = opts.completeNames
	return cmd
}

func whyRun(ctx context.Context, o *whyOptions) error {
	got, contest, err := o.openNamed(ctx, o.name)
	if err != nil {
		return err
	}
	winner := contest[len(contest)-1]
	if o.json {
		report := got.report(true)
		paths := map[string]bool{}
		for _, s := range contest {
			paths[s.Path] = true
		}
		report.Candidates = slices.DeleteFunc(report.Candidates, func(f listedFolder) bool { return !paths[f.Path] })
		report.Skills = slices.DeleteFunc(report.Skills, func(s listedSkill) bool { return s.File != got.File(winner) })
		err = kit.WriteJSON(o.factory.IO.Out, report)
	} else {
		var b strings.Builder
		got.explainContest(&b, contest)
		err = o.factory.WriteOutput("", []byte(b.String()))
	}
	if err == nil && winner.State != resolve.StateLoaded {
		err = &kit.ExitError{Code: kit.ExitFindings}
	}
	return err
}

// openNamed resolves the catalog of the first product that has a folder of a name, of those that
// are set up here where nobody says whose skills are meant. It gives the candidates as
// [opened.named] does, and says which others have one of the name, or cannot be looked at.
func (c *catalogFlags) openNamed(ctx context.Context, name string) (*opened, []*resolve.Skill, error) {
	all, unread, err := c.openAll(ctx, true)
	if err != nil {
		return nil, nil, err
	}
	var first *opened
	var whose, more []string
	for _, one := range all {
		whose = append(whose, one.whose)
		switch has := len(one.Named(name)) > 0; {
		case has && first == nil:
			first = one
		case has:
			more = append(more, fmt.Sprintf("%s has a skill of this name, too: %s tells of that one", one.product(), productFlag(one.product())))
		}
	}
	if first == nil {
		return nil, nil, unknown(all, name, strings.Join(whose, " or "), unreadLines(unread))
	}
	for _, line := range append(more, unreadLines(unread)...) {
		fmt.Fprintf(c.factory.IO.Err, "skillctl: %s\n", format.Escape(line))
	}
	return first, first.Named(name), nil
}

// unknown says that no folder of all has a name; unread, which products were not looked at.
func unknown(all []*opened, name, whose string, unread []string) error {
	var names, unnamed []string
	for _, o := range all {
		for i := range o.Skills {
			names = append(names, strings.Trim(nameOf(&o.Skills[i]), "()"))
		}
		unnamed = append(unnamed, o.unnamed()...)
	}
	err := fmt.Errorf("no folder that %s loads from has a skill %q", whose, name)
	if near := schema.Nearest(name, names); near != "" {
		err = fmt.Errorf("%w; did you mean %q?", err, near)
	}
	if doubts := slices.Concat(unread, unsearched(all), unnamed); len(doubts) > 0 {
		err = fmt.Errorf("%w\nit may exist all the same:\n%s", err, strings.Join(doubts, "\n"))
	}
	return &kit.ExitError{Code: kit.ExitNothing, Err: err}
}

// unnamed lists folders that may be skills of any name: what they are called
// could not be read.
func (o *opened) unnamed() []string {
	const most = 10
	var lines []string
	more := 0
	for i := range o.Skills {
		s := &o.Skills[i]
		unread := s.Manifest != nil && slices.Contains([]string{catalog.ProblemUnreadable, catalog.ProblemChanged, catalog.ProblemBound}, s.Manifest.Problem)
		if !unread && s.Absent != catalog.AbsentOutside {
			continue
		}
		if len(lines) == most {
			more++
			continue
		}
		lines = append(lines, fmt.Sprintf("the name of %s is not known: %s", o.short(s.Path), o.why(s)))
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("the names of %s more are not known", layout.Count(more, "folder")))
	}
	return lines
}

// explainContest writes the contest for a name.
func (o *opened) explainContest(b *strings.Builder, contest []*resolve.Skill) {
	winner := contest[len(contest)-1]
	say := func(indent int, text string, args ...any) {
		fmt.Fprintf(b, "%s%s\n", strings.Repeat(" ", indent), format.Escape(fmt.Sprintf(text, args...)))
	}
	wins := len(slices.DeleteFunc(slices.Clone(contest), func(s *resolve.Skill) bool { return !s.Wins }))
	switch {
	case wins > 1:
		loaded := len(slices.DeleteFunc(slices.Clone(contest), func(s *resolve.Skill) bool { return !s.Wins || s.State != resolve.StateLoaded }))
		say(0, "%d folders are called %s, and %s loads all skills of one name: it gets %d of them", wins, nameOf(winner), o.whose, loaded)
	case !winner.Wins:
		say(0, "%s gets no skill %s: no folder that has it is used", o.whose, nameOf(winner))
	case winner.State == resolve.StateLoaded:
		say(0, "%s gets %s from %s", o.whose, winner.Skill.Name, o.short(o.File(winner)))
	default:
		say(0, "%s does not get %s: %s", o.whose, winner.Skill.Name, winner.State)
	}
	say(0, "configuration %s%s, profile %s", o.short(o.Config), kit.Either(o.absent, " (does not exist; the defaults apply)", ""), o.Profile)
	for i, s := range contest {
		root := &o.Roots[s.Root]
		b.WriteByte('\n')
		say(0, "%d. %s (root %s%s)", i+1, o.short(s.Path), root.Tier, o.rootPlace(root))
		for _, step := range s.Chain {
			say(3, "link %s → %s", o.short(step.Path), step.Target)
		}
		switch {
		case s.Wins && wins > 1 && s.State != resolve.StateLoaded:
			say(3, "%s: %s%s  [%s]", s.State, o.inWords(s.Message), o.because(s.Setting), s.Rule)
		case s.Wins && wins > 1:
			say(3, "loaded: the agent loads all skills of one name  [catalog/loaded]")
		case s.Wins && len(contest) > 1:
			say(3, "wins: it is in the root with the highest precedence, and the last to be read there  [catalog/precedence]")
		case s.Wins:
			say(3, "it is the only folder with this name")
		default:
			say(3, "%s: %s%s  [%s]", s.State, o.inWords(s.Message), o.because(s.Setting), s.Rule)
		}
		for _, note := range s.Notes() {
			say(3, "warning: %s%s  [%s]", o.inWords(note.Message), o.because(note.Setting), note.Rule)
		}
	}
	if winner.Wins {
		b.WriteByte('\n')
		for _, line := range o.gates(winner) {
			say(0, "%s", line)
		}
	}
	for i, line := range unsearched([]*opened{o}) {
		if i == 0 {
			b.WriteString("\nnot everything was read:\n")
		}
		say(3, "%s", line)
	}
}

// callers are the steps by which model and user come to a skill.
func (o *opened) callers(gate func(passed bool, text string, args ...any), s *resolve.Skill) {
	gate(s.Model, "the model may use it without being asked%s", kit.Either(s.Skill.Model, "", ": "+o.unasked()+" says no"))
	if s.Model && o.Prompt != nil {
		text := "the prompt of the model names it"
		if missing := o.inPrompt(s); missing != "" {
			text += ": " + missing
		}
		gate(s.InPrompt, "%s", text)
	}
	gate(s.Command, "the user may invoke it%s", kit.Either(s.Skill.User, "", ": user-invocable in its manifest says no"))
}

// unasked is what keeps a model from using a skill unless somebody asks for it.
func (o *opened) unasked() string {
	if o.host.Product == product.Codex {
		return "policy.allow_implicit_invocation in its agents/openai.yaml, or skills.include_instructions,"
	}
	return "disable-model-invocation in its manifest"
}

// inPrompt says what of a skill that the model may take is not in its prompt, ""
// where all is.
func (o *opened) inPrompt(s *resolve.Skill) string {
	switch note := o.Prompt.Descriptions; {
	case !s.InPrompt && o.Prompt.LeftOut != nil:
		return o.Prompt.LeftOut.Each + o.because(o.Prompt.LeftOut.Setting)
	case note != nil:
		return note.Each + o.because(note.Setting)
	}
	return ""
}

// rootPlace is where a root is named, "" where no setting does.
func (o *opened) rootPlace(root *catalog.Root) string {
	if place := o.settingPlace(root.Setting); place != "" {
		return ", named by " + dotted(root.Setting) + " at " + place
	}
	return ""
}

// because is the setting behind an answer.
func (o *opened) because(setting []any) string {
	if len(setting) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s, %s)", dotted(setting), o.settingPlace(setting))
}

// gates are the steps that a winner goes through until an agent is offered it.
func (o *opened) gates(s *resolve.Skill) []string {
	var lines []string
	gate := func(passed bool, text string, args ...any) {
		mark := "yes"
		if !passed {
			mark = "no "
		}
		lines = append(lines, mark+"  "+fmt.Sprintf(text, args...))
	}
	entry := []any{"skills", "entries", s.Skill.Key, "enabled"}
	switch {
	case s.Skill.Off != "":
		gate(false, "switched on: %s", o.inWords(s.Skill.Off))
	case s.Disabled:
		gate(false, "switched on: %s is false at %s", dotted(entry), o.settingPlace(entry))
	default:
		gate(true, "switched on: nothing switches off the key %q", s.Skill.Key)
	}
	if slices.Contains([]string{"bundled", "custodian"}, o.Roots[s.Root].Tier) {
		gate(!s.Blocked, "bundled skills that are allowed%s", o.because([]any{"skills", "allowBundled"}))
	}
	if len(s.Skill.OS) > 0 {
		gate(len(s.Missing.OS) == 0 && s.Rule != "catalog/os-spelling", "system: %s; this is %s", strings.Join(s.Skill.OS, ", "), o.host.Platform)
	}
	if s.Skill.Always {
		gate(true, "always: nothing else is required")
	}
	for _, want := range []struct {
		what           string
		names, missing []string
	}{
		{"programs", s.Skill.Bins, s.Missing.Bins}, {"one of the programs", s.Skill.AnyBins, s.Missing.AnyBins},
		{"variables", s.Skill.Env, s.Missing.Env}, {"settings", s.Skill.Config, s.Missing.Config},
	} {
		if len(want.names) == 0 || s.Skill.Always {
			continue
		}
		text := withMissing(want.names, want.missing)
		gate(len(want.missing) == 0, "%s: %s", want.what, text)
	}
	switch {
	case o.Filter.Skills == nil:
		gate(true, "list of the agent: there is none, so all skills are for it")
	case len(o.Filter.Skills) == 0:
		gate(false, "list of the agent: it is empty%s", o.because(o.Filter.Setting))
	default:
		gate(!s.Hidden, "list of the agent: %s%s", strings.Join(o.Filter.Skills, ", "), o.because(o.Filter.Setting))
	}
	if s.State == resolve.StateRefused {
		gate(false, "%s%s  [%s]", o.inWords(s.Message), o.because(s.Setting), s.Rule)
	} else if s.Message != "" && s.Rule != "catalog/disabled" {
		lines = append(lines, fmt.Sprintf("so: %s%s  [%s]", o.inWords(s.Message), o.because(s.Setting), s.Rule))
	}
	o.callers(gate, s)
	return lines
}
