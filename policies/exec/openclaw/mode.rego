# Security and ask: how the settings, the host's own approvals and the call are
# merged. The stricter value wins everywhere.
package skillctl.exec.profiles.openclaw

securities := {"deny": 0, "allowlist": 1, "full": 2}

asks := {"off": 0, "on-miss": 1, "always": 2}

# A value that is not known is as strict as can be.
known_security(word) := word if {
	securities[word] >= 0
} else := "deny"

known_ask(word) := word if {
	asks[word] >= 0
} else := "always"

stricter_security(a, b) := known_security(a) if {
	securities[known_security(a)] <= securities[known_security(b)]
} else := known_security(b)

stricter_ask(a, b) := known_ask(a) if {
	asks[known_ask(a)] >= asks[known_ask(b)]
} else := known_ask(b)

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
} else := {"mode": "deny", "security": "deny", "ask": "always", "autoReview": false} if {
	given.mode
	not modes[given.mode]
} else := {"mode": mode_name(given.security, given.ask), "security": given.security, "ask": given.ask, "autoReview": false} if {
	not given.mode
}

mode_name("deny", _) := "deny"

mode_name(security, "off") := security if security != "deny"

mode_name(security, ask) := "ask" if {
	security != "deny"
	ask != "off"
}

configured := mode_policy(object.union_n([
	{"security": object.get(settings, "security", "allowlist"), "ask": object.get(settings, "ask", "on-miss")},
	released,
	object.filter(host_settings, ["mode"]),
]))

# What is set nowhere is as the chosen release has it; the newest is what the
# settings have then.
older_defaults := {"2026.1": {"security": "allowlist", "ask": "on-miss"}}

released := object.filter(
	object.get(older_defaults, object.get(host_settings, "release", ""), {}),
	object.get(host_settings, "defaults", []),
)

host_policy := {"security": object.get(approvals, "security", "full"), "ask": object.get(approvals, "ask", "off")}

# Where the floors are lifted, the host's own approvals do not count.
both := configured if {
	lifted
} else := merged(configured, host_policy)

lifted if object.get(host_settings, "bypassHostApprovalFloors", false) == true

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

effective := {"security": configured.security, "ask": "off"} if {
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
	lifted
	configured.ask == "off"
	configured.security != "deny"
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

fallback := "deny" if {
	lifted
} else := stricter_security(
	effective.security,
	object.get(approvals, "askFallback", object.get(settings, "askFallback", "deny")),
)
