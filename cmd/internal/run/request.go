package run

import (
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
)

// Request is what was asked for on the command line, and where it would run.
func (o *Invocation) Request(merged *settings.Settings) (exec.Request, error) {
	dir, err := o.Factory.IO.Abs(o.Workdir)
	if err != nil {
		return exec.Request{}, fmt.Errorf("find the working directory: %w", err)
	}
	invocation := exec.Invocation{
		Cwd: dir, Env: variables(o.Env), Inherited: variables(o.Factory.Environ()), Host: o.Host, Node: o.Node, Agent: o.Agent, Ask: o.Ask,
		TimeoutMS: o.Timeout.Milliseconds(), Unattended: o.Unattended, Unenclosed: o.Unenclosed,
	}
	if o.Language != "" {
		invocation.Extra = map[string]any{"language": o.Language}
	}
	if o.OutputDir != "" {
		if invocation.OutputDir, err = o.Factory.IO.Abs(o.OutputDir); err != nil {
			return exec.Request{}, fmt.Errorf("find the folder of the output: %w", err)
		}
	}
	if o.ElevatedSet {
		invocation.Elevated = &o.Elevated
	}
	getenv := func(name string) string { return invocation.Inherited[name] }
	besides := zeroclawRoots(merged)
	invocation.Machine = launch.Inspect(launch.Query{
		Dir: dir, Path: invocation.Inherited["PATH"], Roots: slices.Concat(merged.Run.AllowedWorkspaceRoots, besides), Own: o.ownFiles(merged, getenv),
		Settings: o.settingFiles(merged), Write: slices.Concat(merged.Run.Write, besides), Getenv: getenv,
	})
	if folders := expanded(merged.Run.PathPrepend, invocation.Machine.Homes); len(folders) > 0 {
		invocation.Inherited = maps.Clone(invocation.Inherited)
		invocation.Inherited["PATH"] = launch.PrependPath(invocation.Inherited["PATH"], folders)
	}
	if o.IsText {
		invocation.Command, invocation.Shell = o.Command, o.shell(merged, &invocation)
	} else {
		invocation.Argv = o.Argv
	}
	return exec.Request{Kind: "exec", Profile: o.Profile, Exec: invocation}, nil
}

// zeroclawRoots are the folders besides the workspace that ZeroClaw's configuration
// lets commands change.
func zeroclawRoots(merged *settings.Settings) []string {
	own, _ := merged.Document()["zeroclaw"].(map[string]any)
	list, _ := own["allowed_roots"].([]any)
	var roots []string
	for _, item := range list {
		if root, ok := item.(string); ok && (strings.HasPrefix(root, "/") || strings.HasPrefix(root, "~/") || root == "~") {
			roots = append(roots, root)
		}
	}
	return roots
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
func (o *Invocation) shell(merged *settings.Settings, r *exec.Invocation) exec.Shell {
	if Contained(merged, r) {
		return launch.ContainerShell()
	}
	getenv := func(name string) string { return r.Inherited[name] }
	return launch.Shell(runtime.GOOS, getenv, lookup.Search{Path: r.Inherited["PATH"], Dir: r.Cwd, Home: r.Inherited["HOME"]})
}

// Contained reports whether a request can only run in a container, or not at
// all.
func Contained(merged *settings.Settings, r *exec.Invocation) bool {
	elevated := r.Elevated != nil && *r.Elevated
	named := func(host string) bool {
		host = strings.ToLower(strings.TrimSpace(host))
		return host == "sandbox" || host == "node"
	}
	return r.Node != "" || named(r.Host) || named(merged.Run.Host) || merged.Run.Sandbox == "docker" && !elevated
}

// settingFiles are the files of settings, and the folders of policies.
func (o *Invocation) settingFiles(merged *settings.Settings) []string {
	var files []string
	for _, name := range append(append([]string{}, merged.Files...), merged.Policies.Dirs...) {
		if full, err := o.Factory.IO.Abs(folder.From(o.From, name)); err == nil {
			files = append(files, full)
		}
	}
	return files
}

// ownFiles are the files and folders that skillctl keeps for itself.
func (o *Invocation) ownFiles(merged *settings.Settings, getenv func(string) string) []string {
	var own []string
	if path, err := approval.DefaultPath(getenv); err == nil {
		own = append(own, filepath.Dir(path))
	}
	if dir := launch.Expand(merged.Run.Audit.Dir, []string{getenv("HOME")}); dir != "" {
		own = append(own, dir)
	}
	return append(own, o.Factory.IO.SettingFolders()...)
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
func expect(backends []runner.Backend, merged *settings.Settings, r *exec.Invocation) {
	if !Contained(merged, r) || r.Node != "" || merged.Run.Host == "node" || r.Host == "node" {
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
