# METADATA
# title: Groups
# description: What has one key, found without holding each against all others.
package skillctl.lib.groups

# by_key gives {key: {value, …}} for pairs [key, value]. One call merges them, so that it
# takes as long as there are pairs, whoever evaluates it: a rule with the key in its head
# and a comprehension in a comprehension do not.
by_key(pairs) := {key: object.keys(group) |
	some key, group in object.union_n([{key: {value: true}} | some [key, value] in pairs])
}
