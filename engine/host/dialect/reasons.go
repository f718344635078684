package dialect

import "github.com/skillctl/skillctl/internal/document"

// toolsKeys are the keys of tools that are about commands.
func toolsKeys() []string {
	return []string{"exec", "elevated", "profile", "allow", "alsoAllow", "deny", "byProvider", "toolsBySender", "sandbox"}
}

// toolsReasons are those of tools in openclaw.json.
func toolsReasons() []reason {
	return []reason{
		{key: "byProvider", why: "skillctl does not know which model asks"}, {key: "toolsBySender", why: "skillctl has one list of tools for all senders"},
		{key: "exec.node", why: "it is blank, or tools.exec.host is another place"},
		{key: "exec.commandHighlighting", why: "skillctl has its own way to show a command", same: false},
		{key: "exec.grantExpiryDays", why: "`skillctl approvals` says how long an approval lasts"},
		{key: "exec.reviewer", why: "no model reviews a command; a person is asked"},
		{key: "exec.cleanupMs", why: "run.audit.retentionDays says how long records of runs are kept"},
		{key: "exec.applyPatch", why: "skillctl applies no patches"},
		{key: "exec.pathPrepend", why: "it is no absolute path"},
		{key: "exec.safeBinTrustedDirs", why: "it is no absolute path"},
	}
}

// sandboxReasons are those of an agent's sandbox in openclaw.json.
func sandboxReasons() []reason {
	const (
		session = "each run has a container of its own"
		limits  = "skillctl has no such setting for a container"
	)
	return []reason{
		{key: "backend", why: "skillctl runs commands in Docker or on this machine", same: "docker"},
		{key: "scope", why: session}, {key: "prune", why: session}, {key: "sessionToolsVisibility", why: session},
		{key: "workspaceRoot", why: "a run sees the folder that it is started in"},
		{key: "ssh", why: "run.nodes names machines, --node one of them"},
		{key: "browser", why: "skillctl runs no browser"},
		{key: "docker.containerPrefix", why: "skillctl has its own names"},
		{key: "docker.workdir", why: "the working directory is /workspace in every container", same: "/workspace"},
		{key: "docker.tmpfs", why: "it is no absolute path"},
		{key: "docker.capDrop", why: "all capabilities are dropped, whatever is listed", same: []any{"ALL"}},
		{key: "docker.env.*", why: "it is not the name of a variable, or its value holds a NUL character"},
		{key: "docker.setupCommand", why: "each run has a new container, in which nothing runs but what was judged; build an image with it and name that as image"},
		{key: "docker.ulimits.*", why: "it has to be a number of at least 0, or two of them"},
		{key: "docker.ulimits.*.*", why: "the lower of soft and hard holds for both"},
		{key: "docker.memorySwap", why: "a container has no swap besides its memory"},
		{key: "docker.user", why: "it has to be two numbers, uid:gid"},
		{key: "docker.gpus", why: limits}, {key: "docker.apparmorProfile", why: limits},
		{key: "docker.dns", why: "it is no IP address, or docker.network is none"},
		{key: "docker.extraHosts", why: "it is not name:address, or docker.network is none"},
		{key: "docker.dangerouslyAllowReservedContainerTargets", why: "it stays refused", same: false},
		{key: "docker.dangerouslyAllowExternalBindSources", why: "whoever writes the settings answers for what is mounted", same: false},
		{key: "docker.dangerouslyAllowContainerNamespaceJoin", why: "it stays refused", same: false},
	}
}

// entryReasons are those of a skill's entry in openclaw.json where all commands run in
// a sandbox.
func entryReasons() []reason {
	const own = "sandbox.mode is all, and OpenClaw gives a container no variables of a skill; sandbox.docker.env gives it its own"
	return []reason{{key: "env", why: own}, {key: "apiKey", why: own}}
}

// riskReasons are those of a risk profile in ZeroClaw's config.toml.
func riskReasons() []reason {
	return []reason{
		{key: "firejail_args", why: "skillctl does not use firejail"},
		{key: "approval_route", why: "`skillctl approvals` and exec.askFallback say who approves"},
		{key: "auto_approve", why: "which tools are approved is for their host to say"},
		{key: "always_ask", why: "which tools are asked about is for their host to say"},
		{key: "non_cli_excluded_tools", why: "which tools an agent has is for their host to say"},
	}
}

// sandboxNamed are those of a risk profile's sandbox, where something else than it
// holds; contained says that runtime.kind is docker.
func sandboxNamed(risk *document.Node, contained bool) []reason {
	const own = "the container of runtime.docker is the boundary"
	backend, enabled := textOf(risk.At("sandbox_backend")), risk.At("sandbox_enabled")
	switch {
	case contained:
		return []reason{{key: "sandbox_enabled", why: own, same: false, taken: true}, {key: "sandbox_backend", why: own, same: "none", taken: true}}
	case enabled != nil && enabled.Interface() == false:
		return []reason{{key: "sandbox_backend", why: "sandbox_enabled is false", same: "none", taken: true}}
	case backend == "none":
		return []reason{{key: "sandbox_enabled", why: "sandbox_backend is none", taken: true}}
	}
	return nil
}

// runtimeReasons are those of [runtime] in ZeroClaw's config.toml.
func runtimeReasons() []reason {
	const unlimited = "there is always a limit; run.limits has it"
	return []reason{
		{key: "shell", why: "a text is run by the shell of this machine, or of the container"},
		{key: "docker", why: "runtime.kind is not docker"},
		{key: "docker.memory_limit_mb", why: unlimited}, {key: "docker.cpu_limit", why: unlimited},
		{key: "docker.network", why: "it is blank, and none holds"},
		{key: "docker.allowed_workspace_roots", why: "it is no absolute path"},
	}
}

// codeexecReasons are those of skills.codeExec.
func codeexecReasons() []reason {
	return []reason{
		{key: "typescript", why: "codeExec.typescript.interpreter says what runs TypeScript"},
		{key: "audit.enabled", why: "runs are always recorded", same: true},
		{key: "sandbox.containerExec", why: "code runs in a container where sandbox is set", same: true},
		{key: "javascript.runtime", why: "node runs JavaScript", same: "node"},
		{key: "sandbox.network", why: "network of codeExec itself holds"},
		{key: "sandbox.seccomp", why: "the profile of skillctl holds", same: "default"},
		{key: "seccomp", why: "the profile of skillctl, or that of sandbox.seccomp, holds", same: "default"},
	}
}
