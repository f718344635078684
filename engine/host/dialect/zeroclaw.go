package dialect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// zeroclaw translates a config.toml as ZeroClaw 15d28660 reads it. profile names
// one of risk_profiles; if it is "", the one called default, or the only one,
// holds, and what it leaves out is as ZeroClaw has it built in.
func (t *translation) zeroclaw(profile string) error {
	profiles := t.at("risk_profiles")
	names := keysOf(profiles)
	switch {
	case profile != "" && !slices.Contains(names, profile):
		return unknownAgent("risk profile", profile, names)
	case profile == "" && slices.Contains(names, "default"):
		profile = "default"
	case profile == "" && len(names) == 1:
		profile = names[0]
	case profile == "" && len(names) > 1:
		return unknownAgent("risk profile", "default", names)
	}
	risk := t.at("risk_profiles", profile)
	if len(names) == 0 {
		risk = t.at("autonomy")
	}
	known := pick(risk, "level", "workspace_only", "allowed_commands", "forbidden_paths", "require_approval_for_medium_risk", "block_high_risk_commands",
		"allowed_roots", "allowed_tools", "excluded_tools", "shell_env_passthrough", "max_actions_per_hour", "max_cost_per_day_cents", "shell_timeout_secs",
		"sandbox_enabled", "sandbox_backend")
	if known == nil {
		known = valueAt(map[string]any{}, nil, t.from)
	}
	if known.At("config_path") == nil && absolute(t.from.File) {
		known.Members = append(known.Members, document.Member{Key: "config_path", File: t.from.File, Value: valueAt(t.from.File, nil, t.from)})
	}
	t.set(known, "zeroclaw")
	// A name that is none is an error of the schema's, as ZeroClaw refuses it too.
	t.set(listOf(known.At("shell_env_passthrough"), func(string) bool { return true }), "run", "env")
	t.duration(known.At("shell_timeout_secs"), "s", "run", "timeout")
	t.set(pick(t.at("runtime"), "kind"), "zeroclaw", "runtime")
	t.zeroclawRuntime(known)
	return nil
}

func (t *translation) zeroclawRuntime(risk *document.Node) {
	if kind := t.at("runtime", "kind"); textOf(kind) == "docker" {
		t.setValue("sandbox", kind, "run", "host")
		t.setValue("docker", kind, "run", "sandbox")
		t.zeroclawContainer(kind)
		return
	}
	switch backend := risk.At("sandbox_backend"); textOf(backend) {
	case "auto", "landlock", "bubblewrap", "none":
		t.set(backend, "run", "sandbox")
	case "sandbox-exec":
		t.setValue("auto", backend, "run", "sandbox")
	case "docker":
		// A container around each command, which no setting of ZeroClaw's changes.
		t.set(backend, "run", "sandbox")
		t.setValue("alpine:latest", backend, "run", "docker", "image")
		t.setValue("none", backend, "run", "network")
		t.setValue("ro", backend, "run", "workspaceAccess")
		t.setValue("512m", backend, "run", "limits", "memory")
		t.setValue(1.0, backend, "run", "limits", "cpus")
	}
}

// zeroclawContainer takes the runtime in which all commands run. What is left out
// is as ZeroClaw has it; limits of 0, which are none there, are skillctl's own.
func (t *translation) zeroclawContainer(kind *document.Node) {
	docker := func(key string) *document.Node { return t.at("runtime", "docker", key) }
	otherwise := func(n *document.Node, value any) *document.Node {
		if n != nil {
			return n
		}
		return valueAt(value, kind, t.from)
	}
	t.set(otherwise(docker("image"), "alpine:3.20"), "run", "docker", "image")
	t.set(docker("read_only_rootfs"), "run", "docker", "readOnlyRootfs")
	t.set(docker("mount_workspace"), "run", "docker", "mountWorkspace")
	t.set(listOf(docker("allowed_workspace_roots"), func(s string) bool { return absolute(s) || strings.HasPrefix(s, "~") }), "run", "allowedWorkspaceRoots")
	t.duration(otherwise(docker("memory_limit_mb"), int64(512)), "m", "run", "limits", "memory")
	if cpus := otherwise(docker("cpu_limit"), 1.0); positive(cpus) {
		t.set(cpus, "run", "limits", "cpus")
	}
	if network := docker("network"); textOf(network) == "none" {
		t.setValue("none", network, "run", "network")
	} else if textOf(network) != "" {
		t.setValue("full", network, "run", "network")
		t.set(network, "run", "docker", "network")
	}
}

// codeexecLimits takes what code may use; what is left out is as the schema of
// skills.codeExec has it.
func (t *translation) codeexecLimits() {
	limit := func(key string, otherwise any, path ...string) {
		n := t.at("skills", "codeExec", "sandbox", key)
		switch {
		case n == nil:
			t.setValue(otherwise, t.at("skills", "codeExec"), path...)
		case key != "cpuLimit" || n.Kind == document.Number:
			t.set(n, path...)
		default:
			if cpus, err := strconv.ParseFloat(textOf(n), 64); err == nil {
				t.setValue(cpus, n, path...)
			} else {
				t.set(n, path...) // the schema says what is wrong with it
			}
		}
	}
	limit("timeout", "30s", "run", "timeout")
	limit("memoryLimit", "256m", "run", "limits", "memory")
	limit("cpuLimit", 0.5, "run", "limits", "cpus")
}

// positive reports whether a node is a number above 0, or none: that is for the
// schema to say.
func positive(n *document.Node) bool {
	switch v := n.Interface().(type) {
	case int64:
		return v > 0
	case float64:
		return v > 0
	}
	return true
}

// codeexec translates a document with skills.codeExec.
func (t *translation) codeexec() {
	at := func(path ...any) *document.Node { return t.at(append([]any{"skills", "codeExec"}, path...)...) }
	t.set(at("enabled"), "codeExec", "enabled")
	t.set(at("languages"), "codeExec", "languages")
	t.set(pick(at("python"), "version", "allowPipInstall", "pipAllowlist", "preinstalledPackages", "maxOutputSize"), "codeExec", "python")
	t.set(pick(at("javascript"), "version", "allowNpmInstall", "npmAllowlist", "esModules", "maxOutputSize"), "codeExec", "javascript")
	t.set(pick(at("bash"), "allowedCommands", "deniedCommands", "maxOutputSize"), "codeExec", "bash")
	network := at("network")
	if network == nil {
		network = at("sandbox", "network")
	}
	t.set(pick(network, "mode", "allowedHosts"), "codeExec", "network")
	t.set(at("outputDir"), "codeExec", "outputDir")
	if network != nil {
		t.set(network.At("mode"), "run", "network")
		t.set(network.At("allowedHosts"), "run", "allowedHosts")
		t.set(network.At("maxBandwidth"), "run", "maxBandwidth")
	}
	if profile := at("sandbox", "seccomp"); textOf(profile) != "default" {
		t.set(profile, "run", "docker", "seccomp")
	}
	if sandbox := at("sandbox"); sandbox != nil {
		t.setValue("docker", sandbox, "run", "sandbox")
		t.set(at("sandbox", "image"), "run", "docker", "image")
	}
	t.codeexecLimits()
	t.set(at("outputDir"), "run", "outputDir")
	t.set(at("allowedOutputTypes"), "run", "allowedOutputTypes")
	t.set(at("maxOutputFileSize"), "run", "maxOutputFileSize")
	t.set(pick(at("audit"), "logCode", "logOutput", "retentionDays"), "run", "audit")
}
