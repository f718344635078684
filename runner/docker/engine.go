package docker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/containerd/errdefs"
	"github.com/docker/cli/cli/connhelper"
	"github.com/docker/docker/api/types/system"
	"github.com/docker/docker/api/types/versions"
	"github.com/docker/docker/client"

	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
)

// leastAPI is the oldest Engine API that is spoken: Docker Engine 20.10.
const leastAPI = "1.41"

// engine is an engine that answered.
type engine struct {
	*client.Client
	address string
	info    system.Info
	// local: its files are those of this machine.
	local bool
	// passes: its connections are sockets that another process can go on with.
	passes bool
	// patience bounds every call that is not a wait.
	patience time.Duration
	// images are those that were looked for, by name: seenImage.
	images sync.Map
}

// connect asks the engine of a container. Every error is an
// [runner.UnavailableError].
func connect(ctx context.Context, c *runner.Container, patience time.Duration) (*engine, error) {
	e := &engine{address: address(c), patience: patience}
	options, err := e.options(c)
	if err != nil {
		return nil, e.unavailable(err.Error(), "")
	}
	if e.Client, err = client.NewClientWithOpts(options...); err != nil {
		return nil, e.unavailable(err.Error(), "")
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ping, err := e.Ping(ctx)
	if err != nil {
		return nil, errors.Join(e.silent(err), e.Close())
	}
	e.NegotiateAPIVersionPing(ping)
	if versions.LessThan(e.ClientVersion(), leastAPI) {
		_ = e.Close()
		return nil, e.unavailable("the engine speaks API "+e.ClientVersion(), "Docker Engine 20.10 (API "+leastAPI+") or newer is required")
	}
	if e.info, err = e.Info(ctx); err != nil {
		return nil, errors.Join(e.silent(err), e.Close())
	}
	return e, nil
}

// address is where an engine answers.
func address(c *runner.Container) string {
	if c.Engine != "" {
		return c.Engine
	}
	return cmp.Or(os.Getenv(client.EnvOverrideHost), client.DefaultDockerHost)
}

func (e *engine) options(c *runner.Container) ([]client.Opt, error) {
	options := []client.Opt{client.WithAPIVersionNegotiation()}
	scheme, rest, _ := strings.Cut(e.address, "://")
	switch scheme {
	case "ssh":
		helper, err := connhelper.GetConnectionHelper(e.address)
		if err != nil {
			return nil, fmt.Errorf("read the address %s: %w", redacted(e.address), err)
		}
		return append(options, client.WithHost(helper.Host), client.WithDialContext(helper.Dialer)), nil
	case "unix":
		e.local, e.passes = true, true
		return append(options, client.WithHost(e.address), client.WithDialContext(dialSocket(rest))), nil
	case "npipe":
		e.local = true
	}
	switch {
	case c.TLS != nil:
		options = append(options, client.WithTLSClientConfig(c.TLS.CA, c.TLS.Cert, c.TLS.Key))
	case c.Engine == "":
		options = append(options, client.WithTLSClientConfigFromEnv())
	}
	return append(options, client.WithHost(e.address)), nil
}

type dialed struct{}

// dialSocket connects to a unix socket, and leaves the connection where the
// context says: a run's can be handed over.
func dialSocket(place string) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		conn, err := d.DialContext(ctx, "unix", place)
		if kept, ok := ctx.Value(dialed{}).(*net.Conn); ok {
			*kept = conn
		}
		return conn, err
	}
}

// call bounds a call of the engine. What must happen happens even when the run's
// own context is over.
func (e *engine) call(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), e.patience)
}

// unavailable says why a boundary cannot be had from this engine.
func (e *engine) unavailable(missing, hint string) *runner.UnavailableError {
	return &runner.UnavailableError{Backend: Name, Missing: missing, Hint: hint}
}

func (e *engine) silent(err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	what := fmt.Sprintf("no container engine answers at %s: %v", redacted(e.address), err)
	if e.local {
		return e.unavailable(what, "start it (dockerd), or say where it is with DOCKER_HOST")
	}
	return e.unavailable(what, "check that it runs and that you may use it")
}

// said is an error of a call in words: when nothing came back, where the engine was.
func (e *engine) said(err error) error {
	var at *url.Error
	if !errors.As(err, &at) && !client.IsErrConnectionFailed(err) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return fmt.Errorf("the engine at %s does not answer: %w", redacted(e.address), err)
	}
	if at != nil {
		err = at.Err // without an address in the way of the client's library
	}
	return fmt.Errorf("the engine at %s went away: %w", redacted(e.address), err)
}

// redacted is an address without a password.
func redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address of the settings"
	}
	return u.Redacted()
}

// holds says what the engine lacks for a boundary.
func (e *engine) holds(b runner.Boundary) error {
	if e.info.OSType != "linux" {
		return e.unavailable("the engine runs containers of "+cmp.Or(e.info.OSType, "an unknown system"), "use an engine with Linux containers")
	}
	for _, limit := range []struct {
		held bool
		name string
	}{
		{e.info.MemoryLimit, "memory"},
		{e.info.SwapLimit, "swap"},
		{e.info.CPUCfsQuota, "processors"},
		{e.info.PidsLimit, "the number of processes"},
	} {
		if !limit.held {
			return e.unavailable("the engine's kernel does not limit "+limit.name, "turn the control group on (swapaccount=1 for swap)")
		}
	}
	switch named, own := e.filters(); {
	case !named && b.Docker.Seccomp == "":
		return e.unavailable("the engine's kernel does not filter system calls", "turn seccomp on in the engine and its kernel")
	case !own && b.Docker.Seccomp == EngineProfile:
		return e.unavailable("the engine has no seccomp profile of its own", "leave run.docker.seccomp out to use skillctl's, name a file, or start the engine with a profile")
	}
	shows := b.Docker.Mount && b.Workspace.Access != "none" || len(b.Docker.Binds) > 0
	if shows && !e.local {
		return e.unavailable("the engine is on another machine and cannot show folders of this one", "set mountWorkspace: false and leave binds out, or use a container engine on this machine")
	}
	return nil
}

// hidden says which folder that a container is to see holds the engine's own
// socket, wherever that is.
func (e *engine) hidden(v *view) error {
	place, found := strings.CutPrefix(e.address, "unix://")
	if !found {
		return nil
	}
	for _, socket := range []string{filepath.Clean(place), realPath(place)} {
		for _, s := range v.folders {
			if folders.Within(socket, s.source) {
				return &MountError{Reason: MountRefused, Path: s.source, Detail: "holds the socket of the engine: who can write to it controls the machine"}
			}
		}
	}
	return nil
}

func realPath(place string) string {
	real, err := filepath.EvalSymlinks(place)
	if err != nil {
		return place
	}
	return real
}

// filters reports whether the engine can filter system calls, and whether its own
// profile does.
func (e *engine) filters() (named, own bool) {
	for _, option := range e.info.SecurityOptions {
		if strings.Contains(option, "name=seccomp") {
			return true, !strings.Contains(strings.ToLower(option), "unconfined")
		}
	}
	return false, false
}

// gone reports whether an error says that a thing of the engine's is not there,
// or is being removed.
func gone(err error) bool {
	return errdefs.IsNotFound(err) || errdefs.IsConflict(err) && strings.Contains(err.Error(), "already in progress")
}
