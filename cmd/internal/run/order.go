package run

import (
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
)

// order is what is to be started.
func (o *Invocation) order(id string, request exec.Invocation, boundary runner.Boundary, plan *approval.Plan) launch.Order {
	return launch.Order{
		ID: id, Request: request, Boundary: boundary, Machine: request.Machine, Plan: plan, Code: o.Code,
		Given: o.ShellArgs, Carried: o.Carried, Extra: o.skillEnv, Settings: o.settingsEnv, Own: o.OwnEnv, Labels: o.labels(), Tied: o.Background,
	}
}

func (o *Invocation) labels() map[string]string {
	out := map[string]string{}
	for name, value := range map[string]string{"skillctl.skill": o.Skill, "skillctl.agent": o.Agent, "skillctl.tool": o.toolName} {
		if value != "" {
			out[name] = value
		}
	}
	return out
}

// plannedID stands in the place of a run's id where nothing runs.
const plannedID = "dry-run"

// ContainerRequest is what an engine would be asked for, nil where no container would run. No
// engine is asked.
func (o *Invocation) ContainerRequest(request exec.Request, d engine.Decision, merged *settings.Settings) (*docker.Request, error) {
	o.settingsEnv = merged.Run.Docker.Env
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
	if o.PTY {
		spec.Terminal = &runner.Terminal{Rows: defaultRows, Columns: defaultColumns}
	}
	plan, err := docker.Plan(spec)
	if err != nil {
		return nil, &kit.ExitError{Code: kit.ExitExecDenied, Err: err}
	}
	return plan, nil
}
