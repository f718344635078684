package dialect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// cost is why limits on it have no effect.
const cost = "skillctl does not know what an action costs"

// zeroclaw translates a config.toml as ZeroClaw 15d28660 reads it. name is one of
// agents, or one of risk_profiles; what is left out is as ZeroClaw has it built in.
func (t *translation) zeroclaw(name string) error {
	from, err := t.zeroclawProfiles(name)
	if err != nil {
		return err
	}
	known := pick(t.riskOf(from), "level", "workspace_only", "allowed_commands", "forbidden_paths", "require_approval_for_medium_risk", "block_high_risk_commands",
		"allowed_roots", "allowed_tools", "excluded_tools", "shell_env_passthrough", "sandbox_enabled", "sandbox_backend")
	if known == nil {
		known = valueAt(map[string]any{}, nil, t.from)
	}
	if absolute(t.from.File) {
		known.Members = append(known.Members, document.Member{Key: "config_path", File: t.from.File, Value: valueAt(t.from.File, nil, t.from)})
	}
	t.set(known, "zeroclaw")
	t.zeroclawLimits(from)
	// A name that is none is an error of the schema's, as ZeroClaw refuses it too.
	t.set(listOf(known.At("shell_env_passthrough"), func(string) bool { return true }), "run", "env")
	t.set(pick(t.at("runtime"), "kind"), "zeroclaw", "runtime")
	t.zeroclawRuntime(known)
	t.zeroclawScopes(from)
	return nil
}

// zeroclawLimits takes what the runtime profile says, else what older versions had
// beside the rest.
func (t *translation) zeroclawLimits(from profiles) {
	limit := func(key string, otherwise int64) *document.Node {
		if n := t.at(append(slices.Clone(from.runtime), key)...); from.runtime != nil && n != nil {
			return n
		}
		if n := t.riskOf(from).At(key); n != nil && n.Kind != document.Null {
			return n
		}
		return valueAt(otherwise, nil, t.from)
	}
	t.set(limit("max_actions_per_hour", 20), "zeroclaw", "max_actions_per_hour")
	timeout := limit("shell_timeout_secs", 60)
	t.set(timeout, "zeroclaw", "shell_timeout_secs")
	t.duration(timeout, "s", "run", "timeout")
}

// zeroclawScopes are the tables that are about commands.
func (t *translation) zeroclawScopes(from profiles) {
	older := []reason{{key: "max_cost_per_day_cents", why: cost}}
	for _, key := range []string{"max_actions_per_hour", "shell_timeout_secs"} {
		if t.at(append(slices.Clone(from.runtime), key)...) != nil && from.runtime != nil {
			older = append(older, reason{key: key, why: "the runtime profile says it"})
		}
	}
	risks := slices.Concat(sandboxNamed(t.riskOf(from), textOf(t.at("runtime", "kind")) == "docker"), riskReasons(), older)
	t.scopes = append(t.scopes, scope{node: t.at(from.risk...), path: from.risk, reasons: risks},
		scope{node: t.at("runtime"), path: []any{"runtime"}, reasons: runtimeReasons()})
	t.olderScopes(from, risks)
	if from.runtime != nil {
		t.scopes = append(t.scopes, scope{
			node: t.at(from.runtime...), path: from.runtime, keys: []string{"max_actions_per_hour", "max_cost_per_day_cents", "shell_timeout_secs"}, reasons: older[:1],
		})
	}
}

// zeroclawRuntime takes where commands run. Without a sandbox they may do all that
// their user may: ZeroClaw takes that for granted, and so do the settings that it
// says so with, unless skillctl's own say otherwise.
func (t *translation) zeroclawRuntime(risk *document.Node) {
	if kind := t.at("runtime", "kind"); textOf(kind) == "docker" {
		t.setValue("sandbox", kind, "run", "host")
		t.setValue("docker", kind, "run", "sandbox")
		t.zeroclawContainer(kind)
		return
	}
	backend, enabled := risk.At("sandbox_backend"), risk.At("sandbox_enabled")
	name := textOf(backend)
	if enabled != nil && enabled.Interface() == false {
		backend, name = enabled, "none"
	}
	switch name {
	case "none":
		t.yields("none", backend, "run", "sandbox")
		t.yields(true, backend, "run", "trusted")
		t.yields("full", backend, "run", "network")
	case "auto", "landlock", "bubblewrap":
		t.set(backend, "run", "sandbox")
	case "sandbox-exec":
		t.setValue("auto", backend, "run", "sandbox")
	case "docker":
		// A container around each command, which no setting of ZeroClaw's changes.
		t.set(backend, "run", "sandbox")
		t.setValue("alpine:latest", backend, "run", "docker", "image")
		t.setValue("none", backend, "run", "network")
		t.setValue(false, backend, "run", "docker", "readOnlyRootfs")
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
	if enabled := at("enabled"); enabled != nil {
		t.set(enabled, "codeExec", "enabled")
	} else {
		t.setValue(true, at(), "codeExec", "enabled") // whatever else it says: the document is about code
	}
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
		mode, hosts := network.At("mode"), network.At("allowedHosts")
		if textOf(mode) == "restricted" && (hosts == nil || len(hosts.Items) == 0) {
			t.setValue("none", mode, "run", "network") // of which nothing can be reached
		} else {
			t.set(mode, "run", "network")
		}
		t.set(hosts, "run", "allowedHosts")
		t.set(network.At("maxBandwidth"), "run", "maxBandwidth")
	}
	profile := at("sandbox", "seccomp")
	if profile == nil {
		profile = at("seccomp")
	}
	if textOf(profile) != "default" {
		t.set(profile, "run", "docker", "seccomp")
	}
	if sandbox := at("sandbox"); sandbox != nil {
		t.setValue("docker", sandbox, "run", "sandbox")
		t.set(at("sandbox", "image"), "run", "docker", "image")
	}
	if pip := at("python", "allowPipInstall"); pip != nil && pip.Interface() == false {
		t.setValue("1", pip, "run", "docker", "env", "PIP_NO_INDEX")
	}
	t.codeexecLimits()
	t.set(at("outputDir"), "run", "outputDir")
	t.set(at("allowedOutputTypes"), "run", "allowedOutputTypes")
	t.set(at("maxOutputFileSize"), "run", "maxOutputFileSize")
	if session := at("interactiveSession"); session != nil {
		if enabled := session.At("enabled"); enabled != nil {
			t.set(enabled, "run", "session", "enabled")
		} else {
			t.setValue(false, session, "run", "session", "enabled") // as the schema of skills.codeExec has it
		}
		t.set(session.At("maxDuration"), "run", "session", "maxDuration")
		t.set(session.At("persistState"), "run", "session", "persistState")
	}
	t.set(pick(at("audit"), "logCode", "logOutput", "retentionDays"), "run", "audit")
	t.set(at("channels"), "run", "channels")
	t.codeexecScopes(at())
}

// codeexecScopes are skills.codeExec, and what stands around it and is not read.
func (t *translation) codeexecScopes(own *document.Node) {
	const alone = "a document with skills.codeExec is read for that alone"
	t.scopes = append(t.scopes,
		scope{node: own, path: []any{"skills", "codeExec"}, reasons: codeexecReasons()},
		scope{node: t.at("skills"), path: []any{"skills"}, keys: beside(t.at("skills"), "codeExec"), reasons: []reason{{key: "*", why: alone}}},
		scope{node: t.from.Root, keys: beside(t.from.Root, "skills"), reasons: []reason{{key: "*", why: alone}}})
}

// beside are the keys of an object but one.
func beside(n *document.Node, key string) []string {
	return append([]string{}, slices.DeleteFunc(keysOf(n), func(k string) bool { return k == key })...)
}
