package docker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/docker/docker/api/types"
	"github.com/docker/docker/api/types/container"

	"github.com/skillctl/skillctl/runner"
)

// Start starts a command; see [runner.Backend].
func (b *Backend) Start(ctx context.Context, spec runner.Spec) (runner.Process, error) {
	plan, err := Plan(spec)
	if err != nil {
		return nil, fmt.Errorf("start run %s: %w", spec.ID, err)
	}
	e, i, err := b.prepare(ctx, spec.Boundary)
	if err != nil {
		return nil, err
	}
	if err := e.hidden(plan.view); err != nil {
		return nil, fmt.Errorf("start run %s: %w", spec.ID, err)
	}
	b.sweepOnce(e)
	dir, err := b.folder()
	if err != nil {
		return nil, fmt.Errorf("start run %s: %w", spec.ID, err)
	}
	if err := b.fit(plan, e, i, spec, dir); err != nil {
		return nil, err
	}
	s := &starting{backend: b, engine: e, image: i, spec: spec, plan: plan, dir: dir}
	if keepable(spec) {
		p, err := s.warm(ctx)
		if err != nil || p != nil {
			return p, err
		}
	}
	return s.cold(ctx)
}

// starting is a run on its way.
type starting struct {
	backend *Backend
	engine  *engine
	image   *image
	spec    runner.Spec
	plan    *Request
	dir     string
}

// fit makes a plan one for this engine and this image.
func (b *Backend) fit(plan *Request, e *engine, i *image, spec runner.Spec, dir string) error {
	// What was looked at is what runs, even when the name means another by then.
	plan.Image = i.id
	plan.Env = i.withPath(plan.Env, spec.Boundary.Environment.PathPrepend)
	plan.Labels[labelMachine] = machine()
	plan.Labels[labelOwner] = fmt.Sprint(os.Getpid())
	plan.Labels[labelLease] = filepath.Join(dir, plan.Name)
	if e.info.NCPU > 0 {
		plan.HostConfig.NanoCPUs = min(plan.HostConfig.NanoCPUs, int64(e.info.NCPU)*1e9)
	}
	if !e.passes {
		plan.HostConfig.LogDriver = logsKept
	}
	for _, folder := range i.volumes {
		// An image's volume is a folder on the engine's disk without a bound.
		if plan.HostConfig.Tmpfs[folder] == "" && !plan.sees(folder) {
			if plan.HostConfig.Tmpfs == nil {
				plan.HostConfig.Tmpfs = map[string]string{}
			}
			plan.HostConfig.Tmpfs[folder] = tmpfs(map[string]int64{folder: volumeSize})[folder]
		}
	}
	if spec.Tended {
		if err := b.tended(plan, e, i, spec); err != nil {
			return err
		}
	}
	if spec.Boundary.Network == "restricted" {
		return b.throughProxy(plan, e, i, spec)
	}
	return nil
}

// volumeSize is what an image's volumes get in memory, in bytes.
const volumeSize = 64 << 20

// sees reports whether a folder is a mount already.
func (r *Request) sees(folder string) bool {
	for _, m := range r.HostConfig.Mounts {
		if m.Target == folder {
			return true
		}
	}
	return false
}

// cold starts a container for this run alone.
func (s *starting) cold(ctx context.Context) (_ *process, err error) {
	held, err := newLease(s.dir, s.plan.Name)
	if err != nil {
		return nil, fmt.Errorf("start run %s: %w", s.spec.ID, err)
	}
	e := s.engine
	tied, err := s.tie()
	id := ""
	if err == nil {
		id, err = s.create(ctx)
	}
	if err != nil {
		tied.close()
		held.end()
		return nil, err
	}
	c := &cold{engine: e, id: id, lease: held, tie: tied, memory: e.listen(ctx, id)}
	var out *stream
	defer func() {
		if err != nil {
			c.undo(ctx, out)
		}
	}()
	if err := s.carry(ctx, id); err != nil {
		return nil, err
	}
	out, err = s.attach(ctx, func(ctx context.Context) (types.HijackedResponse, error) {
		return e.ContainerAttach(ctx, id, container.AttachOptions{Stream: true, Stdin: s.plan.OpenStdin, Stdout: true, Stderr: true})
	})
	if err != nil {
		return nil, s.startError(err)
	}
	c.waiting = e.beginWait(ctx, id, container.WaitConditionNextExit)
	if err := s.unchanged(); err != nil {
		return nil, err
	}
	call, cancel := e.call(ctx)
	defer cancel()
	if err := e.ContainerStart(call, id, container.StartOptions{}); err != nil {
		return nil, s.startError(err)
	}
	if err := s.begun(ctx, tied); err != nil {
		return nil, err
	}
	p := s.process(c, out)
	if err := s.unchanged(); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("start run %s: %w", s.spec.ID, ctx.Err())
	}
	if s.spec.Terminal != nil {
		_ = c.resize(call, *s.spec.Terminal) // a command that has ended already has no terminal
	}
	out.feedStdin(s.spec.Stdin)
	return p.watch(ctx), nil
}

// create makes the container.
func (s *starting) create(ctx context.Context) (string, error) {
	call, cancel := context.WithTimeout(ctx, s.engine.patience)
	defer cancel()
	config, host, err := s.plan.config()
	if err != nil {
		return "", fmt.Errorf("start run %s: %w", s.spec.ID, err)
	}
	made, err := s.engine.ContainerCreate(call, config, host, nil, nil, s.plan.Name)
	if err == nil {
		return made.ID, nil
	}
	if call.Err() != nil {
		// It may be there all the same.
		undo, cancel := s.engine.call(ctx)
		defer cancel()
		_ = s.engine.remove(undo, s.plan.Name)
		return "", s.engine.silent(err)
	}
	return "", s.startError(err)
}

// startError gives an engine's refusal the type that it has elsewhere.
func (s *starting) startError(err error) error {
	text := err.Error()
	switch {
	case strings.Contains(text, "executable file not found"):
		return &runner.NotFoundError{Program: s.spec.Argv[0]}
	case strings.Contains(text, "Cannot connect to the Docker daemon"), strings.Contains(text, "cannot connect to the Docker daemon"):
		return s.engine.silent(err)
	case strings.Contains(text, "bind source path does not exist"):
		return &runner.ChangedError{Path: s.spec.Boundary.Workspace.Path, Want: "a folder", Got: "gone"}
	}
	return fmt.Errorf("start run %s: %w", s.spec.ID, s.engine.said(err))
}

// attach opens the connection of a command.
func (s *starting) attach(ctx context.Context, open func(context.Context) (types.HijackedResponse, error)) (*stream, error) {
	var socket net.Conn
	// A hijacked connection lasts longer than the call that opens it.
	held, cancel := context.WithCancel(context.WithValue(context.WithoutCancel(ctx), dialed{}, &socket))
	timer := time.AfterFunc(s.engine.patience, cancel)
	defer timer.Stop()
	hijacked, err := open(held)
	if err != nil {
		cancel()
		return nil, err
	}
	if !s.engine.passes {
		socket = nil
	}
	return newStream(hijacked, socket, newSplitter(s.spec)), nil
}

func (s *starting) process(u unit, out *stream) *process {
	now := time.Now()
	return &process{
		engine: s.engine, unit: u, out: out, limits: s.spec.Boundary.Limits, terminal: s.spec.Terminal != nil,
		started: now, deadline: now.Add(s.spec.Boundary.Limits.Timeout()), after: s.backend.sweeps.Wait,
		rootWritable: !s.spec.Boundary.Docker.ReadOnly,
	}
}

// unchanged holds what is about to run against what was judged.
func (s *starting) unchanged() error {
	pins := s.spec.Files
	if s.spec.Program != nil {
		pins = append(pins[:len(pins):len(pins)], *s.spec.Program)
	}
	for _, pin := range pins {
		if err := verify(pin); err != nil {
			return err
		}
	}
	return s.plan.view.changed()
}

// verify holds a file against what was judged.
func verify(pin runner.Pin) error {
	real, err := filepath.EvalSymlinks(pin.Path)
	if err != nil {
		return &runner.ChangedError{Path: pin.Path, Want: "at " + pin.Real, Got: "gone"}
	}
	if pin.Real != "" && real != pin.Real {
		return &runner.ChangedError{Path: pin.Path, Want: pin.Real, Got: real}
	}
	if pin.Digest == "" {
		return nil
	}
	file, err := os.Open(real)
	if err != nil {
		return &runner.ChangedError{Path: pin.Path, Want: pin.Digest, Got: "not readable"}
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return &runner.ChangedError{Path: pin.Path, Want: pin.Digest, Got: "not readable"}
	}
	if got := "sha256:" + hex.EncodeToString(sum.Sum(nil)); got != pin.Digest {
		return &runner.ChangedError{Path: pin.Path, Want: pin.Digest, Got: got}
	}
	return nil
}
