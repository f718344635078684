package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/internal/test/conformance"
)

// zeroclaw writes a row's settings as a config.toml with one risk profile that
// allows everything: what a row asks is only where a command runs.
func (g ground) zeroclaw(row *containerRow) (string, error) {
	runtime, _ := row.Config["runtime"].(map[string]any)
	container, _ := runtime["docker"].(map[string]any)
	risk, _ := row.Config["risk_profile"].(map[string]any)
	profile := map[string]any{"level": "full", "allowed_commands": []any{"*"}}
	maps.Copy(profile, risk)
	if row.Keys != nil {
		keys := make([]any, len(row.Keys))
		for i, key := range row.Keys {
			keys[i] = key
		}
		profile["shell_env_passthrough"] = keys
	}
	var text strings.Builder
	section := func(name string, members map[string]any) error {
		fmt.Fprintf(&text, "[%s]\n", name)
		for _, key := range slices.Sorted(maps.Keys(members)) {
			if _, table := members[key].(map[string]any); table || members[key] == nil {
				continue
			}
			value, err := json.Marshal(members[key]) // what TOML has of it is the same
			if err != nil {
				return err
			}
			fmt.Fprintf(&text, "%s = %s\n", key, value)
		}
		return nil
	}
	container = g.moved(container)
	if err := errors.Join(section("risk_profiles.default", profile), section("runtime", runtime), section("runtime.docker", container)); err != nil {
		return "", err
	}
	file := filepath.Join(g.dir, "config.toml")
	return file, os.WriteFile(file, []byte(text.String()), 0o600)
}

// moved is a copy with its folders where they really lie.
func (g ground) moved(container map[string]any) map[string]any {
	out := map[string]any{}
	maps.Copy(out, container)
	if list, ok := out["allowed_workspace_roots"].([]any); ok {
		roots := make([]any, len(list))
		for i, root := range list {
			text, _ := root.(string)
			roots[i] = g.at(text)
			if strings.HasSuffix(text, "/") {
				roots[i] = g.at(text) + "/"
			}
		}
		out["allowed_workspace_roots"] = roots
	}
	return out
}

func roots(row *containerRow) []string {
	runtime, _ := row.Config["runtime"].(map[string]any)
	container, _ := runtime["docker"].(map[string]any)
	list, _ := container["allowed_workspace_roots"].([]any)
	var out []string
	for _, root := range list {
		if text, ok := root.(string); ok {
			out = append(out, strings.TrimSuffix(text, "/"))
		}
	}
	return out
}

// planned holds a request for a container against a row's arguments.
func (c *containers) planned(ctx context.Context, row *containerRow) (conformance.Result, error) {
	g, err := newGround()
	if err != nil {
		return conformance.Result{}, err
	}
	defer g.clear()
	request, flags := exec.Invocation{Command: row.Command}, []setting(nil)
	if row.Class == "sandbox-wrapper" {
		// Its workspace and image are ZeroClaw's own, not of its settings.
		row.Workspace, _ = row.Config["workspace_dir"].(string)
		if row.Workspace == "" {
			row.Workspace = "/home/agent/ws"
			flags = append(flags, setting{false, []string{"run", "docker", "mountWorkspace"}})
		}
		flags = append(flags, setting{row.Config["image"], []string{"run", "docker", "image"}})
		request.Argv = append([]string{row.ProgramIn}, row.ArgsIn...)
	}
	file, err := g.zeroclaw(row)
	if err != nil {
		return conformance.Result{}, err
	}
	if err := g.lay(row, roots(row)); err != nil {
		return conformance.Result{}, err
	}
	request.Cwd, request.Inherited = g.at(row.Workspace), map[string]string{}
	for _, key := range row.Keys {
		request.Inherited[key] = "secret"
	}
	plan, _, err := c.plan(ctx, g, file, "zeroclaw", request, flags...)
	var w weigh
	switch {
	case errors.Is(err, errRefused) && row.want() == "error":
	case errors.Is(err, errRefused):
		w.add(false, "%s", g.named(err))
	case err != nil:
		return conformance.Result{}, err
	case row.want() == "error":
		w.add(true, "it is planned; wanted an error")
	case plan == nil:
		w.add(true, "it runs in no container")
	default:
		want, err := parseArgs(row.Args)
		if err == nil {
			err = want.compare(g, plan, &w)
		}
		if err != nil {
			return conformance.Result{}, fmt.Errorf("read row: %w", err)
		}
	}
	return w.result(row.Command), nil
}

// zeroclawGround lays out the usual workspace with ZeroClaw's configuration.
func zeroclawGround(row *containerRow) (g ground, file string, err error) {
	if g, err = newGround(); err != nil {
		return g, "", err
	}
	row.Workspace = "/home/agent/ws"
	if file, err = g.zeroclaw(row); err == nil {
		err = g.lay(row, nil)
	}
	if err != nil {
		g.clear()
	}
	return g, file, err
}

// properties asks what ZeroClaw says of its container itself.
func (c *containers) properties(ctx context.Context, row *containerRow) (conformance.Result, error) {
	g, file, err := zeroclawGround(row)
	if err != nil {
		return conformance.Result{}, err
	}
	defer g.clear()
	plan, boundary, err := c.plan(ctx, g, file, "zeroclaw", exec.Invocation{Command: "true", Cwd: g.at(row.Workspace)})
	if err != nil {
		return conformance.Result{}, err
	}
	var want struct {
		Memory  *int64 `json:"memory_budget_bytes"`
		Dialect string `json:"shell_dialect"`
		Name    string `json:"name"`
		Files   *bool  `json:"has_filesystem_access"`
		Storage string `json:"storage_path"`
	}
	if err := decode(row.Expect, &want); err != nil {
		return conformance.Result{}, err
	}
	var w weigh
	if want.Memory != nil && *want.Memory != plan.HostConfig.Memory {
		w.add(*want.Memory != 0 && plan.HostConfig.Memory > *want.Memory, "memory %d; wanted %d", plan.HostConfig.Memory, *want.Memory)
	}
	if want.Dialect != "" && filepath.Base(plan.Entrypoint[0]) != "sh" {
		w.add(true, "the shell is %s", plan.Entrypoint[0])
	}
	if want.Name != "" && boundary.Sandbox != want.Name {
		w.add(true, "it runs in %s", boundary.Sandbox)
	}
	if want.Files != nil {
		shown := slices.ContainsFunc(plan.HostConfig.Mounts, dockerBind)
		if shown != *want.Files {
			w.add(shown, "the workspace is shown: %v", shown)
		}
		if in := plan.WorkingDir + "/.zeroclaw"; *want.Files && in != want.Storage {
			w.add(false, "it works in %s; wanted what holds %s", plan.WorkingDir, want.Storage)
		}
	}
	return w.result(row.Config), nil
}

// selected asks where commands run.
func (c *containers) selected(ctx context.Context, row *containerRow) (conformance.Result, error) {
	g, file, err := zeroclawGround(row)
	if err != nil {
		return conformance.Result{}, err
	}
	defer g.clear()
	var want struct {
		Boundary string  `json:"boundary"`
		Sandbox  string  `json:"sandbox"`
		Lint     *string `json:"lint"`
	}
	if err := decode(row.Expect, &want); err != nil {
		return conformance.Result{}, err
	}
	request := exec.Invocation{Command: "true", Cwd: g.at(row.Workspace)}
	boundary, _, err := c.draw(ctx, g, file, "zeroclaw", &request)
	var w weigh
	switch {
	case errors.Is(err, errRefused):
		// A sandbox that is not there is an error, as the row would have it.
		if want.Lint == nil || *want.Lint != "error" {
			w.add(false, "%s", g.named(err))
		}
		return w.result(row.Config), nil
	case err != nil:
		return conformance.Result{}, err
	case want.Lint != nil && *want.Lint == "error":
		w.add(true, "it runs in %s; wanted an error", boundary.Sandbox)
	}
	place := map[string]string{"gateway": "host", "sandbox": "runtime-docker"}[boundary.Host]
	if place != want.Boundary {
		w.add(place == "host", "it runs on %s; wanted %s", place, want.Boundary)
	}
	if place == "host" && !strings.Contains(want.Sandbox, boundary.Sandbox) {
		w.add(boundary.Sandbox == "none", "in %s; wanted %s", boundary.Sandbox, want.Sandbox)
	}
	return w.result(row.Config), nil
}
