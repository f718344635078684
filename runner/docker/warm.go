package docker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/docker/docker/api/types"
	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/filters"

	"github.com/skillctl/skillctl/runner"
)

// warm is a command in a container that is kept.
type warm struct {
	engine *engine
	id     string
	exec   string
	user   string
	lease  *lease
	// memory tells that memory ran out.
	memory *alarm
	// spoilt: the container is not to be used again.
	spoilt atomic.Bool
}

const (
	// warmSlots is how many containers there are for one boundary at a time.
	warmSlots = 4
	// warmLife is how long a container lives at the most, in seconds, whoever
	// forgets it.
	warmLife = 3600
	// warmUser runs what keeps the container alive. It is another than the run's,
	// which therefore cannot end it.
	warmUser, otherWarmUser = "65533:65533", "65532:65532"
	// warmProcesses are there when no run is: the init, and what it waits for.
	warmProcesses = 2
)

// keepable reports whether a run may go into a container that is kept.
func keepable(spec runner.Spec) bool {
	c := spec.Boundary.Docker
	return c.Warm && !spec.Tended && !spec.Tied && c.ReadOnly && len(spec.Carried) == 0 && spec.Boundary.Network != "restricted" && leasesWork
}

// warmNames are the container's name without the number of its slot, which tells
// boundary, image, leases and whom it is for, and the key, which tells only whom
// and where.
func (s *starting) warmNames() (name, key string, err error) {
	host := s.plan.HostConfig
	whom := map[string]string{}
	for _, label := range []string{"skillctl.skill", "skillctl.agent", "skillctl.session"} {
		whom[label] = s.spec.Labels[label]
	}
	place := []any{whom, s.dir, s.spec.Boundary.Workspace.Path, strings.TrimSpace(s.spec.Boundary.Docker.Image)}
	if key, err = digest(place); err != nil {
		return "", "", err
	}
	// A file that was replaced is another one, and the container has the old one.
	var shown []string
	for _, one := range s.plan.view.folders {
		shown = append(shown, runner.FolderDigest(one.identity))
	}
	name, err = digest([]any{place, s.plan.Image, s.plan.User, host, shown})
	return "skillctl-warm-" + name, key, err
}

func digest(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("name the container: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]), nil
}

// warm starts the run in a container that is kept. It returns nil when all are in
// use.
func (s *starting) warm(ctx context.Context) (runner.Process, error) {
	name, key, err := s.warmNames()
	if err != nil {
		return nil, err
	}
	for slot := range warmSlots {
		slotName := name + "-" + strconv.Itoa(slot)
		held, err := takeLease(s.dir, slotName)
		if errors.Is(err, errHeld) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("start run %s: %w", s.spec.ID, err)
		}
		p, err := s.inSlot(ctx, slotName, key, held)
		if err != nil {
			return nil, err
		}
		return p, nil
	}
	return nil, nil
}

func (s *starting) inSlot(ctx context.Context, name, key string, held *lease) (_ *process, err error) {
	call, cancel := s.engine.call(ctx)
	defer cancel()
	w := &warm{engine: s.engine, id: name, user: s.plan.User, lease: held}
	defer func() {
		if err != nil {
			w.spoilt.Store(true)
			undo, cancel := s.engine.call(ctx)
			defer cancel()
			_, _ = w.settle(undo, false) // the error that stopped the start is the one to tell
		}
	}()
	id, fresh, err := s.ready(call, name, key, held)
	if err != nil {
		return nil, err
	}
	if err := held.used(); err != nil {
		return nil, err
	}
	w.in(ctx, id)
	p, err := s.execute(ctx, w)
	if err == nil || fresh || !gone(err) && !strings.Contains(err.Error(), "is not running") {
		return p, err
	}
	// It went between the look at it and its use.
	if err := s.engine.remove(call, name); err != nil {
		return nil, err
	}
	if id, err = s.makeWarm(call, name, key); err != nil {
		return nil, err
	}
	w.in(ctx, id)
	return s.execute(ctx, w)
}

func (w *warm) container() (string, bool) { return w.id, true }

// in is which container it is.
func (w *warm) in(ctx context.Context, id string) {
	w.quiet()
	w.id, w.memory = id, w.engine.listen(ctx, id)
}

// quiet ends the listening.
func (w *warm) quiet() {
	if w.memory != nil {
		w.memory.cancel()
	}
}

// ready sees to it that the container of a slot runs and is clean. It returns its
// number, and whether it is new.
func (s *starting) ready(ctx context.Context, name, key string, held *lease) (string, bool, error) {
	seen, err := s.engine.ContainerInspect(ctx, name)
	if err != nil && !gone(err) {
		return "", false, s.startError(err)
	}
	if err == nil {
		clean := seen.State != nil && seen.State.Running && !seen.State.OOMKilled && !held.dirty()
		if clean && seen.Config.Labels[labelMachine] == s.plan.Labels[labelMachine] {
			return seen.ID, false, nil
		}
		if err := s.engine.remove(ctx, seen.ID); err != nil {
			return "", false, err
		}
	}
	if err := s.dropOthers(ctx, key); err != nil {
		return "", false, err
	}
	id, err := s.makeWarm(ctx, name, key)
	return id, true, err
}

// makeWarm starts a container that waits, and returns its number.
func (s *starting) makeWarm(ctx context.Context, name, key string) (string, error) {
	plan := *s.plan
	plan.Name, plan.Entrypoint, plan.Cmd = name, []string{"sleep"}, []string{strconv.Itoa(warmLife)}
	plan.Env, plan.WorkingDir, plan.Tty, plan.OpenStdin = nil, "/", false, false
	plan.HostConfig.LogDriver = "none"
	if plan.User = warmUser; s.plan.User == warmUser {
		plan.User = otherWarmUser
	}
	plan.Labels = maps.Clone(s.plan.Labels)
	plan.Labels[labelLease] = filepath.Join(s.dir, name)
	plan.Labels[labelWarm], plan.Labels[labelKey] = name, key
	delete(plan.Labels, labelRun)
	if err := s.unchanged(); err != nil {
		return "", err
	}
	config, host, err := plan.config()
	if err != nil {
		return "", err
	}
	made, err := s.engine.ContainerCreate(ctx, config, host, nil, nil, name)
	if err != nil {
		return "", s.startError(err)
	}
	if err := s.engine.ContainerStart(ctx, made.ID, container.StartOptions{}); err != nil {
		return "", s.startError(err)
	}
	return made.ID, nil
}

// dropOthers removes the containers that were kept for the same skill and
// workspace with another boundary or image, and are not in use.
func (s *starting) dropOthers(ctx context.Context, key string) error {
	found, err := s.engine.ContainerList(ctx, container.ListOptions{All: true, Filters: filters.NewArgs(
		filters.Arg("label", labelKey+"="+key), filters.Arg("label", labelMachine+"="+machine()))})
	if err != nil {
		return fmt.Errorf("list warm containers: %w", s.engine.said(err))
	}
	prefix, _, err := s.warmNames()
	if err != nil {
		return err
	}
	for _, c := range found {
		place := c.Labels[labelLease]
		if filepath.Dir(place) != s.dir || strings.HasPrefix(filepath.Base(place), prefix) {
			continue
		}
		held, err := takeLease(s.dir, filepath.Base(place))
		if err != nil {
			continue // in use
		}
		if err := s.engine.remove(ctx, c.ID); err != nil {
			held.drop()
			return err
		}
		held.end()
	}
	return nil
}

// execute starts the command.
func (s *starting) execute(ctx context.Context, w *warm) (*process, error) {
	if err := s.unchanged(); err != nil {
		return nil, err
	}
	call, cancel := s.engine.call(ctx)
	defer cancel()
	options := container.ExecOptions{
		User: s.plan.User, Env: slices.Clone(s.plan.Env), WorkingDir: s.plan.WorkingDir, Cmd: s.spec.Argv,
		Tty: s.plan.Tty, AttachStdin: s.plan.OpenStdin, AttachStdout: true, AttachStderr: true,
	}
	made, err := s.engine.ContainerExecCreate(call, w.id, options)
	if err != nil {
		return nil, s.startError(err)
	}
	w.exec = made.ID
	out, err := s.attach(ctx, func(ctx context.Context) (types.HijackedResponse, error) {
		return s.engine.ContainerExecAttach(ctx, made.ID, container.ExecAttachOptions{Tty: s.plan.Tty})
	})
	if err != nil {
		return nil, s.startError(err)
	}
	if s.spec.Terminal != nil {
		_ = w.resize(call, *s.spec.Terminal) // a command that has ended already has no terminal
	}
	p := s.process(w, out)
	out.feedStdin(s.spec.Stdin)
	return p.watch(ctx), nil
}

// end asks the engine again and again, since it tells of no end of a command in a
// container but the one of its output, which a process that was left may hold.
func (w *warm) end(ctx context.Context, out *stream) (int, error) {
	step := 100 * time.Millisecond
	failures := 0
	for closed := out.done; ; {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-closed:
			closed, step = nil, time.Millisecond
		case <-time.After(step):
			step = min(2*step, time.Second)
		}
		call, cancel := w.engine.call(ctx)
		seen, err := w.engine.ContainerExecInspect(call, w.exec)
		cancel()
		switch {
		case gone(err):
			return codeKilled, nil // with its container
		case err != nil:
			if failures++; failures == tries {
				return 0, w.engine.said(err)
			}
			step = pause
		case !seen.Running:
			return seen.ExitCode, nil
		default:
			failures = 0
		}
	}
}

// codeKilled is 128 and SIGKILL.
const codeKilled = 137

// signal goes to every process of the run's user: the engine has no way to signal
// one command of a container.
func (w *warm) signal(ctx context.Context, name string) error {
	if name == "SIGKILL" {
		return w.kill(ctx)
	}
	made, err := w.engine.ContainerExecCreate(ctx, w.id, container.ExecOptions{
		User: w.user, Cmd: []string{"kill", "-" + strings.TrimPrefix(name, "SIG"), "-1"},
	})
	if err != nil {
		return err
	}
	return w.engine.ContainerExecStart(ctx, made.ID, container.ExecStartOptions{Detach: true})
}

// kill ends the container: nothing of the run is left.
func (w *warm) kill(ctx context.Context) error {
	w.spoilt.Store(true)
	return w.engine.remove(ctx, w.id)
}

func (w *warm) resize(ctx context.Context, size runner.Terminal) error {
	return w.engine.ContainerExecResize(ctx, w.exec, container.ResizeOptions{Height: uint(size.Rows), Width: uint(size.Columns)})
}

// settle keeps the container when the run has left nothing in it.
func (w *warm) settle(ctx context.Context, killed bool) (bool, error) {
	memory := w.memory != nil && w.memory.rang(killed)
	if memory || w.spoilt.Load() || !w.clean(ctx) {
		return memory, w.discard(ctx)
	}
	w.lease.rest()
	return false, nil
}

// clean reports whether only what belongs there is left; what is just ending has
// a moment.
func (w *warm) clean(ctx context.Context) bool {
	seen, err := w.engine.ContainerInspect(ctx, w.id)
	if err != nil || seen.State == nil || !seen.State.Running {
		return false
	}
	for _, wait := range []time.Duration{0, 2 * time.Millisecond, 10 * time.Millisecond, 40 * time.Millisecond} {
		time.Sleep(wait)
		n := w.engine.processes(seen.ID, seen.State.Pid)
		if n < 0 {
			n = w.counted(ctx)
		}
		if n == warmProcesses {
			return true
		}
		if n < warmProcesses {
			return false // nobody knows
		}
	}
	return false
}

// counted is how many processes and threads the engine counts, -1 when it does
// not say.
func (w *warm) counted(ctx context.Context) int64 {
	answer, err := w.engine.ContainerStatsOneShot(ctx, w.id)
	if err != nil {
		return -1
	}
	defer answer.Body.Close() //nolint:errcheck // all was read
	var stats container.StatsResponse
	if err := json.NewDecoder(answer.Body).Decode(&stats); err != nil {
		return -1
	}
	return int64(stats.PidsStats.Current)
}

func (w *warm) discard(ctx context.Context) error {
	if err := w.engine.remove(ctx, w.id); err != nil {
		w.lease.drop()
		return err
	}
	w.lease.end()
	return nil
}

func (w *warm) lost() {
	w.quiet()
	w.lease.drop()
}

func (w *warm) handover() (state, []*os.File, error) {
	w.quiet()
	return state{Container: w.id, Exec: w.exec, User: w.user, Lease: w.lease.path, Kills: w.memory.before}, []*os.File{w.lease.file}, nil
}
