package docker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// Name is how the backend is called in a boundary, and in messages.
const Name = "docker"

// Backend runs commands in containers. It is safe for concurrent use.
type Backend struct {
	leases     string
	executable func() (string, error)
	patience   time.Duration
	idle       time.Duration

	mutex   sync.Mutex
	engines map[string]*connection
	swept   map[string]bool
	sweeps  sync.WaitGroup
	// aside is what [Backend.Expect] does.
	aside sync.WaitGroup
}

var _ runner.Backend = (*Backend)(nil)

// Option changes a [Backend].
type Option func(*Backend)

// WithLeases keeps the leases of runs in a folder; the default is
// skillctl/containers in the user's folder for state. All processes that are to
// clean up after one another name the same.
func WithLeases(dir string) Option { return func(b *Backend) { b.leases = dir } }

// WithExecutable names the file that is brought into a container with a
// restricted network; the default is this program. It must be linked statically.
func WithExecutable(file string) Option {
	return func(b *Backend) { b.executable = func() (string, error) { return file, nil } }
}

// WithPatience bounds how long an engine may take for one call; 30 s.
func WithPatience(d time.Duration) Option { return func(b *Backend) { b.patience = d } }

// WithIdle says how long a warm container is kept that nobody uses; 10 min.
func WithIdle(d time.Duration) Option { return func(b *Backend) { b.idle = d } }

// New returns a backend. It asks no engine yet.
func New(options ...Option) *Backend {
	b := &Backend{
		executable: os.Executable, patience: 30 * time.Second, idle: 10 * time.Minute,
		engines: map[string]*connection{}, swept: map[string]bool{},
	}
	for _, option := range options {
		option(b)
	}
	return b
}

// Name is "docker".
func (b *Backend) Name() string { return Name }

// Holds reports whether a boundary wants a container.
func (b *Backend) Holds(boundary runner.Boundary) bool { return boundary.Sandbox == Name }

// Check says whether an engine answers, has the image and can hold the limits.
func (b *Backend) Check(ctx context.Context, boundary runner.Boundary) error {
	if err := complete(boundary); err != nil {
		return &runner.UnavailableError{Backend: Name, Missing: err.Error()}
	}
	seen, err := inspectMounts(boundary)
	if err != nil {
		return &runner.UnavailableError{Backend: Name, Missing: err.Error()}
	}
	if _, err := networkMode(boundary); err != nil {
		return &runner.UnavailableError{Backend: Name, Missing: err.Error()}
	}
	if _, err := securityOptions(boundary.Docker.Seccomp); err != nil {
		return &runner.UnavailableError{Backend: Name, Missing: err.Error()}
	}
	e, _, err := b.prepare(ctx, boundary)
	if err != nil {
		return err
	}
	if err := e.hidden(seen); err != nil {
		return &runner.UnavailableError{Backend: Name, Missing: err.Error()}
	}
	return nil
}

// prepare finds the engine and the image of a boundary.
func (b *Backend) prepare(ctx context.Context, boundary runner.Boundary) (*engine, *image, error) {
	e, err := b.engine(ctx, boundary.Docker)
	if err != nil {
		return nil, nil, err
	}
	if err := e.holds(boundary); err != nil {
		return nil, nil, err
	}
	i, err := e.image(ctx, boundary.Docker.Image)
	if err != nil {
		return nil, nil, err
	}
	if boundary.Network == "restricted" {
		if _, err := b.shim(e, i); err != nil {
			return nil, nil, err
		}
	}
	return e, i, nil
}

// connection is an engine that is, or is being, connected to.
type connection struct {
	done   chan struct{}
	engine *engine
	err    error
}

// engine connects once to each engine; one that did not answer is asked again the
// next time.
func (b *Backend) engine(ctx context.Context, c *runner.Container) (*engine, error) {
	key, err := json.Marshal([]any{address(c), c.TLS})
	if err != nil {
		return nil, fmt.Errorf("name the engine: %w", err)
	}
	b.mutex.Lock()
	known := b.engines[string(key)]
	if known == nil {
		known = &connection{done: make(chan struct{})}
		b.engines[string(key)] = known
		go b.connect(context.WithoutCancel(ctx), string(key), *c, known)
	}
	b.mutex.Unlock()
	select {
	case <-known.done:
		return known.engine, known.err
	case <-ctx.Done():
		return nil, fmt.Errorf("connect to the engine: %w", ctx.Err())
	}
}

// connect ends a connection that was begun.
func (b *Backend) connect(ctx context.Context, key string, c runner.Container, begun *connection) {
	begun.engine, begun.err = connect(ctx, &c, b.patience)
	if begun.err != nil {
		b.mutex.Lock()
		delete(b.engines, key)
		b.mutex.Unlock()
	}
	close(begun.done)
}

// Expect says that a run in a container is likely to come: the engine is
// connected to, and the image looked for, beside whatever the caller does before
// it starts one. Nothing is started, and what fails is told by the start.
func (b *Backend) Expect(c runner.Container) {
	b.aside.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), b.patience)
		defer cancel()
		if e, err := b.engine(ctx, &c); err == nil && c.Image != "" {
			_, _ = e.image(ctx, c.Image)
		}
	})
}

// Close lets go of the engines. Runs that still last lose theirs.
func (b *Backend) Close() error {
	b.aside.Wait()
	b.sweeps.Wait()
	var all error
	for _, e := range b.connected() {
		all = errors.Join(all, e.Close())
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	clear(b.engines)
	return all
}

// connected are the engines that have answered.
func (b *Backend) connected() []*engine {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	var all []*engine
	for _, c := range b.engines {
		select {
		case <-c.done:
			if c.err == nil {
				all = append(all, c.engine)
			}
		default:
		}
	}
	return all
}

// folder is where the leases are.
func (b *Backend) folder() (string, error) {
	dir := b.leases
	if dir == "" {
		state := os.Getenv("XDG_STATE_HOME")
		if !filepath.IsAbs(state) {
			home, err := os.UserHomeDir()
			if err != nil {
				return "", fmt.Errorf("find the folder for leases: %w", err)
			}
			state = filepath.Join(home, ".local", "state")
		}
		dir = filepath.Join(state, "skillctl", "containers")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the folder for leases: %w", err)
	}
	return dir, nil
}

// machine tells this machine from others that use the same engine.
func machine() string {
	name, _ := os.Hostname()
	id, _ := os.ReadFile("/etc/machine-id")
	sum := sha256.Sum256([]byte(name + "\n" + string(id)))
	return hex.EncodeToString(sum[:6])
}
