package kit

import (
	"bytes"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/resolve"
	"github.com/skillctl/skillctl/engine/settings"
	"io"
)

// Shared are compiled policies, for several calls in one process.
type Shared struct {
	lint, gate *policy.Loader
	decider    Decider
	resolver   *resolve.Resolver
}

// NewShared compiles the policies of lint, of the gate, of decisions, and of the
// commands that resolve a catalog, when they are first asked, and once. Decisions that follow
// from the same things are not taken twice. Calls that bring
// policies of an operator compile those of the gate or of decisions themselves.
func NewShared(loader *policy.Loader, resolver *resolve.Resolver) *Shared {
	decider := exec.New()
	decider.Remember()
	return &Shared{lint: loader, gate: install.Policies(), decider: decider, resolver: resolver}
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

// Silent is a factory of what judges in a folder for a conversation on the standard
// streams: it reads nothing from them and writes nothing to them. What is asked again and
// again is compiled once.
func (f *Factory) Silent(dir string) *Factory {
	silent := NewFactory(&IOStreams{
		In: bytes.NewReader(nil), Out: io.Discard, Err: io.Discard, NoPager: true, Getenv: f.IO.Getenv, Environ: f.Environ, Dir: dir,
	})
	silent.Build, silent.Now = f.Build, f.Now
	shared := f.shared
	if shared == nil {
		shared = NewShared(lint.Policies(), resolve.New())
	}
	silent.Share(shared)
	return silent
}
