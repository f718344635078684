package cli

import (
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
)

// order is what is to be started.
func (o *invocation) order(id string, request engine.ExecRequest, boundary runner.Boundary, plan *approval.Plan) launch.Order {
	return launch.Order{
		ID: id, Request: request, Boundary: boundary, Machine: request.Machine, Plan: plan, Code: o.code,
		Given: o.given, Carried: o.carried, Extra: o.extra, Own: o.own, Labels: o.labels(),
	}
}

func (o *invocation) labels() map[string]string {
	out := map[string]string{}
	for name, value := range map[string]string{"skillctl.skill": o.skill, "skillctl.agent": o.agent, "skillctl.tool": o.toolName} {
		if value != "" {
			out[name] = value
		}
	}
	return out
}

// plannedID stands in the place of a run's id where nothing runs.
const plannedID = "dry-run"

// plan is what an engine would be asked for, nil where no container would run. No
// engine is asked.
func (o *invocation) plan(request engine.Request, d engine.Decision) (*docker.Request, error) {
	boundary, err := launch.Boundary(d)
	if err != nil {
		return nil, err
	}
	if boundary.Sandbox != docker.Name {
		return nil, nil
	}
	spec, err := launch.Spec(o.order(plannedID, request.Exec, boundary, nil))
	if err != nil {
		return nil, err
	}
	spec.Stdin = strings.NewReader("")
	if o.pty {
		spec.Terminal = &runner.Terminal{Rows: defaultRows, Columns: defaultColumns}
	}
	plan, err := docker.Plan(spec)
	if err != nil {
		return nil, &ExitError{Code: ExitExecDenied, Err: err}
	}
	return plan, nil
}
