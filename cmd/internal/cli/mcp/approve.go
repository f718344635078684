package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/ask"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/report/format"
)

// askFirst is the answer to a call that puts a question to the person in front of the
// client; the client calls again with what that says.
type askFirst struct{ result *sdk.CallToolResult }

// Error is for nobody: the answer is no failure.
func (*askFirst) Error() string { return "the person in front of the client is asked first" }

// approve puts a command that is to be asked about to the person in front of the client.
// A yes is an approval for one run of exactly this, which the run uses up; out then says
// that it may run.
func (s *server) approve(ctx context.Context, request *sdk.CallToolRequest, in runIn, out *runOut) error {
	got, err := s.foresee(ctx, decideIn{Command: in.Command, Dir: in.Dir})
	if err != nil || got.Decision.Effect != engine.Ask {
		return err
	}
	plan, err := approval.Bind(ctx, exec.Subject(got.Request, got.Settings))
	if err != nil || len(plan.Loose) > 0 {
		return nil //nolint:nilerr // what cannot be held to is approved by no dialog: it is answered as where there is none
	}
	// The answer holds for the rules and the policies that ask now.
	bound := append([]string{got.Decision.Policy}, got.Asked...)
	if first := s.asked.Put(request, question(in.Command, got.Request.Exec.Cwd, got.Decision.Reasons), bound...); first != nil {
		return &askFirst{first}
	}
	switch err := s.asked.Answer(request, bound...); {
	case errors.Is(err, ask.ErrNo):
		out.Effect, out.Approve = string(engine.Deny), ""
		out.Reasons = append([]reason{{Rule: "exec/approvals", Effect: out.Effect, Message: err.Error()}}, out.Reasons...)
		return nil
	case err != nil:
		return fmt.Errorf("it was not run: %w", err)
	}
	store, err := s.factory.Approvals()
	if err != nil {
		return unusable(err)
	}
	now, agent := s.factory.Now(), agentOf(request)
	if _, err := store.Add(plan, approval.Grant{
		Scope: approval.Once, Reviewer: "the person in front of " + agent, Reason: "asked in the dialog of " + agent, Now: now, Expires: now.Add(kit.OnceLife),
		Asked: got.Asked, Policy: got.Decision.Policy,
	}); err != nil {
		return unusable(err)
	}
	out.Effect, out.Approve = string(engine.Allow), ""
	return nil
}

// question is what the person is asked: the command, whole, and why. One that is too long
// to be read is not put.
func question(command, dir string, reasons []engine.Reason) string {
	var b strings.Builder
	lines := ""
	if n := strings.Count(command, "\n") + 1; n > 1 {
		lines = fmt.Sprintf(" these %d lines", n)
	}
	fmt.Fprintf(&b, "skillctl: an agent wants to run%s\n\n%s\n\nin %s. skillctl asks, since\n", lines, format.WholeBlock(command), format.WholeLine(dir))
	for _, r := range reasons {
		if r.Effect == engine.Ask {
			(&reason{Rule: r.Rule, Message: format.Told(r.Message), Hint: format.Told(r.Hint), Setting: format.Told(r.Setting)}).line(&b)
		}
	}
	return b.String()
}
