package lint

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/schema"
)

// Linter lints. It is immutable once built and safe for concurrent use.
type Linter struct {
	version  string
	policies []policy.Option
	control  Control
	jobs     int
	now      time.Time
	progress func(done, total int)
	cache    Cache
	here     here
	intel    *intel.Bundle
	// places has dialects follow from where skills are.
	places bool

	schema  *schema.Schema
	loader  *policy.Loader
	digest  string
	rules   []engine.Rule
	byID    map[string]engine.Rule
	off     map[string]bool // rules that are not asked, by id
	options map[string]map[string]any
	// budget is what the rules may take for one package.
	budget policy.Budget
	// asOptions are these as rules see them.
	asOptions policy.Value
	// identity stands for everything but the skill that answers depend on.
	identity string

	verdicts     verdicts
	dialectsOf   dialects
	dialectNames func() (dialectNames, error)
}

// Cache keeps the answers about a skill by a key that stands for everything
// they depend on. A cache may forget at any time. Implementations must be safe
// for concurrent use.
type Cache interface {
	Get(key string) ([]byte, bool)
	Put(key string, value []byte)
}

// Option changes what [New] builds.
type Option func(*Linter)

// WithControl gives the operator's settings for linting.
func WithControl(control Control) Option { return func(e *Linter) { e.control = control } }

// WithPolicies says which policies are asked, those that are built in unless they
// are replaced.
func WithPolicies(opts ...policy.Option) Option {
	return func(e *Linter) { e.policies = append(e.policies, opts...) }
}

// WithLoader asks policies that [Policies] has loaded, instead of loading them. With
// [WithPolicies] they are loaded all the same.
func WithLoader(loader *policy.Loader) Option { return func(e *Linter) { e.loader = loader } }

// WithCache keeps answers in cache; without it nothing is kept.
func WithCache(cache Cache) Option { return func(e *Linter) { e.cache = cache } }

// WithJobs bounds how many skills are judged at a time; 0 means as many as
// there are processors.
func WithJobs(jobs int) Option { return func(e *Linter) { e.jobs = jobs } }

// WithVersion names the version of the tool in reports.
func WithVersion(version string) Option { return func(e *Linter) { e.version = version } }

// WithNow sets the day that suppressions expire by.
func WithNow(now time.Time) Option { return func(e *Linter) { e.now = now } }

// WithDir takes relative paths from a folder, instead of from the working directory of
// the process.
func WithDir(dir string) Option { return func(e *Linter) { e.here.dir = dir } }

// WithEnvironment looks up variables, the home folder's too, instead of in the
// environment of the process.
func WithEnvironment(lookup func(string) (string, bool)) Option {
	return func(e *Linter) { e.here.getenv = lookup }
}

// WithPlaces has the dialects that a skill is judged in follow from where it is and
// from what is set up on this machine, unless the settings name some.
func WithPlaces() Option { return func(e *Linter) { e.places = true } }

// WithIntel says what is known to be bad; nil for nothing.
func WithIntel(b *intel.Bundle) Option { return func(e *Linter) { e.intel = b } }

// WithProgress has progress called as skills are done, from one goroutine at a
// time.
func WithProgress(progress func(done, total int)) Option {
	return func(e *Linter) { e.progress = progress }
}

// New builds an engine. An error is a policy or a rule's METADATA that does not
// hold, or a setting that names a rule that there is not.
func New(opts ...Option) (*Linter, error) {
	e := &Linter{version: "devel", now: time.Now(), byID: map[string]engine.Rule{}, off: map[string]bool{}, schema: schema.New(), budget: policy.Budget{Part: work.Rule, Whole: work.Rules, Apart: isRuleFile}}
	for _, opt := range opts {
		opt(e)
	}
	if e.jobs <= 0 {
		e.jobs = runtime.GOMAXPROCS(0)
	}
	if e.loader == nil || len(e.policies) > 0 {
		e.loader = Policies(e.policies...)
	}
	set, err := e.loader.Load()
	if err != nil {
		return nil, fmt.Errorf("load policies: %w", err)
	}
	e.digest = set.Digest()
	if e.rules, err = readRules(set, e.loader.Files()); err != nil {
		return nil, fmt.Errorf("load policies: %w", err)
	}
	own, err := ownRules(set)
	if err != nil {
		return nil, err
	}
	e.rules = append(e.rules, own...)
	e.control = e.control.heeded(e.rules)
	for _, rule := range e.rules {
		e.byID[rule.ID] = rule
		if !e.control.enabled(rule) {
			e.off[rule.ID] = true
		}
	}
	if err := e.checkControl(); err != nil {
		return nil, err
	}
	e.options = e.mergedOptions()
	e.asOptions = policy.ValueOf(e.options)
	if e.identity, err = e.identify(); err != nil {
		return nil, err
	}
	e.dialectsOf.linter = e
	e.dialectNames = sync.OnceValues(func() (dialectNames, error) { return readDialectNames(e.loader) })
	e.verdicts.security = e.Security
	e.verdicts.ask = func(ctx context.Context) (*policy.Query, error) {
		return e.loader.Prepare(ctx, "verdict", "data.skillctl.lint.verdict.judgement", func(file string) bool { return file == "lint/verdict.rego" })
	}
	return e, nil
}

// Policies loads what linters ask. Linters that are given one loader compile their
// questions once between them.
func Policies(opts ...policy.Option) *policy.Loader {
	return policy.NewLoader(opts...).Filter(isLintFile)
}

func isLintFile(name string) bool {
	return isRuleFile(name) || strings.HasPrefix(name, "lib/") || strings.HasPrefix(name, "lint/")
}

// What rules judge, besides "config" and "set": a skill, or a package that is none,
// about which only those rules of skills are asked that look at files alone.
const (
	unitSkill   = "skill"
	unitPackage = "package"
)

// unit asks the rules about one kind of unit: "skill", "package", "config" or "set"; only
// is the one that is asked, "" for all.
func (e *Linter) unit(ctx context.Context, kind, only string) (*policy.Query, error) {
	// Linters with one loader may leave out different rules.
	name := strings.Join(append([]string{kind, only}, slices.Sorted(maps.Keys(e.off))...), "\x00")
	return e.loader.Prepare(ctx, name, "data.skillctl.lint.findings", func(file string) bool {
		rule, isRule := e.byID[strings.TrimPrefix(path.Dir(file), "rules/")]
		return !isRule || e.asks(&rule, kind) && (only == "" || rule.ID == only)
	})
}

// asks reports whether a rule is asked about a kind of unit.
func (e *Linter) asks(rule *engine.Rule, kind string) bool {
	return (rule.Unit == kind || kind == unitPackage && rule.Package) && !e.off[rule.ID]
}

// Check compiles what is asked about skills, and says what is wrong with the
// operator's own rules: a [*policy.ProblemError]. Without such rules it does nothing.
func (e *Linter) Check(ctx context.Context) error {
	set, err := e.loader.Load()
	if err != nil || len(set.OwnRules()) == 0 {
		return err
	}
	_, err = e.unit(ctx, unitSkill, "")
	return err
}

// Rules returns every rule, sorted by id.
func (e *Linter) Rules() []engine.Rule { return e.rules }

// Policy is the digest of the policies and their tables.
func (e *Linter) Policy() string { return e.digest }

// mergedOptions are the options of each rule that has some: the defaults, with
// the operator's in their place.
func (e *Linter) mergedOptions() map[string]map[string]any {
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
func (e *Linter) identify() (string, error) {
	levels := map[string]string{}
	for id, control := range e.control.Rules {
		levels[id] = control.Level
	}
	// Maps are written with their keys sorted, so the text is always the same.
	parts := []any{"findings 3", e.digest, e.version, e.control.Hosts, e.options, levels, e.off}
	if e.intel != nil {
		parts = append(parts, e.intel.Identity())
	}
	text, err := json.Marshal(parts)
	if err != nil {
		return "", fmt.Errorf("read the options of rules: %w", err)
	}
	return string(text), nil
}
