package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
)

func dockerBind(m docker.Mount) bool { return m.Type == "bind" && m.Source != "/dev/null" }

// derived holds what settings of skills.codeExec ask of a container against what a
// row says of its arguments.
func (c *containers) derived(ctx context.Context, row *containerRow) (conformance.Result, error) {
	skills, _ := row.Config["skills"].(map[string]any)
	code, _ := skills["codeExec"].(map[string]any)
	refused := row.want() == "config_error" || row.want() == "policy_deny"
	if says := wrong(c.schema, plainJSON(code)); says != "" {
		return weighRefusal(refused, says).result(code), nil
	}
	g, err := newGround()
	if err != nil {
		return conformance.Result{}, err
	}
	defer g.clear()
	row.Workspace = "/home/agent/ws"
	if err := g.lay(row, nil); err != nil {
		return conformance.Result{}, err
	}
	text, err := json.Marshal(row.Config)
	if err != nil {
		return conformance.Result{}, err
	}
	file := filepath.Join(g.dir, "skills.yaml") // JSON is YAML
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return conformance.Result{}, err
	}
	sandbox, _ := code["sandbox"].(map[string]any)
	flags := []setting{{"docker", []string{"run", "sandbox"}}}
	if sandbox["image"] == nil {
		flags = append(flags, setting{"sandbox:1", []string{"run", "docker", "image"}})
	}
	if sandbox != nil {
		flags = flags[1:] // it says docker itself
	}
	request := exec.Invocation{Command: "true", Cwd: g.at(row.Workspace)}
	if code["outputDir"] != nil {
		request.OutputDir = g.at("/tmp/out")
	}
	plan, boundary, err := c.plan(ctx, g, file, "codeexec", request, flags...)
	switch {
	case errors.Is(err, errRefused):
		return weighRefusal(refused, g.named(err)).result(code), nil
	case err != nil:
		return conformance.Result{}, err
	}
	var w weigh
	if refused {
		if !c.refuses(ctx, g, file, flags, row) {
			w.add(true, "it is planned; wanted %s", row.want())
		}
		return w.result(code), nil
	}
	err = row.hold(plan, boundary, &w)
	return w.result(code), err
}

// hold looks for a row's arguments in a request, and for those that may not be there.
func (r *containerRow) hold(plan *docker.Request, boundary runner.Boundary, w *weigh) error {
	for _, args := range r.Contain {
		if err := holdArgument(args, plan, boundary, w); err != nil {
			return err
		}
	}
	for _, name := range r.Absent {
		if plan.HostConfig.NetworkMode == name || slices.Contains(plan.HostConfig.SecurityOpt, name) {
			w.add(true, "it has %s", name)
		}
	}
	return nil
}

// refuses asks what a policy says of what settings of the row would let code do.
func (c *containers) refuses(ctx context.Context, g ground, file string, flags []setting, row *containerRow) bool {
	request := exec.Invocation{Command: "pip install numpy", Cwd: g.at(row.Workspace)}
	_, loaded, err := c.draw(ctx, g, file, "codeexec", &request, flags...)
	if err != nil {
		return errors.Is(err, errRefused)
	}
	decision, err := c.decider.Decide(ctx, exec.Request{Kind: "exec", Profile: "codeexec", Exec: request}, loaded)
	return err == nil && decision.Effect == engine.Deny
}

func weighRefusal(wanted bool, says string) *weigh {
	var w weigh
	if !wanted {
		w.add(false, "%s", says)
	}
	return &w
}

// plainJSON is a value with numbers as Go's own.
func plainJSON(value map[string]any) map[string]any {
	text, _ := json.Marshal(value)
	var out map[string]any
	_ = json.Unmarshal(text, &out)
	return out
}

// holdArgument looks for one argument of a row in a request.
func holdArgument(args []string, plan *docker.Request, boundary runner.Boundary, w *weigh) error {
	if len(args) == 1 {
		if plan.Image != args[0] {
			w.add(true, "image %q; wanted %q", plan.Image, args[0])
		}
		return nil
	}
	const pair = 2
	if len(args) != pair {
		return fmt.Errorf("read row: %q is no argument with a value", args)
	}
	flag, value := args[0], args[1]
	switch flag {
	case "--label":
		name, _, _ := strings.Cut(value, "=")
		if _, there := plan.Labels[name]; !there {
			w.add(false, "there is no label %s", name)
		}
	case "--memory", "--memory-swap":
		only := asked{flags: map[string][]string{"--memory": {fmt.Sprint(plan.HostConfig.Memory)}, "--cpus": {fmt.Sprint(float64(plan.HostConfig.NanoCPUs) / 1e9)}}}
		only.flags[flag] = []string{value}
		return only.compareLimits(plan, w)
	case "--cpus":
		return asked{flags: map[string][]string{flag: {value}, "--memory": {fmt.Sprint(plan.HostConfig.Memory)}}}.compareLimits(plan, w)
	case "--network":
		// A network of its own with a proxy in it, or none and the proxy's socket.
		own := strings.HasPrefix(value, "skillctl-int-") && plan.HostConfig.NetworkMode == "none" && boundary.Egress != nil
		if own {
			w.add(false, "there is no network, but the socket of the proxy")
		} else if plan.HostConfig.NetworkMode != value {
			w.add(plan.HostConfig.NetworkMode != "none", "network %s; wanted %s", plan.HostConfig.NetworkMode, value)
		}
	case "--env":
		name, want, _ := strings.Cut(value, "=")
		got, there := variables(plan)[name]
		proxy := regexp.MustCompile(`^http://[^/]+:3128$`)
		switch {
		case !there && name == "PIP_NO_INDEX":
			w.add(false, "%s is not set: whether packages are installed is judged by the command, and there is no network", name)
		case !there:
			w.add(true, "%s is not set", name)
		case got != want && !(proxy.MatchString(got) && proxy.MatchString(want)):
			w.add(true, "%s is %q; wanted %q", name, got, want)
		}
	case "--mount":
		if slices.ContainsFunc(plan.HostConfig.Mounts, func(m docker.Mount) bool { return dockerBind(m) && m.Target == "/output" }) {
			return nil
		}
		if boundary.Output != nil && !strings.HasPrefix(boundary.Output.Source, "/workspace/") {
			w.add(false, "the folder for files is made when it runs, empty, and is at %s there too", boundary.Output.Source)
			return nil
		}
		w.add(false, "no folder for files is shown: they are taken out of the workspace")
	case "--ulimit":
		w.add(boundary.Output == nil || fmt.Sprintf("fsize=%d:%[1]d", boundary.Output.FileSize) != value, "files of the size that may leave are counted as they leave")
	default:
		return fmt.Errorf("read row: nothing is known of %s", flag)
	}
	return nil
}
