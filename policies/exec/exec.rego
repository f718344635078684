# METADATA
# title: May this run?
# description: >-
#   Asks the profile that the request names, joins what the operator's own
#   policies say, which can only tighten, and hands both back. A profile is the
#   package skillctl.exec.profiles.<name>; it answers with "reasons", a set of
#   objects of the shape #ExecReason, and may give a "boundary" and "details".
# entrypoint: true
package skillctl.exec

import data.skillctl.lib.effect

decision := {
	"effect": effect.stricter(profile_effect, user_effect),
	"reasons": ((profile_reasons | silence) | user_reasons),
	"boundary": boundary,
	"details": details,
}

profile_reasons := {reason | some reason in data.skillctl.exec.profiles[input.profile].reasons}

profile_effect := effect.joined(profile_reasons)

# The operator's policies, one reason each as {"policy", "reason"}: the module
# that gathers them is made when they are loaded.
user_reasons := {object.union(reason, {
	"effect": object.get(unattended, said, said),
	"rule": sprintf("%s: %s", [entry.policy, object.get(reason, "rule", "reasons")]),
}) |
	some entry in data.skillctl.exec.operator.reasons
	reason := as_reason(entry.reason)
	said := effect.reason_effect(reason)
	said != "allow"
}

as_reason(reason) := reason if is_object(reason)

as_reason(reason) := {"message": sprintf("%v", [reason])} if not is_object(reason)

# Where nobody can be asked, to ask is to refuse.
unattended := {"ask": "deny"} if object.get(input.request, "approver", true) == false

unattended := {} if object.get(input.request, "approver", true) != false

user_effect := effect.tightened(user_reasons)

silence contains {
	"effect": "deny",
	"rule": "exec/silence",
	"message": sprintf("profile %q does not answer for this request, and silence is a no", [input.profile]),
	"setting": ["exec", "profile"],
} if {
	not effect.answered(profile_reasons)
}

default boundary := {}

boundary := data.skillctl.exec.profiles[input.profile].boundary

default details := {}

details := data.skillctl.exec.profiles[input.profile].details
