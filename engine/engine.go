// Package engine judges skills and what they ask for. It gathers facts, has the
// policies decide, and says where in the input each answer points.
package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/policies"
	"github.com/skillctl/skillctl/schema"
)

// Engine lints. It is immutable once built and safe for concurrent use.
type Engine struct {
	version  string
	files    fs.FS
	replaced bool // files are not those that ship with skillctl
	control  Control
	jobs     int
	now      time.Time
	progress func(done, total int)
	cache    Cache
	here     here
	shared   *Shared

	schema  *schema.Schema
	set     *policy.Set
	rules   []Rule
	byID    map[string]Rule
	options map[string]map[string]any
	// identity stands for everything but the skill that answers depend on.
	identity string

	// units ask the rules about one kind of unit.
	units    map[string]func(context.Context) (*policy.Query, error)
	verdicts verdicts
	zeroclaw zeroClawQueries
}

// Cache keeps the answers about a skill by a key that stands for everything
// they depend on. A cache may forget at any time. Implementations must be safe
// for concurrent use.
type Cache interface {
	Get(key string) ([]byte, bool)
	Put(key string, value []byte)
}

// Option changes what [New] builds.
type Option func(*Engine)

// WithControl gives the operator's settings for linting.
func WithControl(control Control) Option { return func(e *Engine) { e.control = control } }

// WithPolicies replaces the policies that are built in.
func WithPolicies(files fs.FS) Option {
	return func(e *Engine) { e.files, e.replaced = files, true }
}

// WithCache keeps answers in cache; without it nothing is kept.
func WithCache(cache Cache) Option { return func(e *Engine) { e.cache = cache } }

// WithJobs bounds how many skills are judged at a time; 0 means as many as
// there are processors.
func WithJobs(jobs int) Option { return func(e *Engine) { e.jobs = jobs } }

// WithVersion names the version of the tool in reports.
func WithVersion(version string) Option { return func(e *Engine) { e.version = version } }

// WithNow sets the day that suppressions expire by.
func WithNow(now time.Time) Option { return func(e *Engine) { e.now = now } }

// WithDir takes relative paths from a folder, instead of from the working folder of
// the process.
func WithDir(dir string) Option { return func(e *Engine) { e.here.dir = dir } }

// WithEnvironment looks up variables, the home folder's too, instead of in the
// environment of the process.
func WithEnvironment(lookup func(string) (string, bool)) Option {
	return func(e *Engine) { e.here.getenv = lookup }
}

// WithProgress has progress called as skills are done, from one goroutine at a
// time.
func WithProgress(progress func(done, total int)) Option {
	return func(e *Engine) { e.progress = progress }
}

// New builds an engine. An error is a policy or a rule's METADATA that does not
// hold, or a setting that names a rule that there is not.
func New(opts ...Option) (*Engine, error) {
	e := &Engine{files: policies.FS(), version: "devel", now: time.Now(), byID: map[string]Rule{}, schema: schema.New()}
	for _, opt := range opts {
		opt(e)
	}
	if e.jobs <= 0 {
		e.jobs = runtime.GOMAXPROCS(0)
	}
	var err error
	if e.set, e.rules, err = e.loaded(); err != nil {
		return nil, fmt.Errorf("load policies: %w", err)
	}
	off := map[string]bool{}
	for _, rule := range e.rules {
		e.byID[rule.ID] = rule
		if !e.control.enabled(rule) {
			off[rule.ID] = true
		}
	}
	if err := e.checkControl(); err != nil {
		return nil, err
	}
	e.units = map[string]func(context.Context) (*policy.Query, error){}
	left := slices.Sorted(maps.Keys(off))
	for _, unit := range []string{"skill", "config", "set"} {
		e.units[unit] = e.question("data.skillctl.lint.findings", func(file string) bool {
			rule, isRule := e.byID[strings.TrimPrefix(path.Dir(file), "rules/")]
			return !isRule || rule.Unit == unit && !off[rule.ID]
		}, append([]string{unit}, left...)...)
	}
	e.options = e.mergedOptions()
	if e.identity, err = e.identify(off); err != nil {
		return nil, err
	}
	judging := func(file string) bool { return !isRuleFile(file) }
	e.verdicts.ask = e.question("data.skillctl.lint.verdict.decision", func(file string) bool { return file == "lint/verdict.rego" })
	e.zeroclaw = zeroClawQueries{
		audit:  e.question("data.skillctl.lib.zeroclaw.audit", judging),
		tool:   e.question("data.skillctl.lib.zeroclaw.tool", judging),
		source: e.question("data.skillctl.lib.zeroclaw.source", judging),
	}
	return e, nil
}

func isLintFile(name string) bool {
	return isRuleFile(name) || strings.HasPrefix(name, "lib/") || strings.HasPrefix(name, "lint/")
}

// prepared compiles a question when it is first asked: a run that finds all
// answers in the cache must not pay for it.
func prepared(set *policy.Set, entry string) func(context.Context) (*policy.Query, error) {
	var (
		once  sync.Once
		query *policy.Query
		err   error
	)
	return func(ctx context.Context) (*policy.Query, error) {
		once.Do(func() { query, err = set.Prepare(ctx, entry) })
		return query, err
	}
}

// Rules returns every rule, sorted by id.
func (e *Engine) Rules() []Rule { return e.rules }

// Policy is the digest of the policies and their tables.
func (e *Engine) Policy() string { return e.set.Digest() }

// mergedOptions are the options of each rule that has some: the defaults, with
// the operator's in their place.
func (e *Engine) mergedOptions() map[string]map[string]any {
	merged := map[string]map[string]any{}
	for _, rule := range e.rules {
		if len(rule.Options) == 0 {
			continue
		}
		values := map[string]any{}
		for _, option := range rule.Options {
			values[option.Name] = option.Default
			if value, ok := e.control.Rules[rule.ID].Options[option.Name]; ok {
				values[option.Name] = value
			}
		}
		merged[rule.ID] = values
	}
	return merged
}

// identify digests the policies, the version, and the settings that change what
// the rules answer.
func (e *Engine) identify(off map[string]bool) (string, error) {
	levels := map[string]string{}
	for id, control := range e.control.Rules {
		levels[id] = control.Level
	}
	// Maps are written with their keys sorted, so the text is always the same.
	text, err := json.Marshal([]any{"findings 1", e.set.Digest(), e.version, e.control.Hosts, e.options, levels, off})
	if err != nil {
		return "", fmt.Errorf("read the options of rules: %w", err)
	}
	return string(text), nil
}

// UnknownRuleError is a setting or flag that names no rule.
type UnknownRuleError struct {
	Name string
	// Near is the closest id, empty when none is close.
	Near string
}

// Error says what was named and what may have been meant.
func (e *UnknownRuleError) Error() string {
	text := fmt.Sprintf("there is no rule %q", e.Name)
	if e.Near != "" {
		text += fmt.Sprintf("; did you mean %q?", e.Near)
	}
	return text + " (`skillctl rules` lists all)"
}

// OptionError is a setting of a rule that the rule does not take.
type OptionError struct {
	Rule, Name string
	// Problem says what is wrong, as the end of a sentence about the option.
	Problem string
}

// Error says what was set and what the rule takes.
func (e *OptionError) Error() string {
	return fmt.Sprintf("the option %q of %s %s (`skillctl explain %s` says more)", e.Name, e.Rule, e.Problem, e.Rule)
}

// checkControl refuses settings that name no rule, or no option of one: a typing error there would
// silently switch nothing off or on.
func (e *Engine) checkControl() error {
	var names []string
	for _, id := range slices.Sorted(maps.Keys(e.control.Rules)) {
		rule, known := e.byID[id]
		if !known {
			return &UnknownRuleError{Name: id, Near: e.near(id)}
		}
		for _, name := range slices.Sorted(maps.Keys(e.control.Rules[id].Options)) {
			if err := rule.takes(name, e.control.Rules[id].Options[name]); err != nil {
				return err
			}
		}
	}
	names = append(append(names, e.control.Only...), e.control.Ignore...)
	for _, rule := range e.control.Suppressions {
		names = append(names, rule.Rule)
	}
	for _, name := range names {
		if !e.matchesSome(name) {
			return &UnknownRuleError{Name: name, Near: e.near(name)}
		}
	}
	return nil
}

func (e *Engine) matchesSome(glob string) bool {
	for _, rule := range e.rules {
		if matchRule(glob, rule.ID, rule.Code) {
			return true
		}
	}
	return false
}
