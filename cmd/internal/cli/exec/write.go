package exec

import (
	"bytes"
	"fmt"

	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
)

// explained is an explanation as --json writes it: `explanation` of the schemas.
type explained struct {
	Profile  string          `json:"profile"`
	Decision engine.Decision `json:"decision"`
	Details  map[string]any  `json:"details,omitempty"`
	Facts    *exec.Facts     `json:"facts"`
	// Left is what the boundary leaves open on this machine.
	Left []string `json:"left,omitempty"`
	// Container is what an engine would be asked for.
	Container *docker.Request `json:"container,omitempty"`
}

func explainedOf(e exec.Explanation) explained {
	return explained{Profile: e.Profile, Decision: e.Decision, Details: e.Details, Facts: e.Facts}
}

// write writes one explanation, and what an engine would be asked for, nil where
// it is asked for nothing.
func (o *execOptions) write(e exec.Explanation, plan *docker.Request) error {
	if o.JSON {
		all := explainedOf(e)
		all.Container, all.Left = plan, o.left(e.Decision)
		return o.factory.WriteOutputJSON(all)
	}
	var out bytes.Buffer
	if err := format.Explanation(&out, e, append(o.formatOptions(), format.WithLeft(o.left(e.Decision)))...); err != nil {
		return fmt.Errorf("write explanation: %w", err)
	}
	if plan != nil {
		text, err := format.JSONValue(plan)
		if err != nil {
			return err
		}
		fmt.Fprintf(&out, "\nrequest to the container engine\n%s", text)
	}
	return o.factory.WriteOutput("", out.Bytes())
}

// left is what the boundary of a decision leaves open on this machine.
func (o *execOptions) left(d engine.Decision) []string {
	boundary, err := launch.Boundary(d)
	if err != nil {
		return nil // nothing runs by it
	}
	return runner.Leaves(boundary, o.factory.Backends()...)
}

// writeAll writes what every profile says; own is the one that holds.
func (o *execOptions) writeAll(all []exec.Explanation, own string) error {
	if o.JSON {
		type compared struct {
			Profile  string          `json:"profile"`
			Holds    bool            `json:"holds"`
			Decision engine.Decision `json:"decision"`
		}
		rows := make([]compared, len(all))
		for i, e := range all {
			rows[i] = compared{Profile: e.Profile, Holds: e.Profile == own, Decision: e.Decision}
		}
		return o.factory.WriteOutputJSON(rows)
	}
	var out bytes.Buffer
	if err := format.Comparison(&out, all, own, o.formatOptions()...); err != nil {
		return fmt.Errorf("write comparison: %w", err)
	}
	return o.factory.WriteOutput("", out.Bytes())
}

func (o *execOptions) formatOptions() []format.Option {
	streams := o.factory.IO
	return []format.Option{format.WithColor(streams.Color(o.Color, streams.OutTTY)), format.WithWidth(streams.Width())}
}
