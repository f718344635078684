package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

type lintOptions struct {
	factory *kit.Factory

	paths         []string
	format        string
	output        string
	rules, ignore []string
	failOn        string
	minConfidence string
	dialects      []string
	config        string
	noConfig      bool
	baseline      string
	writeBaseline bool
	fix           string
	diff          bool
	noCache       bool
	color         string
	jobs          int
	quiet         bool
	verbose       bool
	exitCode      bool
	watch         bool
	watching      kit.WatchFlags
}

// The values of --fix; none is that of its absence.
const (
	fixNone   = ""
	fixSafe   = "safe"
	fixUnsafe = "unsafe"
)

// New is the command lint.
func New(f *kit.Factory) *cobra.Command {
	opts := &lintOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "lint [PATH...]",
		Short: "Find problems in skills and configuration files",
		Long: `Finds every skill (SKILL.md, SKILL.toml) and every known configuration file
below the paths (default: the working folder) and reports problems: where, why they
matter and what to write instead.

Nothing in a skill is executed, no link is followed out of it, and nothing in it
can silence a finding about it.

Exit codes
  0  no finding at or above --fail-on
  1  findings at or above --fail-on
  2  a flag, a path or a setting is wrong
  3  skillctl failed
  4  there was nothing to check

With --watch the whole report comes first, then a line for each finding that is
new or resolved, as files change; only what changed is judged again. With
--format json each is a line of JSON. Ctrl-C ends it, with 0.

With --format sarif the exit code is 0 even with findings, since the service that
reads the report decides. --exit-code exits with 1.`,
		Example: `  skillctl lint
  skillctl lint skills --dialect openclaw --fail-on high
  skillctl lint skills --fix --diff
  skillctl lint --format sarif --output skillctl.sarif
  skillctl lint --baseline .skillctl-baseline.json --write-baseline
  skillctl lint skills --watch`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.paths = args
			opts.dialects = slices.Compact(slices.Sorted(slices.Values(opts.dialects)))
			kit.WarnHostFlag(cmd, opts.factory.IO)
			if err := opts.check(); err != nil {
				return err
			}
			if opts.watch {
				return lintWatchRun(cmd.Context(), opts)
			}
			return lintRun(cmd.Context(), opts)
		},
	}
	lintFlags(cmd, opts)
	return cmd
}

func lintFlags(cmd *cobra.Command, o *lintOptions) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.format, "format", format.NamePretty, "how to write the report: "+strings.Join(format.Names(), ", "))
	f.StringVar(&o.output, "output", "", "write the report to this `file`, whole or not at all")
	f.StringSliceVar(&o.rules, "rule", nil, "ask only these rules: ids, codes or globs such as \"spec/*\"")
	f.StringSliceVar(&o.ignore, "ignore", nil, "leave these rules out")
	f.StringVar(&o.failOn, "fail-on", "", "exit with 1 from this `severity` on: "+strings.Join(failLevels(), ", ")+" (default medium, or as the settings say)")
	f.StringVar(&o.minConfidence, "min-confidence", "", "leave out findings below this confidence: "+strings.Join(confidences(), ", ")+" (default low, or as the settings say)")
	kit.DialectFlag(cmd, &o.dialects)
	f.StringVar(&o.config, "config", "", "read the project's settings from this `file`")
	f.BoolVar(&o.noConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
	f.StringVar(&o.baseline, "baseline", "", "ignore the findings in this `file`")
	f.BoolVar(&o.writeBaseline, "write-baseline", false, "write what is found to the --baseline file")
	f.StringVar(&o.fix, "fix", fixNone, "apply fixes that keep the meaning; --fix=unsafe also applies those that need a review (`level`: safe or unsafe)")
	f.Lookup("fix").NoOptDefVal = fixSafe
	f.BoolVar(&o.diff, "diff", false, "print what --fix would change, and change nothing")
	f.BoolVar(&o.noCache, "no-cache", false, "do not use the findings cache")
	f.StringVar(&o.color, "color", kit.ColorAuto, "colour the output: auto, always, never; NO_COLOR and CLICOLOR_FORCE are honoured")
	f.IntVar(&o.jobs, "jobs", 0, "judge this `number` of skills at a time; 0: as many as there are processors")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "write findings and errors only")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "show which settings were read and what came from the cache")
	f.BoolVar(&o.exitCode, "exit-code", false, "exit with 1 on findings with --format sarif too")
	f.BoolVar(&o.watch, "watch", false, "keep running: report new and resolved findings as files change")
	o.watching.Add(f, "with --watch, ")
	for _, flag := range []string{"rule", "ignore"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, kit.CompleteRules(o.factory))
	}
	for flag, values := range map[string][]string{
		"format": format.Names(), "fail-on": failLevels(), "min-confidence": confidences(), kit.FlagDialect: kit.Dialects(),
		"fix": {fixSafe, fixUnsafe}, "color": {kit.ColorAuto, kit.ColorAlways, kit.ColorNever},
	} {
		// The only error is a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

func failLevels() []string {
	var out []string
	for _, s := range kit.Severities() {
		out = append(out, string(s))
	}
	return append(out, kit.LevelNever)
}

func confidences() []string {
	return []string{string(engine.ConfidenceHigh), string(engine.ConfidenceMedium), string(engine.ConfidenceLow)}
}

// check refuses values that there are not and flags that contradict each
// other, before anything is read.
func (o *lintOptions) check() error {
	if err := kit.OneOf("--format", o.format, format.Names()); err != nil {
		return err
	}
	if err := kit.OneOf("--color", o.color, []string{kit.ColorAuto, kit.ColorAlways, kit.ColorNever}); err != nil {
		return err
	}
	if err := kit.CheckDialects(o.dialects); err != nil {
		return err
	}
	for _, v := range []struct {
		flag, value string
		list        []string
	}{
		{"--fail-on", o.failOn, failLevels()},
		{"--min-confidence", o.minConfidence, confidences()},
		{"--fix", o.fix, []string{fixSafe, fixUnsafe}},
	} {
		if v.value == "" {
			continue
		}
		if err := kit.OneOf(v.flag, v.value, v.list); err != nil {
			return err
		}
	}
	if err := o.watchClashes(); err != nil {
		return err
	}
	return o.clashes()
}

func (o *lintOptions) clashes() error {
	switch {
	case o.config != "" && o.noConfig:
		return kit.Usagef("--config and --no-config cannot be used together")
	case o.quiet && o.verbose:
		return kit.Usagef("--quiet and --verbose cannot be used together")
	case o.writeBaseline && o.diff:
		return kit.Usagef("--write-baseline writes and --diff writes nothing; leave one out")
	case o.diff && o.output != "":
		return kit.Usagef("--diff prints changes in the place of a report, so --output has nothing to write; leave one out")
	case o.jobs < 0:
		return kit.Usagef("--jobs %d: it must be 0 or more", o.jobs)
	}
	for _, p := range o.paths {
		if p == "" {
			return kit.Usagef("a path is empty; \".\" is the working folder")
		}
	}
	return nil
}

// verdict is the exit code of a finished run, as an error.
func (o *lintOptions) verdict(s kit.Settings, r engine.Report) error {
	if len(r.Skills)+len(r.Configs) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: fmt.Errorf("nothing to check below %s: no SKILL.md, no SKILL.toml and no known configuration file", kit.Quoted(o.paths))}
	}
	limit := s.Threshold()
	if limit == "" || o.format == format.NameSARIF && !o.exitCode {
		return nil
	}
	for severity, n := range r.Summary.BySeverity {
		if n > 0 && format.AtLeast(severity, limit) {
			return &kit.ExitError{Code: kit.ExitFindings}
		}
	}
	return nil
}
