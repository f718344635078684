# Security and ask: how the settings, the host's own approvals and the call are
# merged. The stricter value wins everywhere.
package skillctl.exec.profiles.openclaw

securities := {"deny": 0, "allowlist": 1, "full": 2}

asks := {"off": 0, "on-miss": 1, "always": 2}

# A value that is not known is as strict as can be.
stricter_security(a, b) := a if object.get(securities, a, -1) <= object.get(securities, b, -1)

stricter_security(a, b) := b if object.get(securities, a, -1) > object.get(securities, b, -1)

stricter_ask(a, b) := a if object.get(asks, a, 3) >= object.get(asks, b, 3)

stricter_ask(a, b) := b if object.get(asks, a, 3) < object.get(asks, b, 3)

merged(a, b) := {"security": stricter_security(a.security, b.security), "ask": stricter_ask(a.ask, b.ask)}

modes := {
	"deny": {"security": "deny", "ask": "off"},
	"allowlist": {"security": "allowlist", "ask": "off"},
	"ask": {"security": "allowlist", "ask": "on-miss"},
	"auto": {"security": "allowlist", "ask": "on-miss"},
	"full": {"security": "full", "ask": "off"},
}

# A mode as security and ask, and the other way round.
mode_policy(given) := object.union(modes[given.mode], {"mode": given.mode, "autoReview": given.mode == "auto"}) if {
	modes[given.mode]
}

mode_policy(given) := {"mode": "deny", "security": "deny", "ask": "always", "autoReview": false} if {
	given.mode
	not modes[given.mode]
}

mode_policy(given) := {"mode": mode_name(given.security, given.ask), "security": given.security, "ask": given.ask, "autoReview": false} if {
	not given.mode
}

mode_name("deny", _) := "deny"

mode_name(security, "off") := security if security != "deny"

mode_name(security, ask) := "ask" if {
	security != "deny"
	ask != "off"
}

configured := mode_policy(object.union(
	{"security": object.get(settings, "security", "allowlist"), "ask": object.get(settings, "ask", "on-miss")},
	object.filter(host_settings, ["mode"]),
))

host_policy := {"security": object.get(approvals, "security", "full"), "ask": object.get(approvals, "ask", "off")}

both := merged(configured, host_policy)

# What a call asks for can only harden. In a channel it is ignored when nothing
# is asked otherwise.
call_ask := ask if {
	ask := lower(trim_space(input.request.ask))
	asks[ask]
	not channel_ignores
}

channel_ignores if {
	object.get(input.request, "channel", "") != ""
	both.ask == "off"
}

effective := {"security": "full", "ask": "off"} if {
	bypassed
} else := {"security": both.security, "ask": stricter_ask(both.ask, call_ask)} if {
	call_ask
} else := both

fully(policy) if {
	policy.security == "full"
	policy.ask == "off"
}

# Nothing is asked and no list is looked at: the session has lifted the floors,
# or the request is elevated to "full" and nobody says otherwise.
bypassed if {
	elevation == "full"
	fully(configured)
	fully(host_policy)
}

bypassed if {
	object.get(host_settings, "bypassHostApprovalFloors", false) == true
	configured.ask == "off"
	configured.security == "full"
}

# Whether a person is wanted, by the settings alone.
requires_approval(given) if given.ask == "always"

requires_approval(given) if {
	given.ask == "on-miss"
	given.security == "allowlist"
	given.durable != true
	not clean(given)
}

clean(given) if {
	given.analysed == true
	given.satisfied == true
}

fallback := stricter_security(
	effective.security,
	object.get(approvals, "askFallback", object.get(settings, "askFallback", "deny")),
)
