package cli

import (
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/resolve"
	"github.com/skillctl/skillctl/engine/settings"
)

// Option changes what [Main] gives commands.
type Option func(*kit.Factory)

// WithShared compiles the policies of lint, of the gate, of decisions, and of the
// commands that resolve a catalog, once for all calls in a process. Calls that bring
// policies of an operator compile those of the gate or of decisions themselves.
func WithShared(loader *policy.Loader, resolver *resolve.Resolver) Option {
	gate, decider := install.Policies(), exec.New()
	return func(f *kit.Factory) {
		f.Gate = func(s *settings.Settings, opts ...install.Option) (kit.Gate, error) {
			return f.OpenGate(s, append(opts, install.WithLoaders(gate, loader))...)
		}
		open := f.Decider
		f.Decider = func(dirs []string) (kit.Decider, error) {
			if len(dirs) == 0 {
				return decider, nil
			}
			return open(dirs)
		}
		f.Resolver = func() *resolve.Resolver { return resolver }
		build := f.Linter
		f.Linter = func(opts ...lint.Option) (kit.Linter, error) { return build(append(opts, lint.WithLoader(loader))...) }
	}
}
