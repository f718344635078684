# Where a command runs: the request's wish, the settings, and whether there is a
# sandbox.
package skillctl.exec.profiles.openclaw

hosts := {"auto", "sandbox", "gateway", "node"}

# What the request wants: one of the hosts, "" for nothing, "invalid".
wish(given) := "" if trim_space(object.get(given, "host", "")) == ""

wish(given) := name if {
	name := lower(trim_space(given.host))
	name in hosts
}

wish(given) := "invalid" if {
	name := lower(trim_space(given.host))
	name != ""
	not name in hosts
}

# target is {"selected", "effective"} or {"refused"}: given has configuredHost,
# host, elevated, sandboxRequired and sandboxAvailable.
target(given) := {"refused": "invalid"} if wish(given) == "invalid"

target(given) := {"refused": "sandbox-required"} if {
	sandbox_required(given)
	wish(given) != "invalid"
	not sandbox_usable(given)
}

target(given) := {"refused": "not-allowed"} if {
	sandbox_required(given)
	sandbox_usable(given)
	wish(given) in {"gateway", "node"}
}

target(given) := {"selected": chosen, "effective": "sandbox"} if {
	sandbox_required(given)
	sandbox_usable(given)
	chosen := object.get({"": "auto", "auto": "auto", "sandbox": "sandbox"}, wish(given), null)
	chosen != null
}

target(given) := {"refused": "not-allowed"} if {
	not sandbox_required(given)
	wish(given) != "invalid"
	not wish_granted(given)
}

target(given) := {"selected": chosen, "effective": reached(chosen, given)} if {
	not sandbox_required(given)
	wish_granted(given)
	not elevated(given)
	chosen := selected(given)
}

target(given) := {"selected": chosen, "effective": chosen} if {
	not sandbox_required(given)
	wish_granted(given)
	elevated(given)
	chosen := object.get({"node": "node"}, selected(given), "gateway")
}

sandbox_required(given) if object.get(given, "sandboxRequired", false) == true

sandbox_available(given) if object.get(given, "sandboxAvailable", false) == true

elevated(given) if object.get(given, "elevated", false) == true

sandbox_usable(given) if {
	sandbox_available(given)
	not elevated(given)
}

configured_host(given) := object.get(given, "configuredHost", "auto")

selected(given) := configured_host(given) if wish(given) in {"", "auto"}

selected(given) := wish(given) if not wish(given) in {"", "auto"}

wish_granted(given) if wish(given) in {"", "auto", configured_host(given)}

wish_granted(given) if {
	configured_host(given) == "auto"
	wish(given) == "sandbox"
}

wish_granted(given) if {
	configured_host(given) == "auto"
	wish(given) in hosts
	not sandbox_available(given)
}

reached("auto", given) := "sandbox" if sandbox_available(given)

reached("auto", given) := "gateway" if not sandbox_available(given)

reached(chosen, _) := chosen if chosen != "auto"

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
	elevated_settings.allowed == true
}

# How far a request is elevated: "off", "ask" or "full". Asking for it gives at
# least "ask".
elevation := object.get({"full": "full"}, elevated_level, "ask") if input.request.elevated == true

elevation := "off" if input.request.elevated == false

elevation := elevated_level if {
	not is_boolean(object.get(input.request, "elevated", null))
	elevation_open
}

elevation := "off" if {
	not is_boolean(object.get(input.request, "elevated", null))
	not elevation_open
}
