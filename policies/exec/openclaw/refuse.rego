# What is refused whatever the command is, or whatever the settings say about
# commands.
package skillctl.exec.profiles.openclaw

refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/refuse",
	"message": "the command cannot be read at all",
	"hint": "OpenClaw takes text that is UTF-8, without NUL bytes, and not too long",
} if {
	not view
}

refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/refuse",
	"message": "the command is empty",
} if {
	input.facts.source.blank
}

refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/mode",
	"message": "the request is elevated, and that is not available here",
	"hint": elevation_hint,
	"setting": ["openclaw", "elevated"],
} if {
	elevation != "off"
	not elevation_open
}

default elevation_hint := "set openclaw.elevated.enabled, and openclaw.elevated.allowed or allowFrom, or leave it out"

elevation_hint := "openclaw.elevated.allowFrom has the senders of channels; give the request the channel and the sender that it came from, or leave it out" if {
	elevated_settings.enabled == true
	elevated_settings.allowFrom
}

host_refusals := {
	"invalid": "there is no host of this name; auto, sandbox, gateway or node is wanted",
	"sandbox-required": "the session has to run in a sandbox, and there is none to run in",
	"not-allowed": "the settings do not let a request choose this host",
}

refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/host",
	"message": sprintf("host %q: %s", [object.get(input.request, "host", ""), host_refusals[resolved.refused]]),
	"setting": ["openclaw", "host"],
} if {
	resolved.refused
}

refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/host",
	"message": "the command is to run in a sandbox, and there is none",
	"hint": "switch sandboxing on, or choose host auto or gateway",
	"setting": ["openclaw", "host"],
} if {
	resolved.effective == "sandbox"
	object.get(sandbox, "available", false) != true
}

refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/mode",
	"message": "nothing may run: the stricter of the settings and the host's approvals is security \"deny\"",
	"setting": ["exec", "security"],
} if {
	effective.security == "deny"
	object.get(resolved, "effective", "") != "sandbox"
}

# The host's approvals do not hold in a sandbox; what the settings themselves say
# does.
refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/mode",
	"message": "nothing may run, in a sandbox neither: the settings say security \"deny\"",
	"setting": ["exec", "security"],
} if {
	configured.security == "deny"
	object.get(resolved, "effective", "") == "sandbox"
}

controls := {
	"approve": "it would answer an approval request by itself: /approve is for people",
	"channels-login": "it would log a channel in, which wants a terminal",
}

refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/refuse",
	"message": sprintf("the command controls OpenClaw: %s", [controls[view.control]]),
} if {
	view.control != ""
}

refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/refuse",
	"message": sprintf("the working directory %q is no folder", [input.request.cwd]),
} if {
	not view.workdir
}

refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/environment",
	"message": sprintf("the request sets %q, which changes what programs run or load", [name]),
	"hint": "leave it out of the request's environment",
} if {
	some name in judged_environment.blocked
}

refusals contains {
	"effect": "deny",
	"rule": "exec/openclaw/environment",
	"message": sprintf("the request sets %q, which is not the name of a variable", [name]),
	"hint": "letters, digits and _ are wanted",
} if {
	some name in judged_environment.invalid
}
