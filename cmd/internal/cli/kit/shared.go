package kit

import (
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/resolve"
	"github.com/skillctl/skillctl/engine/settings"
)

// Shared are compiled policies, for several calls in one process.
type Shared struct {
	lint, gate *policy.Loader
	decider    Decider
	resolver   *resolve.Resolver
}

// NewShared compiles the policies of lint, of the gate, of decisions, and of the
// commands that resolve a catalog, when they are first asked, and once. Calls that bring
// policies of an operator compile those of the gate or of decisions themselves.
func NewShared(loader *policy.Loader, resolver *resolve.Resolver) *Shared {
	return &Shared{lint: loader, gate: install.Policies(), decider: exec.New(), resolver: resolver}
}

// Shared are the compiled policies that are used, nil where each call compiles its own.
func (f *Factory) Shared() *Shared { return f.shared }

// Share has what is made later use the compiled policies.
func (f *Factory) Share(s *Shared) {
	f.shared = s
	f.Gate = func(merged *settings.Settings, opts ...install.Option) (Gate, error) {
		return f.OpenGate(merged, append(opts, install.WithLoaders(s.gate, s.lint))...)
	}
	open := f.Decider
	f.Decider = func(dirs []string) (Decider, error) {
		if len(dirs) == 0 {
			return s.decider, nil
		}
		return open(dirs)
	}
	f.Resolver = func() *resolve.Resolver { return s.resolver }
	build := f.Linter
	f.Linter = func(opts ...lint.Option) (Linter, error) { return build(append(opts, lint.WithLoader(s.lint))...) }
}
