# Where a command runs: the request's wish, the settings, and whether there is a
# sandbox.
package skillctl.exec.profiles.openclaw

# What the request wants: one of the hosts, "" for nothing, "invalid".
wish(given) := known_host(lower(trim_space(object.get(given, "host", ""))))

known_host(name) := name if {
	name in {"", "auto", "sandbox", "gateway", "node"}
} else := "invalid"

# target is {"selected", "effective"} or {"refused"}: given has configuredHost,
# host, elevated, sandboxRequired and sandboxAvailable.
target(given) := answer if {
	wanted := wish(given)
	answer := placed(wanted, object.get(given, "configuredHost", "auto"), object.union(target_defaults, given))
}

target_defaults := {"sandboxRequired": false, "sandboxAvailable": false, "elevated": false}

placed(wanted, settled, given) := {"refused": "invalid"} if {
	wanted == "invalid"
} else := required(wanted, given) if {
	given.sandboxRequired
} else := {"refused": "not-allowed"} if {
	not granted(wanted, settled, given)
} else := {"selected": chosen, "effective": chosen} if {
	given.elevated
	chosen := object.get({"node": "node"}, selected(wanted, settled), "gateway")
} else := {"selected": chosen, "effective": reached(chosen, given)} if {
	chosen := selected(wanted, settled)
}

# Where a sandbox is required there has to be one, and nothing else will do.
required(wanted, given) := {"refused": "sandbox-required"} if {
	not sandbox_usable(given)
} else := {"refused": "not-allowed"} if {
	wanted in {"gateway", "node"}
} else := {"selected": object.get({"": "auto"}, wanted, wanted), "effective": "sandbox"}

sandbox_usable(given) if {
	given.sandboxAvailable
	not given.elevated
}

selected(wanted, settled) := settled if {
	wanted in {"", "auto"}
} else := wanted

granted(wanted, _, _) if wanted in {"", "auto"}

granted(same, same, _)

granted("sandbox", "auto", _)

granted(_, "auto", given) if not given.sandboxAvailable

reached(chosen, given) := chosen if {
	chosen != "auto"
} else := "sandbox" if {
	given.sandboxAvailable
} else := "gateway"

sandbox := object.get(host_settings, "sandbox", {})

resolved := target({
	"configuredHost": object.get(host_settings, "host", "auto"),
	"host": object.get(input.request, "host", ""),
	"elevated": elevation != "off",
	"sandboxRequired": object.get(sandbox, "required", false),
	"sandboxAvailable": object.get(sandbox, "available", false),
})

elevated_settings := object.get(host_settings, "elevated", {})

elevated_level := object.get({"full": "full", "ask": "ask", "on": "ask"}, object.get(elevated_settings, "defaultLevel", "off"), "off")

elevation_open if {
	elevated_settings.enabled == true
	elevation_allowed
}

elevation_allowed if elevated_settings.allowed == true

# By who asks: both lists, where there are two.
elevation_allowed if {
	not "allowed" in object.keys(elevated_settings)
	listed(elevated_settings.allowFrom)
	every list in [elevated_settings[key] | key := "alsoFrom"; elevated_settings[key]] {
		listed(list)
	}
}

# Whether a list by channels has who asks in it.
listed(list) if {
	some entry in list[lower(trim_space(input.request.channel))]
	trim_space(entry) == "*"
}

listed(list) if {
	some entry in list[lower(trim_space(input.request.channel))]
	trim_space(entry) != ""
	trim_space(entry) in senders
}

# Who asks, with and without the name of the channel before it.
senders := {sender, regex.replace(sender, `^(?i:[a-z]+):`, "")} if {
	sender := trim_space(input.request.sender)
}

# How far a request is elevated: "off", "ask" or "full". Asking for it gives at
# least "ask".
elevation := object.get({"full": "full"}, elevated_level, "ask") if {
	input.request.elevated == true
} else := "off" if {
	input.request.elevated == false
} else := elevated_level if {
	elevation_open
} else := "off"
