package mcp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/lint"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
)

func lintTool() *sdk.Tool {
	return &sdk.Tool{
		Name: "lint_skill", Annotations: hints("Find problems in skills"),
		Description: "Finds faults and attacks in skills (folders with SKILL.md or SKILL.toml) and in agents' configuration files. Reads files; runs nothing in them.",
	}
}

// pathsIn are the arguments of tools that judge files.
type pathsIn struct {
	Paths    []string `json:"paths,omitempty" jsonschema:"folders and files, from the folder of the project on; left out, the project"`
	Dialects []string `json:"dialects,omitempty" jsonschema:"for which agents it is judged: agentskills, openclaw, claude, codex, zeroclaw; left out, that is found out"`
}

// maxPaths bounds how many paths a call may name.
const maxPaths = 100

func (in pathsIn) check() error {
	if len(in.Paths) > maxPaths {
		return fmt.Errorf("%q has %d entries; it may have %d", "paths", len(in.Paths), maxPaths)
	}
	for _, path := range in.Paths {
		if err := missing("paths", path); err != nil {
			return err
		}
		if path == "-" {
			return fmt.Errorf("%q has an entry %q: there is no standard input to read", "paths", path)
		}
	}
	for _, name := range in.Dialects {
		if !slices.Contains(kit.Dialects(), name) {
			return fmt.Errorf("%q has an entry %s; there is %s", "dialects", quoted(name), strings.Join(kit.Dialects(), ", "))
		}
	}
	return nil
}

// lintOut is what lint says.
type lintOut struct {
	Verdict  string    `json:"verdict,omitempty" jsonschema:"the worst of all skills and projects: pass, review (a person should look) or block (do not use it); left out where there is neither, since configuration files have findings alone"`
	Skills   []linted  `json:"skills"`
	Projects []linted  `json:"projects" jsonschema:"folders with files that agents obey, such as settings, hooks and instructions"`
	Findings []finding `json:"findings" jsonschema:"what is wrong, the worst first"`
	Silenced int       `json:"silenced" jsonschema:"how many findings the operator's settings silence"`
	Rest     *rest     `json:"rest,omitempty" jsonschema:"where the whole answer is, if this one is cut"`
}

type linted struct {
	Path     string `json:"path"`
	Name     string `json:"name"`
	Verdict  string `json:"verdict" jsonschema:"pass, review or block"`
	Complete bool   `json:"complete" jsonschema:"whether all of it could be read"`
}

type finding struct {
	Rule       string `json:"rule" jsonschema:"the id of the rule; the tool explain has its page"`
	Severity   string `json:"severity" jsonschema:"critical, high, medium, low or info"`
	Confidence string `json:"confidence" jsonschema:"high, medium or low"`
	File       string `json:"file"`
	Line       int    `json:"line,omitempty"`
	Message    string `json:"message"`
	Hint       string `json:"hint,omitempty"`
}

// lintSkill lints paths.
func (s *server) lintSkill(ctx context.Context, _ *sdk.CallToolRequest, in pathsIn) (*lintOut, error) {
	ctx, back, err := s.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer back()
	if len(in.Paths) == 0 {
		in.Paths = []string{"."}
	}
	r, err := lint.Judge(ctx, s.factory, kit.Judging{Paths: in.Paths, Dialects: in.Dialects, PolicyFlags: s.For(s.factory.IO, policy.KindLint)})
	if err != nil {
		return nil, err
	}
	if len(r.Skills)+len(r.Projects)+len(r.Configs)+len(r.Findings) == 0 {
		return nil, fmt.Errorf("there is nothing to check below %s: no SKILL.md, no SKILL.toml and no known configuration file", short(strings.Join(in.Paths, ", ")))
	}
	out := &lintOut{Verdict: string(engine.VerdictPass), Findings: []finding{}, Silenced: r.Summary.Suppressed + r.Summary.Baselined}
	judged := func(list []engine.SkillReport) []linted {
		told := []linted{}
		for i := range list {
			one := &list[i]
			out.Verdict = string(engine.Verdict(out.Verdict).Worse(one.Verdict))
			told = append(told, linted{Path: short(one.Path), Name: short(one.Name), Verdict: string(one.Verdict), Complete: one.Complete})
		}
		return told
	}
	out.Skills, out.Projects = judged(r.Skills), judged(r.Projects)
	if len(r.Skills)+len(r.Projects) == 0 {
		out.Verdict = ""
	}
	all := slices.DeleteFunc(r.All(), func(f *engine.Finding) bool { return f.Suppressed != nil })
	slices.SortStableFunc(all, func(a, b *engine.Finding) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	for _, f := range all {
		out.Findings = append(out.Findings, finding{
			Rule: f.Rule, Severity: string(f.Severity), Confidence: string(f.Confidence), File: short(f.File), Line: f.Span.Start.Line, Message: short(f.Message), Hint: short(f.Hint),
		})
	}
	return out, nil
}

func (o *lintOut) parts() []part {
	return []part{listPart(&o.Findings), listPart(&o.Skills), listPart(&o.Projects)}
}
func (o *lintOut) leave(where *rest) { o.Rest = where }

func (o *lintOut) text() string {
	var b strings.Builder
	meant := map[string]string{"pass": "no skill and no project is objected to", "review": "a person should look at it before it is used", "block": "do not use it"}[o.Verdict]
	if o.Verdict != "" {
		fmt.Fprintf(&b, "%s: %s.\n", o.Verdict, meant)
	}
	for _, s := range slices.Concat(o.Skills, o.Projects) {
		fmt.Fprintf(&b, "- %s (%s): %s", s.Path, s.Name, s.Verdict)
		if !s.Complete {
			b.WriteString(", not all of it could be read")
		}
		b.WriteByte('\n')
	}
	if len(o.Findings) == 0 {
		b.WriteString("No findings.")
	}
	for _, f := range o.Findings {
		said := reason{Rule: f.Rule, Message: f.Message, Hint: f.Hint}
		fmt.Fprintf(&b, "%s %s: ", f.Severity, at(f.File, f.Line))
		said.write(&b)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
