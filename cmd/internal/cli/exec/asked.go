package exec

import (
	"context"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
)

// Foreseen is what would follow from a command.
type Foreseen struct {
	exec.Consultation
	Request  exec.Request
	Settings *settings.Settings
	// Approve is what a person types to approve it.
	Approve string
	// Fleeting: no approval of it can be given ahead of time.
	Fleeting bool
}

// Foresee says what would follow from a command, as exec --explain does. Nothing is run,
// recorded or used up.
func Foresee(ctx context.Context, f *kit.Factory, options *run.Options) (*Foreseen, error) {
	o := &execOptions{factory: f, Options: *options, explain: true}
	if err := o.CheckFlags(f.IO); err != nil {
		return nil, err
	}
	decider, merged, err := o.load(ctx)
	if err != nil {
		return nil, err
	}
	in := &run.Invocation{Factory: f, Options: &o.Options}
	request, err := in.Request(merged)
	if err != nil {
		return nil, err
	}
	if err := o.CheckPolicies(ctx, decider, merged); err != nil {
		return nil, err
	}
	if err := in.CountRuns(ctx, &request, merged); err != nil {
		return nil, err
	}
	answer, err := o.consult(ctx, decider, request, merged)
	if err != nil {
		return nil, err
	}
	out := &Foreseen{Consultation: answer, Request: request, Settings: merged, Approve: in.ApproveCommand(&request.Exec, true)}
	if len(answer.Asked) > 0 {
		out.Fleeting = run.Fleeting(ctx, request, merged)
	}
	return out, nil
}
