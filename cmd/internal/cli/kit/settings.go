package kit

import (
	"context"
	"errors"
	"fmt"
	"os/user"
	"path/filepath"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/host/dialect"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/policies"
)

// SettingsQuery says which settings are wanted, and what flags say.
type SettingsQuery struct {
	// File is read as the project's settings; None leaves the project's out.
	File string
	None bool
	// Dir is the folder that the project is looked for from, "" for the working
	// directory.
	Dir string
	// Absolute leaves the working directory out of it: there may be none that is the
	// user's own.
	Absolute bool
	// Agent is the one that the configuration of another system is read for.
	Agent string
	// Dialect is the system that File configures; "" if the file is to tell.
	Dialect string
	// The flags are the innermost layer: they fill in what no file sets as a
	// value, and clash with what one does. Empty ones say nothing.
	Dialects                        []string
	FailOn, MinConfidence, Baseline string
	// Profile and Shadowing are those of the catalog.
	Profile, Shadowing string
	// Security is that of exec; Policies are folders that are added.
	Security string
	Policies []string
	// PolicyKinds are what is asked of Policies: what may run, when it is empty.
	PolicyKinds []policy.Kind
}

// Settings is what the operator's settings say to lint.
type Settings struct {
	Control lint.Control
	// FailOn is the severity from which on lint fails, or "never".
	FailOn string
	// Baseline is the path of a baseline file, empty for none.
	Baseline string
	// Files are the settings that were read, outermost first.
	Files []string
	// Deprecated says which settings have old names, one line each.
	Deprecated []string
	// Unheeded says which settings of a project do not count, one line each.
	Unheeded []string
	// NotBaselined are the rules of which the baseline takes no findings away.
	NotBaselined map[string]bool
	// Policies are the folders of the operator's policies.
	Policies []string
	// Packaged is the settings file of the project where it is part of a plugin, or of a
	// collection of plugins; "" for none.
	Packaged string
}

// readSettings merges the layers of settings. Whatever fails there is for the
// user to correct.
func readSettings(ctx context.Context, streams *IOStreams, q SettingsQuery) (Settings, error) {
	s, err := readExecSettings(ctx, streams, q)
	if err != nil {
		return Settings{}, err
	}
	control := LintControl(s)
	for i := range control.Suppressions {
		control.Suppressions[i].ReportUnused = true
	}
	read := Settings{Control: control, FailOn: s.Lint.FailOn, Baseline: s.Lint.Baseline, Files: s.Files, Deprecated: s.Deprecated, Policies: s.Policies.Dirs}
	if s.Project() != "" {
		if PackageOf(filepath.Dir(s.Project()), func(string) bool { return true }) != "" {
			read.Packaged = ofFolder(streams, s.Project())
		}
		err = read.hold(s)
	}
	return read, err
}

// hold finds what a project's settings say of rules that they do not change.
func (s *Settings) hold(from *settings.Settings) error {
	rules, err := lint.Rules(policies.FS())
	if err != nil {
		return err
	}
	held := map[string]bool{}
	for _, rule := range rules {
		if !rule.Held {
			continue
		}
		held[rule.ID] = true
		if set := s.Control.Rules[rule.ID]; set.Project {
			s.Unheeded = append(s.Unheeded, fmt.Sprintf("%s: %s is not changed by settings of a project; set it in those of the user, or in a file that --config names", set.At, rule.ID))
		}
	}
	if from.OfProject("lint", "baseline") {
		s.NotBaselined = held
	}
	return nil
}

// LintControl is what settings say to lint about rules and findings.
func LintControl(s *settings.Settings) lint.Control {
	c := lint.Control{
		Hosts: s.Lint.Dialects, MinConfidence: engine.Confidence(s.Lint.MinConfidence),
		IgnorePaths: s.Lint.Ignore, Rules: map[string]lint.RuleControl{},
	}
	for id, rule := range s.Lint.Rules {
		c.Rules[id] = lint.RuleControl{Level: rule.Level, Options: rule.Options, At: placeOf(s, "lint", "rules", id), Project: s.OfProject("lint", "rules", id)}
	}
	for i, p := range s.Lint.Suppressions {
		place, _ := s.Origin("lint", "suppressions", i)
		c.Suppressions = append(c.Suppressions, lint.SuppressionRule{
			Rule: p.Rule, Path: p.Path, Contains: p.Contains, Reason: p.Reason, Owner: p.Owner, Expires: p.Expires,
			Project: s.OfProject("lint", "suppressions", i), File: place.File, Line: place.Position.Line, Column: place.Position.Column,
		})
	}
	return c
}

// placeOf is where a setting is set, "" where that is not known.
func placeOf(s *settings.Settings, path ...any) string {
	place, ok := s.Origin(path...)
	if !ok {
		return ""
	}
	return place.String()
}

// matchingRules are the rules of lint that a key of lint.rules stands for.
func matchingRules(pattern string) ([]string, error) {
	rules, err := lint.Rules(policies.FS())
	if err != nil {
		return nil, err
	}
	return lint.Matching(rules, pattern), nil
}

// places are where settings are looked for.
func (s *IOStreams) places() []settings.Option {
	if s.Dir == "" {
		return nil
	}
	user, err := s.configDir()
	if err == nil {
		user = filepath.Join(user, "skillctl")
	}
	return []settings.Option{settings.WithBase(s.Dir), settings.WithUserDir(user), settings.WithHome(s.Getenv("HOME"))}
}

// SettingFolders are [settings.Folders] of the environment of the command.
func (s *IOStreams) SettingFolders() []string { return settings.Folders(s.places()...) }

func (q SettingsQuery) options(streams *IOStreams) []settings.Option {
	opts := append(streams.places(), settings.WithRules(matchingRules))
	if q.File != "" {
		translate := dialect.Reader{Agent: q.Agent, System: q.Dialect, Getenv: streams.Getenv}.Translate
		opts = append(opts, settings.WithFile(q.File), settings.WithTranslator(translate))
	}
	if q.Dir != "" {
		opts = append(opts, settings.WithDir(q.Dir))
	}
	if q.Absolute {
		opts = append(opts, settings.WithDir(string(filepath.Separator)), settings.WithUserDir(userSettings(streams)))
	}
	if q.None {
		opts = append(opts, settings.WithoutProject())
	}
	if len(q.Dialects) > 0 {
		opts = append(opts, settings.WithFlag("--dialect", q.Dialects, "lint", "dialects"))
	}
	if q.Security != "" {
		opts = append(opts, settings.WithFlag("--security", q.Security, "exec", "security"))
	}
	for _, f := range []struct{ flag, value string }{{"profile", q.Profile}, {"shadowing", q.Shadowing}} {
		if f.value != "" {
			opts = append(opts, settings.WithFlag("--"+f.flag, f.value, "catalog", f.flag))
		}
	}
	if len(q.Policies) > 0 {
		opts = append(opts, settings.WithFlag("--policy", q.Policies, "policies", "dirs"))
	}
	for _, f := range []struct{ flag, value, key string }{
		{"--fail-on", q.FailOn, "failOn"}, {"--min-confidence", q.MinConfidence, "minConfidence"}, {"--baseline", q.Baseline, "baseline"},
	} {
		if f.value != "" {
			opts = append(opts, settings.WithFlag(f.flag, f.value, "lint", f.key))
		}
	}
	return opts
}

// readExecSettings merges the layers of settings.
func readExecSettings(ctx context.Context, streams *IOStreams, q SettingsQuery) (*settings.Settings, error) {
	s, err := settings.Load(ctx, q.options(streams)...)
	if err == nil {
		err = refuseOwnWork(ctx, streams, q, s)
	}
	if err == nil {
		err = checkPolicies(streams, q)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		err = &ExitError{Code: ExitUsage, Err: err}
	}
	return s, err
}

// openDecider builds the engine of decisions.
func openDecider(streams *IOStreams, dirs []string) (Decider, error) {
	var opts []policy.Option
	for _, dir := range dirs {
		files, err := streams.PolicyDir(dir)
		if err != nil {
			return nil, &ExitError{Code: ExitUsage, Err: err}
		}
		opts = append(opts, policy.WithOperator(filepath.ToSlash(dir), files))
	}
	return exec.New(append(opts, compiled(streams, dirs)...)...), nil
}

// refuseOwnWork refuses settings of the project that a run may have written: what it
// may not do would be what it says. The record that is asked is the one that
// holds without these settings, since they could name another.
func refuseOwnWork(ctx context.Context, streams *IOStreams, q SettingsQuery, s *settings.Settings) error {
	changes, err := s.ProjectChanges()
	if err != nil || len(changes) == 0 {
		return err
	}
	q.None = true
	outer, err := settings.Load(ctx, q.options(streams)...)
	if err != nil {
		// The layers without that of the project may lack what flags go by.
		return fmt.Errorf("find the record of what ran: %w", err)
	}
	for _, c := range changes {
		if run, err := writer(ctx, streams, outer, c); err != nil || run != "" {
			return errors.Join(err, written(c.Path, run))
		}
	}
	return nil
}

// writer is the run that may have made a change, "" for none. The settings say where
// the record is.
func writer(ctx context.Context, streams *IOStreams, outer *settings.Settings, c settings.Change) (string, error) {
	log, err := openAudit(outer, streams.Getenv)
	if errors.Is(err, approval.ErrNoHome) {
		return "", nil // nothing ran that was recorded
	}
	if err != nil {
		return "", fmt.Errorf("find out who wrote the settings: %w", err)
	}
	run, err := log.Wrote(ctx, c.Path, c.At)
	var unsafe *audit.UnsafeError
	if errors.As(err, &unsafe) {
		return "", nil // nothing could be recorded there, so that nothing ran
	}
	return run, err
}

func written(file, run string) error {
	if run == "" {
		return nil
	}
	return &settings.WrittenError{File: filepath.ToSlash(file), Run: run}
}

// UsableProject fails where settings that are written to a file of the project now
// would not be used, because a run that goes on may write there, too. The settings are
// those without that file.
func (f *Factory) UsableProject(ctx context.Context, outer *settings.Settings, file string) error {
	dir, err := filepath.EvalSymlinks(filepath.Dir(f.IO.At(file)))
	if err != nil {
		return fmt.Errorf("find the folder of %q: %w", file, err)
	}
	run, err := writer(ctx, f.IO, outer, settings.Change{Path: filepath.Join(dir, filepath.Base(file)), At: f.Now()})
	if err != nil || run == "" {
		return err
	}
	return Usagef("nothing was written: %s goes on and may write %q, too, so that it would not be used; end it first (`skillctl session close %s`, or `skillctl runs stop %s`)", run, filepath.ToSlash(file), run, run)
}

// Threshold is the severity from which on lint fails; empty means never.
func (s Settings) Threshold() engine.Severity {
	if s.FailOn == LevelNever {
		return ""
	}
	return engine.Severity(s.FailOn)
}

// LevelNever is the value of --fail-on that lets every finding pass.
const LevelNever = "never"

// Severities are all severities, worst first.
func Severities() []engine.Severity {
	return []engine.Severity{
		engine.SeverityCritical, engine.SeverityHigh, engine.SeverityMedium, engine.SeverityLow, engine.SeverityInfo,
	}
}

// userSettings is the folder of the user's settings. A host may start its policy
// with no environment at all: then it is that of the user database.
func userSettings(streams *IOStreams) string {
	if dir, err := streams.configDir(); err == nil && filepath.IsAbs(dir) {
		return filepath.Join(dir, "skillctl")
	}
	who, err := user.Current()
	if err != nil || !filepath.IsAbs(who.HomeDir) {
		return ""
	}
	return filepath.Join(who.HomeDir, ".config", "skillctl")
}
