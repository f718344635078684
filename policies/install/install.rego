# METADATA
# title: May this be installed?
# description: >-
#   Joins what the policies of this folder say with what the operator's own say,
#   which can only tighten. Each file adds to "reasons", objects of the shape
#   #InstallReason of schema/install.cue; a reason to allow comes from origin.rego
#   alone, so that what comes from nowhere known is denied.
# entrypoint: true
package skillctl.install

import data.skillctl.lib.effect

decision := {"effect": told, "reasons": (all_reasons | translation)}

all_reasons := (own_reasons | silence) | operator_reasons

# An agent's own test of its policy is answered as what it is: see doctor.rego.
own_reasons := probe_reasons if probe

own_reasons := reasons if not probe

silence contains {
	"rule": "install/silence",
	"effect": "deny",
	"message": "no policy allows this installation, so it is denied",
} if {
	not effect.answered(own_reasons)
}

operator_reasons := {object.union(reason, {
	"effect": said,
	"rule": sprintf("%s: %s", [entry.policy, object.get(reason, "rule", "reasons")]),
}) |
	some entry in data.skillctl.install.operator.reasons
	reason := as_reason(entry.reason)
	said := effect.reason_effect(reason)
	said != "allow"
}

as_reason(reason) := object.union({"message": "the operator's policy gives no message"}, reason) if is_object(reason)

as_reason(reason) := {"message": sprintf("%v", [reason])} if not is_object(reason)

joined := effect.stricter(effect.joined(own_reasons | silence), effect.tightened(operator_reasons))

warned if joined in {"warn", "ask"}

# OpenClaw takes a warning for an error before 2026.8.1.
told := joined if not warned

told := "warn" if {
	warned
	knows_warnings
}

told := "deny" if {
	warned
	not knows_warnings
	input.settings.openclaw.warnAs != "allow"
}

told := "allow" if {
	warned
	not knows_warnings
	input.settings.openclaw.warnAs == "allow"
}

translation contains {
	"rule": "install/openclaw/warning",
	"effect": told,
	"message": sprintf("OpenClaw %s cannot show warnings, so these count as %q", [version_shown, told]),
	"hint": "update OpenClaw to 2026.8.1 or later, which asks its user",
	"setting": ["install", "openclaw", "warnAs"],
} if {
	warned
	not knows_warnings
}

version_shown := input.request.version if input.request.version != ""

version_shown := "of an unknown version" if input.request.version == ""

knows_warnings if input.request.host != "openclaw"

knows_warnings if {
	parts := regex.find_all_string_submatch_n(`^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-?)([A-Za-z]?)`, input.request.version, 1)[0]
	number := [to_number(parts[1]), to_number(parts[2]), to_number(parts[3])]
	not older(number, parts[5])
}

older(number, _) if number < [2026, 8, 1]

# A version before the release, such as 2026.8.1-beta.1.
older(number, letter) if {
	number == [2026, 8, 1]
	letter != ""
}

# What is asked for, in short.
request := input.request

settings := input.settings

facts := input.facts

is_skill if request.target.type == "skill"

is_plugin if request.target.type == "plugin"

# The skill itself: that of the folder, not one that it brings along.
subject := skill if {
	is_skill
	skill := [found | some found in facts.skills; found.path == "."][0]
}

# A text of the origin, "" when there is none.
told_of(key) := value if {
	value := request.origin[key]
	is_string(value)
} else := ""

matches(pattern, value) if glob.match(lower(pattern), ["/"], lower(value))

any_match(patterns, value) if {
	some pattern in patterns
	matches(pattern, value)
}
