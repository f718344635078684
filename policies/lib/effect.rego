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

# How strict each reason is. A reason that does not say what follows is a no.
# This is asked for every decision, so that it calls no function of ours.
ranks(reasons) := {object.get({"allow": 0, "warn": 1, "ask": 2}, object.get(reason, "effect", "deny"), 3) | some reason in reasons}

# What follows from the reasons of one policy that has to answer. With no
# reason at all, or with nothing but warnings, nobody has said yes.
joined(reasons) := order[max(found)] if {
	found := ranks(reasons)
	found - {1} != set()
} else := "deny"

# What follows from reasons that can only tighten.
tightened(reasons) := order[max({0} | ranks(reasons))]

# Somebody has said yes or no.
answered(reasons) if ranks(reasons) - {1} != set()

reason_effect(reason) := object.get(reason, "effect", "deny")
