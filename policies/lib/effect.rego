# METADATA
# title: Effects
# description: >-
#   What can follow from a request, from the mildest to the strictest, and how
#   several are joined: the strictest holds, and silence is a no.
package skillctl.lib.effect

order := ["allow", "warn", "ask", "deny"]

# How strict an effect is, 0 to 3. What is not an effect counts as the strictest.
rank(effect) := object.get({"allow": 0, "warn": 1, "ask": 2}, effect, 3)

# The strictest of two effects.
stricter(a, b) := order[max({rank(a), rank(b)})]

# What follows from the reasons of one policy that has to answer. With no
# reason at all, or with nothing but warnings, nobody has said yes.
joined(reasons) := order[max({rank(reason_effect(reason)) | some reason in reasons})] if answered(reasons)

joined(reasons) := "deny" if not answered(reasons)

# What follows from reasons that can only tighten.
tightened(reasons) := order[max({0} | {rank(reason_effect(reason)) | some reason in reasons})]

answered(reasons) if {
	some reason in reasons
	reason_effect(reason) != "warn"
}

# A reason that does not say what follows is a no.
reason_effect(reason) := object.get(reason, "effect", "deny")
