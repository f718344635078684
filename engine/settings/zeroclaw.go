package settings

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/document"
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
	t.put(known, "zeroclaw")
	t.put(listOf(known.At("shell_env_passthrough"), named), "run", "env")
	t.duration(known.At("shell_timeout_secs"), "s", "run", "timeout")
	t.zeroclawRuntime(known)
	return nil
}

func (t *translation) zeroclawRuntime(risk *document.Node) {
	if kind := t.at("runtime", "kind"); textOf(kind) == "docker" {
		t.say("sandbox", kind, "run", "host")
		t.say("docker", kind, "run", "sandbox")
	} else if backend := risk.At("sandbox_backend"); backend != nil {
		switch textOf(backend) {
		case "auto", "landlock", "bubblewrap", "docker", "none":
			t.put(backend, "run", "sandbox")
		case "sandbox-exec":
			t.say("auto", backend, "run", "sandbox")
		}
	}
	docker := func(key string) *document.Node { return t.at("runtime", "docker", key) }
	t.put(docker("image"), "run", "docker", "image")
	t.put(docker("read_only_rootfs"), "run", "docker", "readOnlyRootfs")
	t.put(docker("mount_workspace"), "run", "docker", "mountWorkspace")
	t.put(listOf(docker("allowed_workspace_roots"), func(s string) bool { return absolute(s) || strings.HasPrefix(s, "~") }), "run", "allowedWorkspaceRoots")
	t.duration(docker("memory_limit_mb"), "m", "run", "limits", "memory")
	if cpus := docker("cpu_limit"); cpus != nil {
		t.put(cpus, "run", "limits", "cpus")
	}
	if network := docker("network"); textOf(network) == "none" {
		t.put(network, "run", "network")
	} else if textOf(network) != "" {
		t.say("full", network, "run", "network")
		t.put(network, "run", "docker", "network")
	}
}

// codeexec translates a document with skills.codeExec.
func (t *translation) codeexec() {
	at := func(path ...any) *document.Node { return t.at(append([]any{"skills", "codeExec"}, path...)...) }
	t.put(at("enabled"), "codeExec", "enabled")
	t.put(at("languages"), "codeExec", "languages")
	t.put(pick(at("python"), "version", "allowPipInstall", "pipAllowlist", "preinstalledPackages", "maxOutputSize"), "codeExec", "python")
	t.put(pick(at("javascript"), "version", "allowNpmInstall", "npmAllowlist", "esModules", "maxOutputSize"), "codeExec", "javascript")
	t.put(pick(at("bash"), "allowedCommands", "deniedCommands", "maxOutputSize"), "codeExec", "bash")
	network := at("network")
	if network == nil {
		network = at("sandbox", "network")
	}
	t.put(pick(network, "mode", "allowedHosts"), "codeExec", "network")
	t.put(at("outputDir"), "codeExec", "outputDir")
	if network != nil {
		t.put(network.At("mode"), "run", "network")
		t.put(network.At("allowedHosts"), "run", "allowedHosts")
		t.put(network.At("maxBandwidth"), "run", "maxBandwidth")
	}
	if sandbox := at("sandbox"); sandbox != nil {
		t.say("docker", sandbox, "run", "sandbox")
		t.put(at("sandbox", "image"), "run", "docker", "image")
		t.put(at("sandbox", "timeout"), "run", "timeout")
		t.put(at("sandbox", "memoryLimit"), "run", "limits", "memory")
		if cpu := at("sandbox", "cpuLimit"); cpu != nil && cpu.Kind == document.Number {
			t.put(cpu, "run", "limits", "cpus")
		}
	}
	t.put(at("outputDir"), "run", "outputDir")
	t.put(at("allowedOutputTypes"), "run", "allowedOutputTypes")
	t.put(at("maxOutputFileSize"), "run", "maxOutputFileSize")
	t.put(pick(at("audit"), "logCode", "logOutput", "retentionDays"), "run", "audit")
}
