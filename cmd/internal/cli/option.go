package cli

import (
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/resolve"
)

// Option changes what [Main] gives commands.
type Option func(*kit.Factory)

// WithShared compiles the policies of lint, and of the commands that resolve a
// catalog, once for all calls in a process.
func WithShared(loader *policy.Loader, resolver *resolve.Resolver) Option {
	return func(f *kit.Factory) {
		f.Resolver = func() *resolve.Resolver { return resolver }
		build := f.Linter
		f.Linter = func(opts ...lint.Option) (kit.Linter, error) { return build(append(opts, lint.WithLoader(loader))...) }
	}
}
