package install

import (
	"context"
	"errors"
	"fmt"
	"path"
	"sync"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
)

// Gate decides what may be installed. It is immutable once built and safe for
// concurrent use; policies are compiled when they are first asked.
type Gate struct {
	loader   *policy.Loader
	policies []policy.Option
	// shared and lint are loaders that other gates have, too; nil for own ones.
	shared, lint *policy.Loader
	rules        []policy.Option
	control      lint.Control
	version      string
	now          func() time.Time
	cache        lint.Cache
	intel        *intel.Bundle

	mu      sync.Mutex
	linters map[string]*lint.Linter // by host
}

// Option changes what [New] builds.
type Option func(*Gate)

// WithPolicies says which policies the gate asks: [policy.WithFiles] replaces
// those that are built in, those of lint too; those of [policy.WithOperator] are
// packages skillctl.user.install.…, each with a set "reasons", and can only tighten.
func WithPolicies(opts ...policy.Option) Option {
	return func(g *Gate) { g.policies = append(g.policies, opts...) }
}

// WithRules adds the operator's own rules of lint, as skills are judged.
func WithRules(opts ...policy.Option) Option {
	return func(g *Gate) { g.rules = append(g.rules, opts...) }
}

// WithLoaders takes the built-in policies of the gate and of lint from loaders that
// others ask, too, [Policies] and [lint.Policies], so that they are compiled once.
// With [WithPolicies] the gate's own are compiled all the same.
func WithLoaders(gate, lint *policy.Loader) Option {
	return func(g *Gate) { g.shared, g.lint = gate, lint }
}

// Policies gives a loader of the built-in policies of the gate.
func Policies() *policy.Loader { return policy.NewLoader().Filter(isInstallFile) }

// WithControl gives the operator's settings for linting.
func WithControl(control lint.Control) Option { return func(g *Gate) { g.control = control } }

// WithVersion names the version of the tool in reports.
func WithVersion(version string) Option { return func(g *Gate) { g.version = version } }

// WithIntel says what is known to be bad; nil for nothing.
func WithIntel(b *intel.Bundle) Option { return func(g *Gate) { g.intel = b } }

// WithClock sets the time by which suppressions and certificates expire.
func WithClock(now func() time.Time) Option { return func(g *Gate) { g.now = now } }

// installEntry is the question that the gate asks.
const installEntry = "data.skillctl.install.decision"

// New builds a gate.
func New(opts ...Option) *Gate {
	g := &Gate{version: "devel", now: time.Now, linters: map[string]*lint.Linter{}}
	for _, opt := range opts {
		opt(g)
	}
	g.loader = g.shared
	if g.loader == nil || len(g.policies) > 0 {
		g.loader = policy.NewLoader(g.policies...).Filter(isInstallFile)
	}
	return g
}

func (g *Gate) ask(ctx context.Context) (*policy.Query, error) {
	return g.loader.Prepare(ctx, installEntry, installEntry, nil)
}

// isInstallFile is true for the built-in policies that the gate needs.
func isInstallFile(file string) bool {
	return path.Dir(file) == "install" || file == "lib/effect.rego" || file == "lib/exec/environment.rego" || file == "lint/verdict.rego"
}

// Check compiles the policies, which a later decision needs anyway, and says what
// is wrong with them: a [*policy.ProblemError].
func (g *Gate) Check(ctx context.Context) error {
	_, err := g.ask(ctx)
	return err
}

// linter is the engine that judges skills for a host. Whoever asks for OpenClaw
// has its rules counted, unless the operator says for which hosts skills are.
func (g *Gate) linter(host string) (*lint.Linter, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	control := g.control
	if host != hostOpenClaw || len(control.Hosts) > 0 {
		host = ""
	} else {
		control.Hosts = []string{hostOpenClaw}
	}
	if known := g.linters[host]; known != nil {
		return known, nil
	}
	opts := []lint.Option{lint.WithControl(control), lint.WithNow(g.now()), lint.WithVersion(g.version), lint.WithIntel(g.intel)}
	switch {
	case g.loader.Replaced():
		opts = append(opts, lint.WithPolicies(append([]policy.Option{policy.WithFiles(g.loader.Files())}, g.rules...)...))
	case len(g.rules) > 0:
		opts = append(opts, lint.WithPolicies(g.rules...))
	case g.lint != nil:
		opts = append(opts, lint.WithLoader(g.lint))
	}
	made, err := lint.New(opts...)
	if err != nil {
		return nil, err
	}
	g.linters[host] = made
	return made, nil
}

// hostOpenClaw is the host that calls the gate as its install policy.
const hostOpenClaw = "openclaw"

// maxInstallDecision bounds how long the policies may take over one request.
const maxInstallDecision = 5 * time.Second

// Judge answers a request under the settings. What goes wrong while judging (a
// folder that cannot be read, a policy that fails, gives nothing or takes too
// long) is a decision to deny that says so; an error is a ctx that has ended.
func (g *Gate) Judge(ctx context.Context, req Request, settings engine.Settings) (Decision, error) {
	decision, err := g.judge(ctx, req, settings)
	if ctx.Err() != nil {
		return Decision{}, fmt.Errorf("judge %q: %w", req.Target.Name, context.Cause(ctx))
	}
	if err != nil {
		return g.refusal(req, "install/failure", err.Error()), nil
	}
	return decision, nil
}

// refusal is a decision to deny that no policy took.
func (g *Gate) refusal(req Request, rule, message string) Decision {
	decision := Decision{
		Target: req.Target, Effect: engine.Deny, Reasons: []Reason{{Rule: rule, Effect: engine.Deny, Message: message}}, Capabilities: newGatherer().capabilities(),
	}
	if set, err := g.loader.Load(); err == nil {
		decision.Policy = set.Digest()
	}
	return decision
}

// judge gathers facts and asks the policies. A panic on the way is an error, and so a
// denial: several requests may be judged at a time, where nobody above could meet it.
func (g *Gate) judge(ctx context.Context, req Request, settings engine.Settings) (decision Decision, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			decision, err = Decision{}, fmt.Errorf("skillctl failed at it, which is a fault of its own: %v", failed)
		}
	}()
	if settings == nil {
		settings = engine.PlainSettings{}
	}
	prepared := prepare(settings)
	if prepared.err != nil {
		return Decision{}, prepared.err
	}
	// Compiling takes as long as looking at a small skill does.
	go func() { _, _ = g.ask(ctx) }()
	facts, err := g.gather(ctx, &req, prepared.read)
	if err != nil {
		return Decision{}, err
	}
	query, err := g.ask(ctx)
	if err != nil {
		return Decision{}, err
	}
	asking, cancel := context.WithTimeout(ctx, maxInstallDecision)
	defer cancel()
	input := installInput{Kind: "install", Request: req.asked(), Settings: prepared.settings, Facts: facts}
	var got installAnswer
	if err := query.EvalInto(asking, input, &got); err != nil {
		if errors.Is(asking.Err(), context.DeadlineExceeded) {
			err = fmt.Errorf("the policies take longer than %s", maxInstallDecision)
		}
		if unknown := (*policy.UnknownKeyError)(nil); errors.As(err, &unknown) {
			err = fmt.Errorf("a reason of an operator's policy has no key %q; its keys are %s", unknown.Key, reasonKeys)
		}
		return Decision{}, err
	}
	if len(got.Reasons) == 0 {
		return Decision{}, errors.New("the policies give no reason")
	}
	policies, err := g.loader.Load()
	if err != nil {
		return Decision{}, err
	}
	return Decision{
		Target: req.Target, Effect: got.effect(), Reasons: got.reasons(settings, req.Shown), Digest: facts.Digest,
		Policy: policies.Digest(), Files: facts.Counts.Files, Capabilities: facts.capabilities(), Signer: facts.Trust.signer(),
		Skills: facts.reports, Remembered: facts.remembered,
	}, nil
}
