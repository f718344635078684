# METADATA
# title: May this run?
# description: >-
#   Asks the profile that the request names and the operator's own policies, which
#   can only tighten, and returns the strictest answer. A profile is the
#   package skillctl.exec.profiles.<name>; it answers with "reasons", a set of
#   objects of the shape #ExecReason, and may give "details" and a "boundary" with
#   the agent that it would choose.
# entrypoint: true
package skillctl.exec

import data.skillctl.lib.effect

decision := {
	"effect": effect.stricter(effect.stricter(profile_effect, user_effect), effect.tightened(((boundary_reasons | language_reasons) | skill_reasons))),
	"reasons": ((((((profile_reasons | silence) | user_reasons) | approval_reasons) | boundary_reasons) | language_reasons) | skill_reasons),
	"boundary": place,
	"details": details,
	"offers": offers,
}

default profile_reasons := set()

profile_reasons := data.skillctl.exec.profiles[input.profile].reasons

profile_effect := effect.joined(profile_reasons)

# The operator's policies, one reason each as {"policy", "reason"}: the module
# that gathers them is made when they are loaded.
user_reasons := {object.union(reason, {
	"effect": object.get(answered, said, said),
	"rule": sprintf("%s: %s", [entry.policy, object.get(reason, "rule", "reasons")]),
}) |
	some entry in data.skillctl.exec.operator.reasons
	reason := as_reason(entry.reason)
	said := effect.reason_effect(reason)
	said != "allow"
}

as_reason(reason) := reason if is_object(reason)

as_reason(reason) := {"message": sprintf("%v", [reason])} if not is_object(reason)

# A question of the operator's policies is answered by an approval; where nobody
# can be asked, it is a no.
answered := {"ask": "allow"} if approved

answered := {"ask": "deny"} if {
	not approved
	object.get(input.request, "approver", true) == false
}

answered := {} if {
	not approved
	object.get(input.request, "approver", true) != false
}

approved if object.get(input.request, "approved", false) == true

user_effect := effect.tightened(user_reasons)

# Which approval answers. It joins the reasons, and takes no part in the effect:
# it is for the profile to say what an approval lets pass.
approval_reasons contains {
	"effect": "allow",
	"rule": sprintf("approval/%s", [answer.id]),
	"message": sprintf("approved by %q (%s): %q", [answer.reviewer, answer.scope, answer.reason]),
} if {
	approved
	answer := input.request.approval
}

silence contains {
	"effect": "deny",
	"rule": "exec/silence",
	"message": sprintf("profile %q has no answer for this request, so it is denied", [input.profile]),
	"setting": ["exec", "profile"],
} if {
	not effect.answered(profile_reasons)
}

# What the settings say of code in a language: see language.rego.
language_reasons := data.skillctl.exec.language.reasons

# Which variables of a skill it is not given, and whether the agent has a tool that
# runs commands: see skill.rego and tools.rego.
skill_reasons := data.skillctl.exec.skill.reasons | data.skillctl.exec.tools.reasons

# Where it would run: see boundary.rego. Of a request that names no machine there
# is only what the profile says.
boundary_reasons := data.skillctl.exec.boundary.reasons

default place := {}

place := data.skillctl.exec.profiles[input.profile].boundary if not input.machine

place := data.skillctl.exec.boundary.drawn if input.machine

default details := {}

details := data.skillctl.exec.profiles[input.profile].details

# What somebody may add to the allow-list, narrow and then wide: each with a hint that is
# shown if that would change the answer. Reasons that it is a hint of have an "offered", the
# text before it.
default offers := []

offers := data.skillctl.exec.profiles[input.profile].offers
