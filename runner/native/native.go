package native

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
)

// The names of the backends, as in Boundary.Sandbox.
const (
	landlock    = "landlock"
	bubblewrap  = "bubblewrap"
	none        = "none"
	sandboxExec = "sandbox-exec"
)

// Option changes a backend.
type Option func(*options)

type options struct {
	keeper       string
	unnamespaced bool
	// between is called when all was looked at and the keeper not told yet; only
	// tests set it.
	between func()
}

// WithKeeper names the binary that is started as the keeper; the default is the
// running one. It must import package early.
func WithKeeper(path string) Option { return func(o *options) { o.keeper = path } }

// WithoutNamespaces makes the landlock backend do as where no namespace can be
// had. It holds the same boundaries but those with a restricted network.
func WithoutNamespaces() Option { return func(o *options) { o.unnamespaced = true } }

// backend is one of the four; what they do differently is told apart by name.
type backend struct {
	name string
	options
	sweeps sync.Once
}

// Landlock holds a boundary by Landlock and seccomp, on Linux.
func Landlock(opts ...Option) runner.Backend { return newBackend(landlock, opts) }

// Bubblewrap holds a boundary by bwrap, on Linux.
func Bubblewrap(opts ...Option) runner.Backend { return newBackend(bubblewrap, opts) }

// SandboxExec holds a boundary by a profile for sandbox-exec, on macOS.
func SandboxExec(opts ...Option) runner.Backend { return newBackend(sandboxExec, opts) }

// None runs a command without a sandbox: with limits, a time and an end, but
// with all that the user may do.
func None(opts ...Option) runner.Backend { return newBackend(none, opts) }

// Backends are all of the package.
func Backends(opts ...Option) []runner.Backend {
	return []runner.Backend{Landlock(opts...), Bubblewrap(opts...), SandboxExec(opts...), None(opts...)}
}

func newBackend(name string, opts []Option) *backend {
	b := &backend{name: name}
	for _, opt := range opts {
		opt(&b.options)
	}
	return b
}

// Name is that of Boundary.Sandbox.
func (b *backend) Name() string { return b.name }

// Holds reports whether a boundary is for this machine and of this kind.
func (b *backend) Holds(boundary runner.Boundary) bool {
	return boundary.Host == "gateway" && boundary.Sandbox == b.name
}

// Leaves says what the boundary leaves open on this machine.
func (b *backend) Leaves(boundary runner.Boundary) []string { return b.leaves(boundary) }

// Check says whether the boundary is complete and this machine can hold it.
func (b *backend) Check(ctx context.Context, boundary runner.Boundary) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := complete(boundary); err != nil {
		return fmt.Errorf("check the boundary: %w", err)
	}
	return b.check(boundary)
}

func (b *backend) missing(missing, hint string) error {
	return &runner.UnavailableError{Backend: b.name, Missing: missing, Hint: hint}
}

// complete refuses a boundary that leaves something open: a zero is never
// "unlimited", and an unknown word never the weakest.
func complete(b runner.Boundary) error {
	l := b.Limits
	for _, limit := range []struct {
		name  string
		unset bool
	}{
		{"timeoutMs", l.TimeoutMS <= 0}, {"memory", l.Memory <= 0}, {"cpus", !(l.CPUs > 0)}, {"pids", l.PIDs <= 0},
		{"fileSize", l.FileSize <= 0}, {"openFiles", l.OpenFiles <= 0}, {"output", l.Output <= 0},
	} {
		if limit.unset {
			return fmt.Errorf("its limit %s is not above 0", limit.name)
		}
	}
	if l.GraceMS < 0 {
		return fmt.Errorf("its limit graceMs is below 0")
	}
	switch b.Workspace.Access {
	case "rw", "ro", "none":
	default:
		return fmt.Errorf("its workspace access is %q; it must be rw, ro or none", b.Workspace.Access)
	}
	switch b.Network {
	case "none", "restricted", "full":
	default:
		return fmt.Errorf("its network is %q; it must be none, restricted or full", b.Network)
	}
	for _, list := range [][]string{b.Read, b.Write, b.Hide, b.Protect, b.Workspace.Roots, {b.Workspace.Path}} {
		for _, path := range list {
			if !filepath.IsAbs(path) {
				return fmt.Errorf("its path %q is not absolute", path)
			}
		}
	}
	return nil
}

// workspace resolves the boundary's workspace and says why it cannot be used.
func workspace(w runner.Workspace) (string, error) {
	real, err := filepath.EvalSymlinks(w.Path)
	if err != nil {
		return "", fmt.Errorf("resolve the workspace %q: %w", w.Path, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", fmt.Errorf("look at the workspace %q: %w", w.Path, err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("the workspace %q is not a folder", w.Path)
	}
	if real == filepath.Dir(real) {
		return "", fmt.Errorf("the workspace %q is the root of the file system; choose a folder in it", w.Path)
	}
	if len(w.Roots) == 0 {
		return real, nil
	}
	for _, root := range w.Roots {
		if r, err := filepath.EvalSymlinks(root); err == nil && folder.Within(real, r) {
			return real, nil
		}
	}
	return "", fmt.Errorf("the workspace %q (%s) is in none of the allowed folders: %s",
		w.Path, real, strings.Join(w.Roots, ", "))
}
