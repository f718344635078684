package cli

import (
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/resolve"
)

// Option changes what [Main] gives commands.
type Option func(*kit.Factory)

// WithShared compiles policies once for all calls in a process; see [kit.NewShared].
func WithShared(loader *policy.Loader, resolver *resolve.Resolver) Option {
	shared := kit.NewShared(loader, resolver)
	return func(f *kit.Factory) { f.Share(shared) }
}
