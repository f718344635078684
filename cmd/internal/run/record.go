package run

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
	"github.com/skillctl/skillctl/runner/egress"
)

// record is what is known of a request before it runs.
func (j *Job) record() audit.Record {
	r := &j.request.Exec
	request := &audit.Request{
		Argv: r.Argv, Cwd: r.Cwd, Env: slices.Sorted(maps.Keys(r.Env)), Profile: j.profileName(), Host: r.Host, Agent: cmp.Or(r.Agent, j.Hook), Noted: r.Agent == "" && j.Hook != "",
		Skill: j.Skill, Tool: j.toolName, Language: j.Language, Session: j.Joined.id(), Made: j.Made,
	}
	switch {
	case j.Script != "":
		// The text is the code, which is kept or not.
		request.Argv = []string{r.Shell.Program, j.Script}
	case r.Argv == nil:
		request.Command = &r.Command
	}
	out := audit.Record{Run: j.id, Request: request, Decision: RecordedDecision(j.answer.Decision), Boundary: recordedBoundary(j.answer.Decision.Boundary)}
	if a := j.answer.Approval; a != nil {
		out.Approval = a.ID
	}
	return out
}

// recordedBoundary is the boundary with the name of skillctl's own seccomp profile
// where a container is given that: another version may have another.
func recordedBoundary(boundary map[string]any) map[string]any {
	container, ok := boundary["docker"].(map[string]any)
	if !ok || container["seccomp"] != nil {
		return boundary
	}
	boundary, container = maps.Clone(boundary), maps.Clone(container)
	container["seccomp"] = docker.ProfileName()
	boundary["docker"] = container
	return boundary
}

// recordedCode is the code that the command runs from a file, where the settings
// want it kept.
func (j *Job) recordedCode() *audit.Text {
	if j.CodeText == "" || !j.Merged.Run.Audit.LogCode {
		return nil
	}
	return &audit.Text{Head: j.CodeText, Bytes: int64(len(j.CodeText))}
}

func (j *Job) profileName() string {
	if j.Profile != "" {
		return j.Profile
	}
	return j.Merged.Exec.Profile
}

// Record records what an agent was told, without a run: request and decision are set.
func Record(ctx context.Context, f *kit.Factory, merged *settings.Settings, record audit.Record) error {
	log, err := f.Audit(merged)
	if err == nil {
		record.Run = launch.NewID(f.Now())
		_, err = log.Append(ctx, audit.NewMask(f.Environ(), nil), record)
	}
	if err != nil {
		return fmt.Errorf("it cannot be recorded: %w", err)
	}
	return nil
}

// RecordedDecision is a decision for the record.
func RecordedDecision(d engine.Decision) *audit.Decision {
	out := &audit.Decision{Effect: string(d.Effect), Policy: d.Policy, Reasons: []audit.Reason{}}
	for _, reason := range d.Reasons {
		out.Reasons = append(out.Reasons, audit.Reason{Rule: reason.Rule, Effect: string(reason.Effect), Message: reason.Message, Setting: reason.Setting})
	}
	return out
}

// recordRefusal records a request that does not run.
func (j *Job) recordRefusal(ctx context.Context, why string) error {
	r := j.record()
	r.Kind = audit.Decided
	if j.request.Exec.Unattended {
		r.Decision.Asked, r.Decision.Fleeting = j.answer.Asked, len(j.answer.Asked) > 0 && j.fleeting(ctx)
	}
	if why != "" {
		r.Decision.Effect = string(engine.Deny)
		r.Decision.Reasons = append([]audit.Reason{{Rule: "exec/start", Effect: string(engine.Deny), Message: why}}, r.Decision.Reasons...)
	}
	if _, err := j.log.Append(ctx, j.mask, r); err != nil {
		return fmt.Errorf("nothing was run, and that cannot be recorded: %w", err)
	}
	return nil
}

// recordedResult is the end of a run for the record.
func recordedResult(r runner.Result, connections []egress.Connection, cleaned []string) audit.Result {
	out := audit.Result{
		Code: r.Code, Signal: r.Signal, Ended: string(r.Ended), DurationMS: r.Finished.Sub(r.Started).Milliseconds(),
		CPUMS: r.Usage.CPU.Milliseconds(), MaxMemory: r.Usage.MaxMemory, Sent: r.Usage.Sent, Received: r.Usage.Received,
		CutStdout: r.CutStdout, CutStderr: r.CutStderr, OutOfMemory: r.OutOfMemory, Cleaned: cleaned,
	}
	for i, c := range connections {
		if i == audit.MaxConnections {
			out.More = int64(len(connections) - i)
			break
		}
		why := string(c.Reason)
		if c.Allowed {
			why = c.Error
		}
		out.Connections = append(out.Connections, audit.Connection{
			Time: c.Started, Host: c.Host, Port: c.Port, Address: c.Address, Allowed: c.Allowed, Why: why, Sent: c.Sent, Received: c.Received,
		})
	}
	return out
}
