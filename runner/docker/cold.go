package docker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/container"

	"github.com/skillctl/skillctl/runner"
)

// cold is a container for one run.
type cold struct {
	engine *engine
	id     string
	lease  *lease
	// tie is nil for a run that is not tied.
	tie *tie
	// waiting is the wait that was begun before the container was started; nil
	// for a run that was adopted.
	waiting *wait
	// memory tells that memory ran out.
	memory *alarm
}

type wait struct {
	answers <-chan container.WaitResponse
	errors  <-chan error
	cancel  context.CancelFunc
}

// beginWait waits for a container; the condition is when.
func (e *engine) beginWait(ctx context.Context, id string, condition container.WaitCondition) *wait {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	answers, failures := e.ContainerWait(ctx, id, condition)
	return &wait{answers, failures, cancel}
}

// tries is how often an engine that broke off a wait is asked again, and pause
// how long it has between two: it may have been started anew.
const (
	tries = 6
	pause = 500 * time.Millisecond
)

func (c *cold) end(ctx context.Context, _ *stream) (int, error) {
	w := c.waiting
	if w == nil {
		w = c.engine.beginWait(ctx, c.id, container.WaitConditionNotRunning)
	}
	var last error
	for range tries {
		code, err := w.result(ctx)
		if err == nil || ctx.Err() != nil {
			return code, err
		}
		if gone(err) {
			return 0, fmt.Errorf("the container was removed by somebody else: %w", err)
		}
		last = err
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(pause):
		}
		w = c.engine.beginWait(ctx, c.id, container.WaitConditionNotRunning)
	}
	return 0, c.engine.said(last)
}

func (w *wait) result(ctx context.Context) (int, error) {
	defer w.cancel()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case answer := <-w.answers:
		if answer.Error != nil {
			return 0, errors.New(answer.Error.Message)
		}
		return int(answer.StatusCode), nil
	case err := <-w.errors:
		return 0, err
	}
}

func (c *cold) signal(ctx context.Context, name string) error {
	return c.engine.ContainerKill(ctx, c.id, name)
}

func (c *cold) kill(ctx context.Context) error { return c.signal(ctx, "SIGKILL") }

func (c *cold) resize(ctx context.Context, size runner.Terminal) error {
	return c.engine.ContainerResize(ctx, c.id, container.ResizeOptions{Height: uint(size.Rows), Width: uint(size.Columns)})
}

func (c *cold) settle(ctx context.Context, killed bool) (bool, error) {
	defer c.tie.close()
	memory := c.ranOut(ctx, killed)
	if err := c.engine.remove(ctx, c.id); err != nil {
		c.lost()
		return memory, err
	}
	c.lease.end()
	return memory, nil
}

// ranOut reports whether memory ran out: the container says so, or an event that
// came after its end.
func (c *cold) ranOut(ctx context.Context, killed bool) bool {
	seen, err := c.engine.ContainerInspect(ctx, c.id)
	if err == nil && seen.State != nil && seen.State.OOMKilled {
		c.memory.cancel()
		return true
	}
	return c.memory.rang(killed)
}

// remove removes a container and what it wrote. One that is gone is no error.
func (e *engine) remove(ctx context.Context, id string) error {
	err := e.ContainerRemove(ctx, id, container.RemoveOptions{Force: true, RemoveVolumes: true})
	for err != nil && !errdefs.IsNotFound(err) {
		if !gone(err) {
			return fmt.Errorf("remove the container: %w", e.said(err))
		}
		// Somebody else is removing it.
		select {
		case <-ctx.Done():
			return fmt.Errorf("remove the container: %w", ctx.Err())
		case <-time.After(10 * time.Millisecond):
		}
		_, err = e.ContainerInspect(ctx, id)
		if err == nil {
			err = errRemoving
		}
	}
	return nil
}

// errRemoving says that a container is still there.
var errRemoving = fmt.Errorf("already in progress: %w", errdefs.ErrConflict)

// undo removes a container whose start failed.
func (c *cold) undo(ctx context.Context, out *stream) {
	if c.waiting != nil {
		c.waiting.cancel()
	}
	if out != nil {
		out.close()
	}
	call, cancel := c.engine.call(ctx)
	defer cancel()
	_, _ = c.settle(call, false) // the error that stopped the start is the one to tell
}

func (c *cold) lost() {
	c.tie.close()
	c.memory.cancel()
	c.lease.drop()
}

func (c *cold) container() (string, bool) { return c.id, false }

func (c *cold) handover() (state, []*os.File, error) {
	c.memory.cancel()
	files := []*os.File{c.lease.file}
	tied, err := c.tie.release()
	if tied != nil {
		files = append(files, tied)
	}
	return state{Container: c.id, Lease: c.lease.path, Tied: tied != nil, Kills: c.memory.before}, files, err
}
