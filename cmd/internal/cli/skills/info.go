package skills

import (
	"cmp"
	"context"
	"fmt"
	"os/user"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/resolve"
	"github.com/skillctl/skillctl/engine/secret"
)

type infoOptions struct {
	catalogFlags

	name string
	json bool
}

// NewInfo is the command info.
func NewInfo(f *kit.Factory) *cobra.Command {
	opts := &infoOptions{catalogFlags: catalogFlags{factory: f}}
	cmd := &cobra.Command{
		Use:   "info NAME",
		Short: "Show a skill as the agent reads it",
		Long: `Shows the copy of a skill that is used: what it is, where it is, what it requires
and what of that is installed, who may invoke it, the file of its manifest, and which
variables its entry in skills.entries sets. Variables that the agent drops are marked,
and so are those that are set here already, which keep their value. No value is shown,
and no secret is looked up.

Exit codes
  0  it is shown
  2  a flag, the configuration or a setting is wrong
  3  skillctl failed
  4  no folder has that name`,
		Example: "  skillctl info weather\n  skillctl info weather --agent writer --json",
		Args:    kit.OneArg("the name of a skill"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.name = args[0]
			if err := opts.check(); err != nil {
				return err
			}
			return infoRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	opts.add(cmd)
	cmd.ValidArgsFunction = opts.completeNames
	return cmd
}

func infoRun(ctx context.Context, o *infoOptions) error {
	got, contest, err := o.openNamed(ctx, o.name)
	if err != nil {
		return err
	}
	skill := contest[len(contest)-1]
	environment := &resolve.Environment{}
	if skill.Skill != nil && skill.Skill.Problem == "" {
		if environment, err = o.factory.Resolver().Environment(ctx, got.Resolution, skill.Skill); err != nil {
			return err
		}
	}
	if o.json {
		report := struct {
			Skill       *listedSkill     `json:"skill"`
			Folder      listedFolder     `json:"folder"`
			Environment []listedVariable `json:"environment"`
			Problems    []configDoubt    `json:"problems,omitempty"`
		}{Environment: got.variables(environment), Problems: got.doubts}
		for _, folder := range got.report(true).Candidates {
			if folder.Path == skill.Path {
				report.Folder = folder
			}
		}
		if skill.Wins {
			listed := got.listed(skill)
			report.Skill = &listed
		}
		return kit.WriteJSON(o.factory.IO.Out, report)
	}
	var b strings.Builder
	rows := got.about(skill, len(contest))
	for _, v := range got.variables(environment) {
		rows = append(rows, []string{"environment", v.text()})
	}
	layout.WriteColumns(&b, rows, o.factory.IO.Width())
	return o.factory.WriteOutput("", []byte(b.String()))
}

// about are the rows that describe a skill.
func (o *opened) about(s *resolve.Skill, copies int) [][]string {
	rows := [][]string{{"name", nameOf(s)}}
	add := func(what, text string) {
		if text != "" {
			rows = append(rows, []string{what, text})
		}
	}
	root := &o.Roots[s.Root]
	if s.Skill != nil && s.Skill.Problem == "" {
		add("description", s.Skill.Description)
		if s.Skill.Key != s.Skill.Name {
			add("key", s.Skill.Key)
		}
	}
	add("agent", o.product()+strings.TrimPrefix(", "+o.whose, ", "+o.product()))
	state := s.State
	if s.Message != "" {
		state += ": " + o.inWords(s.Message) + o.because(s.Setting)
	}
	add("state", state+"  ["+s.Rule+"]")
	for _, note := range s.Notes() {
		add("warning", o.inWords(note.Message)+o.because(note.Setting)+"  ["+note.Rule+"]")
	}
	add("folder", o.short(s.Path))
	for _, step := range s.Chain {
		add("link", o.short(step.Path)+" → "+step.Target)
	}
	if s.Real != s.Path {
		add("really", o.short(s.Real))
	}
	add("root", root.Tier+" "+o.short(root.Path))
	if m := s.Manifest; m != nil {
		add("manifest", manifestText(m))
		add("digest", m.Digest)
	}
	switch {
	case copies > 1 && o.host.Product == product.Codex:
		add("copies", fmt.Sprintf("%d folders have this name, and Codex loads them all; `skillctl why %s%s` shows them", copies, format.Escape(nameOf(s)), format.Escape(o.flag)))
	case copies > 1:
		add("copies", fmt.Sprintf("%d folders have this name; `skillctl why %s%s` shows which one is used", copies, format.Escape(nameOf(s)), format.Escape(o.flag)))
	}
	if v := s.Skill; v != nil && v.Problem == "" {
		for _, want := range []struct {
			what           string
			names, missing []string
		}{
			{"system", v.OS, s.Missing.OS}, {"programs", v.Bins, s.Missing.Bins}, {"any program", v.AnyBins, s.Missing.AnyBins},
			{"variables", v.Env, s.Missing.Env}, {"settings", v.Config, s.Missing.Config},
		} {
			add(want.what, withMissing(want.names, want.missing))
		}
		add("primary key", v.PrimaryEnv)
		add("model", kit.Either(s.Model, "may use it without being asked", "may not use it without being asked"))
		if s.InPrompt && o.Prompt != nil {
			add("prompt", cmp.Or(o.inPrompt(s), "names it, with its description"))
		}
		add("user", kit.Either(s.Command, "may invoke it", "cannot invoke it"))
	}
	return rows
}

// listedVariable is a variable that the entry of a skill has for it.
type listedVariable struct {
	Name    string `json:"name"`
	Setting string `json:"setting"`
	Place   string `json:"place,omitempty"`
	// Secret is where the value is kept, as source:provider:id, "" where it
	// stands in the configuration itself.
	Secret string `json:"secret,omitempty"`
	// Dropped says why the host does not set it.
	Dropped string `json:"dropped,omitempty"`
	// Held: it is set here already, and the host keeps the value that it has.
	Held bool `json:"held,omitempty"`
}

func (v listedVariable) text() string {
	text := cmp.Or(v.Name, "not used:") + " " + v.Setting
	if v.Secret != "" {
		text += ", kept in " + v.Secret
	}
	if v.Place != "" {
		text += " (" + v.Place + ")"
	}
	if v.Dropped != "" {
		text += ", dropped: " + v.Dropped
	}
	if v.Held && v.Dropped == "" {
		text += ", already set here: the agent keeps that value"
	}
	return text
}

func (o *opened) variables(environment *resolve.Environment) []listedVariable {
	out := []listedVariable{}
	for _, v := range slices.Concat(environment.Variables, environment.Unused) {
		listed := listedVariable{Name: v.Name, Setting: dotted(v.Setting), Place: o.settingPlace(v.Setting), Dropped: v.Dropped}
		_, listed.Held = o.host.Env[v.Name]
		switch input, err := secret.Read(o.Setting(v.Setting)); {
		case err != nil:
			listed.Dropped = cmp.Or(v.Dropped, err.Error())
		case input.Ref != nil:
			listed.Secret = input.Ref.String()
		}
		out = append(out, listed)
	}
	return out
}

// manifestText says what is known of a manifest.
func manifestText(m *catalog.ManifestFile) string {
	text := m.Name
	if m.Type != catalog.TypeMissing {
		text += fmt.Sprintf(", %d bytes, mode %s, owner %s, %s", m.Size, m.Mode, ownerName(m.Owner), layout.Count(m.Nlink, "hard link"))
	}
	switch {
	case m.Error != "":
		text += ", not read: " + m.Error
	case m.Digest == "":
		text += ", not read"
	}
	return text
}

// withMissing lists what a skill requires, and which of it is missing.
func withMissing(names, missing []string) string {
	text := strings.Join(names, ", ")
	switch {
	case len(missing) == 0:
		return text
	case len(missing) == len(names):
		return text + " (missing)"
	}
	return text + " (missing: " + strings.Join(missing, ", ") + ")"
}

// ownerName is the login name of a user id, or the id if it has none here.
func ownerName(id int) string {
	text := strconv.Itoa(id)
	if id < 0 {
		return "unknown"
	}
	if known, err := user.LookupId(text); err == nil {
		return known.Username
	}
	return text
}
