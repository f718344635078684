package proposals

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/skillctl/skillctl/engine/proposal"
)

// hand has OpenClaw itself record what becomes of a proposal that it keeps in
// its database: its own locks and rules hold.
func (o *proposalsOptions) hand(ctx context.Context, queue *workshop, r *proposal.Record, action, reason string) (*proposal.Record, error) {
	now, err := queue.Find(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	if now.Revision() != r.Revision() || now.Status != r.Status {
		return nil, &proposal.StaleError{ID: r.ID, Reason: "the proposal was changed while it was judged; inspect it again"}
	}
	args := []string{"skills", "workshop", action, r.ID, "--agent", queue.agent}
	if reason != "" && action != "apply" {
		args = append(args, "--reason="+reason)
	}
	program := queue.host.Program("openclaw")
	if program.Path == "" {
		return nil, fmt.Errorf("OpenClaw keeps proposal %s in its database, and the program openclaw, which can change it, is not in PATH: run `openclaw %s` where it is installed", r.ID, strings.Join(args[:4], " "))
	}
	cmd := exec.CommandContext(ctx, program.Path, append(args, "--json")...)
	cmd.Dir, cmd.Env = queue.host.Cwd, o.factory.Environ()
	if queue.host.ConfigPath != "" {
		cmd.Env = append(cmd.Env, "OPENCLAW_CONFIG_PATH="+queue.host.ConfigPath)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &capped{buffer: &stderr, left: maxHostText}
	failed := cmd.Run()
	after, err := queue.Find(ctx, r.ID)
	switch {
	case err != nil:
		return nil, errors.Join(failed, err)
	case failed != nil && after.Status != r.Status:
		// Somebody else was faster; the policies say so in the same words as always.
		if err := queue.Permit(ctx, action, after, proposal.Given(true)); err != nil {
			return nil, err
		}
		fallthrough
	case failed != nil:
		return nil, errors.Join(fmt.Errorf("openclaw %s: %w", strings.Join(args, " "), failed), errors.New(strings.TrimSpace(stderr.String())))
	case after.Status == r.Status:
		return nil, fmt.Errorf("OpenClaw reported success, but proposal %s is still %s", r.ID, after.Status)
	}
	return after, nil
}

// maxHostText is how much is kept of what OpenClaw says of a failure, in bytes.
const maxHostText = 4 << 10

// capped keeps the beginning of what is written.
type capped struct {
	buffer *bytes.Buffer
	left   int
}

func (c *capped) Write(text []byte) (int, error) {
	n := min(len(text), c.left)
	c.left -= n
	c.buffer.Write(text[:n])
	return len(text), nil
}
