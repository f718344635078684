package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

type lintOptions struct {
	factory *kit.Factory

	paths         []string
	format        string
	json          bool
	output        string
	statistics    bool
	minSeverity   string
	rules, ignore []string
	failOn        string
	minConfidence string
	dialects      []string
	config        string
	noConfig      bool
	policies      []string
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
	stdinName     string
	watch         bool
	watching      kit.WatchFlags
	// judgedOnly: paths name what is judged, and no file among them says how.
	judgedOnly bool
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
		Use: "lint [PATH...]",

		SuggestFor: []string{"check", "scan", "validate", "analyze", "analyse", "inspect", "test", "fix", "fmt"},
		Short:      "Find problems in skills and configuration files",
		Long: `Finds every skill (SKILL.md, SKILL.toml) and every known configuration file
below the paths (default: the working directory) and reports problems: where, why they
matter and what to write instead.

Nothing in a skill is executed, no link is followed out of it, and nothing in it
can silence a finding about it.

Exit codes
  0  no finding at or above --fail-on
  1  findings at or above --fail-on
  2  a flag, a path or a setting is wrong
  3  skillctl failed
  4  there was nothing to check

With the path - it reads one file from standard input, as editors do for what is not
saved: --stdin-filename says which file that is. Findings are those of this file, its
neighbours are read from disk.

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
  skillctl lint skills --watch
  skillctl lint - --stdin-filename skills/demo/SKILL.md < draft.md`,
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
	f.BoolVar(&o.json, "json", false, "the same as --format json")
	f.StringVarP(&o.output, "output", "o", "", "write the report to this `file`, whole or not at all")
	f.BoolVar(&o.statistics, "statistics", false, "write how many findings each rule has instead of the findings")
	f.StringVar(&o.minSeverity, "min-severity", "", "show findings from this `severity` on: "+strings.Join(severities(), ", ")+" (default info; medium for --format pretty on a terminal)")
	f.StringSliceVar(&o.rules, "select", nil, "ask only these `rules`: ids, codes, categories such as spec, or globs such as \"exe/*\"")
	f.AddFlag(&pflag.Flag{Name: "rule", Usage: "the old name of --select", Value: f.Lookup("select").Value, Hidden: true})
	f.StringSliceVar(&o.ignore, "ignore", nil, "leave these rules out")
	f.StringVar(&o.failOn, "fail-on", "", "exit with 1 from this `severity` on: "+strings.Join(failLevels(), ", ")+" (default medium, or as the settings say)")
	f.StringVar(&o.minConfidence, "min-confidence", "", "leave out findings below this confidence: "+strings.Join(confidences(), ", ")+" (default low, or as the settings say)")
	kit.DialectFlag(cmd, &o.dialects)
	f.StringVar(&o.config, "config", "", "read the project's settings from this `file`")
	f.BoolVar(&o.noConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
	f.StringSliceVar(&o.policies, "policy", nil, "a `folder` with rules of your own, which are added")
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
	f.StringVar(&o.stdinName, "stdin-filename", "", "with the path -: lint standard input as this `file`, with the rest of its skill from disk")
	f.BoolVar(&o.watch, "watch", false, "keep running: report new and resolved findings as files change")
	o.watching.Add(f, "with --watch, ")
	for _, flag := range []string{"select", "ignore"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, kit.CompleteRules(o.factory))
	}
	for flag, values := range map[string][]string{
		"format": format.Names(), "fail-on": failLevels(), "min-severity": severities(), "min-confidence": confidences(), kit.FlagDialect: kit.Dialects(),
		"fix": {fixSafe, fixUnsafe}, "color": {kit.ColorAuto, kit.ColorAlways, kit.ColorNever},
	} {
		// The only error is a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

func severities() []string {
	var out []string
	for _, s := range kit.Severities() {
		out = append(out, string(s))
	}
	return out
}

func failLevels() []string { return append(severities(), kit.LevelNever) }

func confidences() []string {
	return []string{string(engine.ConfidenceHigh), string(engine.ConfidenceMedium), string(engine.ConfidenceLow)}
}

// check refuses values that there are not and flags that contradict each
// other, before anything is read.
func (o *lintOptions) check() error {
	if o.json {
		o.format = format.NameJSON
	}
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
		{"--min-severity", o.minSeverity, severities()},
		{"--fix", o.fix, []string{fixSafe, fixUnsafe}},
	} {
		if v.value == "" {
			continue
		}
		if err := kit.OneOf(v.flag, v.value, v.list); err != nil {
			return err
		}
	}
	if err := o.checkStdin(); err != nil {
		return err
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
	case o.statistics && (o.format != format.NamePretty || o.diff):
		return kit.Usagef("--statistics is a report of its own; leave out --format, --json and --diff")
	case o.diff && o.output != "":
		return kit.Usagef("--diff prints changes in the place of a report, so --output has nothing to write; leave one out")
	case o.jobs < 0:
		return kit.Usagef("--jobs %d: it must be 0 or more", o.jobs)
	}
	for _, p := range o.paths {
		if p == "" {
			return kit.Usagef("a path is empty; \".\" is the working directory")
		}
	}
	return nil
}

// verdict is the exit code of a finished run, as an error.
func (o *lintOptions) verdict(s kit.Settings, r engine.Report) error {
	if len(r.Skills)+len(r.Projects)+len(r.Configs)+len(r.Findings) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: fmt.Errorf("nothing to check below %s: no SKILL.md, no SKILL.toml, no known configuration file and no file that agents obey", kit.Quoted(o.paths))}
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
