package cli

import (
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/shell"
	"github.com/skillctl/skillctl/runner"
)

// request is what was asked for on the command line, and where it would run.
func (o *invocation) request(merged *settings.Settings) (engine.Request, error) {
	dir, err := filepath.Abs(o.workdir)
	if err != nil {
		return engine.Request{}, fmt.Errorf("find the working directory: %w", err)
	}
	invocation := engine.ExecRequest{
		Cwd: dir, Env: variables(o.env), Inherited: variables(o.factory.Environ()), Host: o.host, Node: o.node, Agent: o.agent, Ask: o.ask,
		TimeoutMS: o.timeout.Milliseconds(), Unattended: o.unattended,
	}
	if o.language != "" {
		invocation.Extra = map[string]any{"language": o.language}
	}
	if o.outputDir != "" {
		if invocation.OutputDir, err = filepath.Abs(o.outputDir); err != nil {
			return engine.Request{}, fmt.Errorf("find the folder of the output: %w", err)
		}
	}
	if o.elevatedSet {
		invocation.Elevated = &o.elevated
	}
	getenv := func(name string) string { return invocation.Inherited[name] }
	invocation.Machine = launch.Look(launch.Place{
		Dir: dir, Path: invocation.Inherited["PATH"], Roots: merged.Run.AllowedWorkspaceRoots, Own: ownFiles(merged, getenv), Settings: settingFiles(merged), Write: merged.Run.Write, Getenv: getenv,
	})
	if folders := expanded(merged.Run.PathPrepend, invocation.Machine.Homes); len(folders) > 0 {
		invocation.Inherited = maps.Clone(invocation.Inherited)
		invocation.Inherited["PATH"] = launch.PrependPath(invocation.Inherited["PATH"], folders)
	}
	if o.isText {
		invocation.Command, invocation.Shell = o.command, o.shell(merged, &invocation)
	} else {
		invocation.Argv = o.argv
	}
	return engine.Request{Kind: "exec", Profile: o.profile, Exec: invocation}, nil
}

func expanded(paths, homes []string) []string {
	out := make([]string, len(paths))
	for i, path := range paths {
		out[i] = launch.Expand(path, homes)
	}
	return out
}

// shell is the one that would run a text: that of a container where it runs in
// one.
func (o *invocation) shell(merged *settings.Settings, r *engine.ExecRequest) engine.Shell {
	if contained(merged, r) {
		return launch.ContainerShell()
	}
	getenv := func(name string) string { return r.Inherited[name] }
	return launch.Shell(runtime.GOOS, getenv, shell.ProgramSearch{Path: r.Inherited["PATH"], Dir: r.Cwd, Home: r.Inherited["HOME"]})
}

// contained reports whether a request can only run in a container, or not at
// all.
func contained(merged *settings.Settings, r *engine.ExecRequest) bool {
	elevated := r.Elevated != nil && *r.Elevated
	named := func(host string) bool {
		host = strings.ToLower(strings.TrimSpace(host))
		return host == "sandbox" || host == "node"
	}
	return r.Node != "" || named(r.Host) || named(merged.Run.Host) || merged.Run.Sandbox == "docker" && !elevated
}

// settingFiles are the files of settings, and the folders of policies.
func settingFiles(merged *settings.Settings) []string {
	var files []string
	for _, name := range append(append([]string{}, merged.Files...), merged.Policies.Dirs...) {
		if full, err := filepath.Abs(name); err == nil {
			files = append(files, full)
		}
	}
	return files
}

// ownFiles are the files and folders that skillctl keeps for itself.
func ownFiles(merged *settings.Settings, getenv func(string) string) []string {
	var own []string
	if path, err := approval.DefaultPath(getenv); err == nil {
		own = append(own, filepath.Dir(path))
	}
	if dir := launch.Expand(merged.Run.Audit.Dir, []string{getenv("HOME")}); dir != "" {
		own = append(own, dir)
	}
	return append(own, settings.Folders()...)
}

// variables reads "NAME=value" texts; the last one of a name holds.
func variables(list []string) map[string]string {
	out := make(map[string]string, len(list))
	for _, v := range list {
		// Windows has names that begin with "=".
		if name, value, ok := strings.Cut(v, "="); ok && name != "" {
			out[name] = value
		}
	}
	return out
}

// expecter is a backend that can get ready while a request is still decided.
type expecter interface{ Expect(c runner.Container) }

// expect tells backends that a command is likely to run in a container of this
// machine's engine, so that its answers are there when the decision is. Nothing
// is started by it.
func expect(backends []runner.Backend, merged *settings.Settings, r *engine.ExecRequest) {
	if !contained(merged, r) || r.Node != "" || merged.Run.Host == "node" || r.Host == "node" {
		return
	}
	run, _ := merged.Document()["run"].(map[string]any)
	container, _ := run["docker"].(map[string]any)
	image, _ := container["image"].(string)
	if image == "" {
		return
	}
	for _, b := range backends {
		if e, ok := b.(expecter); ok {
			e.Expect(runner.Container{Image: image})
		}
	}
}
