package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/doctor"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/report/source"
)

type doctorOptions struct {
	factory            *kit.Factory
	config             string
	openclaw, zeroclaw string
	format, output     string
	color              string
	deep, fix          bool
	json, sarif        bool
}

// New is the command doctor.
func New(f *kit.Factory) *cobra.Command {
	opts := &doctorOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check that the protections on this machine work",
		Long: `Checks the installations of OpenClaw, ZeroClaw, Claude Code and Codex of this user, and
skillctl's own settings: configurations, and the modes, owners and links of their
files. Of Claude Code and Codex these are the skills of the user, of this folder and of
plugins, and settings. Of every agent that skillctl setup knows: whether it asks skillctl, and
what takes away from that.

With --deep it starts the configured install policy as the agent would, sends test
attacks and harmless test requests to the installed policies, and attacks the boundary
that commands run in. It sends a hostile command through the hook of each agent.
Nothing is left behind.

Exit codes: 0 no problems, 1 findings of medium severity or worse,
2 usage, 3 skillctl failed, 4 nothing is installed here.`,
		Example: "  skillctl doctor\n  skillctl doctor --deep --format sarif --output doctor.sarif\n  skillctl doctor --openclaw ./openclaw.json --fix",
		Args:    kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.check(); err != nil {
				return err
			}
			return doctorRun(cmd.Context(), opts)
		},
	}
	f2 := cmd.Flags()
	f2.SortFlags = false
	f2.BoolVar(&opts.deep, "deep", false, "start the configured policy, and test it and the boundary with attacks")
	f2.BoolVar(&opts.fix, "fix", false, "fix the modes of files, and check again")
	f2.StringVar(&opts.openclaw, "openclaw", "", "check the OpenClaw of this configuration `file`")
	f2.StringVar(&opts.zeroclaw, "zeroclaw", "", "check the ZeroClaw of this configuration `file`")
	f2.StringVar(&opts.config, "config", "", "read skillctl's own settings from this `file`")
	f2.StringVar(&opts.format, "format", format.NamePretty, "how to write the report: "+strings.Join(format.Names(), ", "))
	f2.BoolVar(&opts.json, "json", false, "the same as --format json")
	f2.BoolVar(&opts.sarif, "sarif", false, "the same as --format sarif")
	f2.StringVarP(&opts.output, "output", "o", "", "write the report to this `file`, whole or not at all")
	f2.StringVar(&opts.color, "color", kit.ColorAuto, "colour the output: auto, always, never")
	return cmd
}

func (o *doctorOptions) check() error {
	if o.json && o.sarif {
		return kit.Usagef("--json and --sarif cannot be used together")
	}
	if o.json {
		o.format = format.NameJSON
	}
	if o.sarif {
		o.format = format.NameSARIF
	}
	if err := kit.OneOf("--color", o.color, []string{kit.ColorAuto, kit.ColorAlways, kit.ColorNever}); err != nil {
		return err
	}
	return kit.OneOf("--format", o.format, format.Names())
}

func doctorRun(ctx context.Context, o *doctorOptions) error {
	m, settings, troubles, err := o.machine(ctx)
	if err != nil {
		return err
	}
	if m.OpenClaw == nil && m.ZeroClaw == nil && m.Claude == nil && m.Codex == nil && len(m.Agents) == 0 && len(m.Own) == 0 && len(troubles) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: errors.New(o.nothing())}
	}
	checks, judge := doctor.Checks(), doctor.NewJudge()
	// No probe finds a mode to fix, and the policy is not to be asked twice.
	examined, err := doctor.Examine(ctx, m, checks, judge, o.deep && !o.fix)
	if err != nil {
		return err
	}
	if o.fix {
		if examined, err = o.repairAll(ctx, m, checks, judge, examined); err != nil {
			return err
		}
	}
	examined.Results = append(troubles, examined.Results...)
	report, rules, err := o.report(ctx, m, settings, examined, checks, judge)
	if err != nil {
		return err
	}
	if err := o.write(report, rules, settings); err != nil {
		return err
	}
	if o.format == format.NamePretty {
		fmt.Fprint(o.factory.IO.Err, summary(m, examined)+asking(ctx, m))
	}
	return o.verdict(report, settings)
}

// maxPasses bounds how often what is there is examined again after repairs.
const maxPasses = 20

// repairAll repairs and examines again until nothing is left that can be repaired.
func (o *doctorOptions) repairAll(ctx context.Context, m *doctor.Machine, checks []doctor.Check, judge *doctor.Judge, examined doctor.Report) (doctor.Report, error) {
	done := map[doctor.ModeFix]bool{}
	for range maxPasses {
		if !o.repair(examined, done) {
			break
		}
		var err error
		if examined, err = doctor.Examine(ctx, m, checks, judge, false); err != nil {
			return doctor.Report{}, err
		}
	}
	if !o.deep {
		return examined, nil
	}
	return doctor.Examine(ctx, m, checks, judge, true)
}

// repair changes the modes that results ask for, and says so. It reports whether
// something was changed.
func (o *doctorOptions) repair(r doctor.Report, done map[doctor.ModeFix]bool) (changed bool) {
	for _, result := range r.Results {
		if result.Mode == nil || done[*result.Mode] {
			continue
		}
		done[*result.Mode] = true
		name := format.Escape(result.Mode.Path)
		if err := result.Mode.Apply(); err != nil {
			fmt.Fprintf(o.factory.IO.Err, "not fixed: %s (%s)\n", format.Escape(err.Error()), result.Check)
			continue
		}
		changed = true
		fmt.Fprintf(o.factory.IO.Err, "fixed the mode of %s: %s (%s)\n", name, format.Escape(result.Mode.Command()), strings.Join(append([]string{result.Check}, result.Also...), ", "))
	}
	return changed
}

// linter is what configurations are judged by. A list of what is known to be bad that
// cannot be used is a result of its own, and says nothing about them.
func (o *doctorOptions) linter(m *doctor.Machine, opts []lint.Option) (kit.Linter, error) {
	if m.Intel != nil && m.Intel.Problem != "" {
		return lint.New(opts...)
	}
	return o.factory.Linter(opts...)
}

// report joins what the checks found with what lint says of the configurations.
func (o *doctorOptions) report(ctx context.Context, m *doctor.Machine, s kit.Settings, examined doctor.Report, checks []doctor.Check, judge *doctor.Judge) (engine.Report, []engine.Rule, error) {
	own, err := o.factory.IO.OwnRules(s.Policies)
	if err != nil {
		return engine.Report{}, nil, err
	}
	linter, err := o.linter(m, append(own,
		lint.WithControl(s.Control), lint.WithVersion(o.factory.Build().Version), lint.WithNow(o.factory.Now())))
	if err != nil {
		return engine.Report{}, nil, err
	}
	report := engine.Report{Schema: engine.ReportSchema, Tool: o.factory.Build().Version, Policy: linter.Policy(), Skills: []engine.SkillReport{}, Configs: []engine.ConfigReport{}, Findings: []engine.Finding{}}
	for _, in := range []*doctor.Installation{m.OpenClaw, m.ZeroClaw} {
		if in == nil || in.Config == "" {
			continue
		}
		linted, err := linter.Lint(ctx, []string{in.Config})
		if ctx.Err() != nil {
			return engine.Report{}, nil, err
		}
		if err != nil {
			examined.Results = append(examined.Results, doctor.Result{
				Check: doctor.Failed, Found: doctor.Unreadable, File: in.Config, Message: err.Error(), Hint: "the agent cannot read it either",
			})
			continue
		}
		report.Configs = append(report.Configs, linted.Configs...)
		report.Findings = append(report.Findings, linted.Findings...)
	}
	foldWritable(&report, examined)
	foldAbsent(&report, examined)
	// Those that were added to what the checks found have no severity yet.
	if err := judge.Weigh(ctx, examined.Results); err != nil {
		return engine.Report{}, nil, err
	}
	doctorFindings(&report, examined)
	report.Summarise()
	rules, err := doctorRules(ctx, checks, judge)
	return report, append(slices.Clone(linter.Rules()), rules...), err
}

// doctorFindings adds results to a report: beside the configuration that they
// stand in, or by themselves.
func doctorFindings(report *engine.Report, examined doctor.Report) {
	titles := map[string]string{}
	for _, p := range doctor.Pages() {
		titles[p.ID] = p.Title
	}
	for _, r := range examined.Results {
		finding := engine.Finding{
			Rule: r.Check, Title: titles[r.Check], File: r.File, Span: r.Span, Severity: r.Severity, Confidence: engine.ConfidenceHigh,
			Locus: engine.LocusConfig, Message: r.Message, Hint: r.Hint, Fingerprint: r.Fingerprint(),
		}
		i := slices.IndexFunc(report.Configs, func(c engine.ConfigReport) bool { return c.Path == r.File })
		if i < 0 {
			report.Findings = append(report.Findings, finding)
			continue
		}
		report.Configs[i].Findings = append(report.Configs[i].Findings, finding)
	}
}

// doctorRules are the checks as formats list them.
func doctorRules(ctx context.Context, checks []doctor.Check, judge *doctor.Judge) ([]engine.Rule, error) {
	faults := make([]doctor.Result, len(checks))
	for i, c := range checks {
		faults[i].Check = c.ID
	}
	if err := judge.Weigh(ctx, faults); err != nil {
		return nil, err
	}
	var out []engine.Rule
	for i, c := range checks {
		out = append(out, engine.Rule{
			ID: c.ID, Title: c.Title, Description: c.Why, Severity: faults[i].Severity, Confidence: engine.ConfidenceHigh, Locus: engine.LocusConfig,
			Unit: "config", Fix: "none", Enabled: true, Security: true,
		})
	}
	return out, nil
}

func (o *doctorOptions) write(report engine.Report, rules []engine.Rule, s kit.Settings) error {
	write, _ := format.Lookup(o.format)
	opts := []format.Option{format.WithSource(source.Reader(report)), format.WithThreshold(s.Threshold()), format.WithRules(o.factory.WithPages(o.format, rules, report)), format.WithCommand("doctor")}
	if o.output != "" {
		return o.factory.IO.WriteFile(o.output, func(w io.Writer) error { return write(w, report, opts...) })
	}
	color := o.factory.IO.Color(o.color, o.factory.IO.OutTTY)
	var out bytes.Buffer
	if err := write(&out, report, append(opts, format.WithColor(color), format.WithLinks(o.factory.IO.Links(color), o.factory.IO.At), format.WithWidth(o.factory.IO.Width()))...); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return o.factory.IO.Show(out.Bytes())
}

// verdict ends with 1 when a finding is as bad as the settings mind.
func (o *doctorOptions) verdict(report engine.Report, s kit.Settings) error {
	limit := slices.Index(kit.Severities(), s.Threshold())
	for _, f := range report.All() {
		if f.Suppressed == nil && limit >= 0 && slices.Index(kit.Severities(), f.Severity) <= limit {
			return &kit.ExitError{Code: kit.ExitFindings}
		}
	}
	return nil
}
