package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/doctor"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
)

// attemptTimeout is how long an attempt to leave the boundary may take. What the
// network drops in silence takes all of it.
const attemptTimeout = 10 * time.Second

// attempts tries things inside the boundary that the settings draw for runs, each
// in a folder of its own that is removed afterwards. What the policies say of the
// attempts is left aside: the boundary is to hold without them.
func (o *doctorOptions) attempts(merged *settings.Settings) doctor.Attempt {
	var decider kit.Decider
	return func(ctx context.Context, script string) (string, error) {
		if decider == nil {
			var err error
			if decider, err = o.factory.Decider(merged.Policies.Dirs); err != nil {
				return "", err
			}
		}
		dir, err := os.MkdirTemp(attemptRoot(merged, o.factory.IO.Getenv("HOME")), "skillctl-doctor-")
		if err != nil {
			return "", fmt.Errorf("%w: make a folder to run in: %w", doctor.ErrGround, err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		asked := &run.Invocation{Factory: o.factory, Options: &run.Options{
			Profile: "strict", Workdir: dir, Command: script, IsText: true, Timeout: attemptTimeout, Unattended: true,
		}}
		request, err := asked.Request(merged)
		if err != nil {
			return "", err
		}
		decision, err := decider.Decide(ctx, request, merged)
		if err != nil {
			return "", err
		}
		if len(decision.Boundary) == 0 && len(decision.Reasons) > 0 {
			return "", errors.New(decision.Reasons[0].Message)
		}
		boundary, err := launch.Boundary(decision)
		if err != nil {
			return "", err
		}
		spec, err := launch.Spec(launch.Order{ID: launch.NewID(o.factory.Now()), Request: request.Exec, Boundary: boundary, Machine: request.Exec.Machine})
		if err != nil {
			return "", err
		}
		return attempt(ctx, spec, o.factory.Backends())
	}
}

// attemptRoot is where a folder for attempts may lie: below the first root that
// the settings allow and that is there, or where temporary files do.
func attemptRoot(merged *settings.Settings, home string) string {
	for _, root := range merged.Run.AllowedWorkspaceRoots {
		root = launch.Expand(root, []string{home})
		if info, err := os.Stat(root); err == nil && info.IsDir() && filepath.IsAbs(root) {
			return root
		}
	}
	return ""
}

// attempt runs a command to its end and returns what it printed. How it ended
// does not matter.
func attempt(ctx context.Context, spec runner.Spec, backends []runner.Backend) (string, error) {
	backend, err := runner.Select(ctx, spec.Boundary, backends...)
	if err != nil {
		return "", err
	}
	if spec.Boundary.Network == "restricted" && spec.Boundary.Egress != nil {
		proxy, err := egress.Start(ctx, "", *spec.Boundary.Egress)
		if err != nil {
			return "", fmt.Errorf("start the proxy for the allowed domains: %w", err)
		}
		defer func() { _ = proxy.Close() }()
		spec.Proxy = proxy.Socket()
	}
	var stdout, stderr bytes.Buffer
	spec.Stdout, spec.Stderr = &stdout, &stderr
	process, err := backend.Start(ctx, spec)
	if err != nil {
		return "", err
	}
	if _, err := process.Wait(); err != nil {
		return "", err
	}
	return stdout.String(), nil
}
