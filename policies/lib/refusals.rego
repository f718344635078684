# METADATA
# title: What is taken away from somebody
# description: >-
#   Whether a sentence or a policy takes something from the account that it names, or keeps it from
#   them: nothing goes to whoever that is.
package skillctl.lib.refusals

# Every clause with the name takes something away and gives nothing.
refuses(text, name) if {
	clauses := [clause | some clause in regex.split(`[.;:!?](\s|$)|\n`, text); contains(clause, name)]
	count(clauses) > 0
	every clause in clauses { takes(clause) }
}

takes(clause) if {
	regex.match(`(?i)^[^\pL]*((please|always|then|also|and|first|you|we|must|should|shall|will|to) )*(den(y|ies|ied|ying)|block|reject|refuse|revoke|remove|strip|disallow|forbid|(do not|don['’]t|never|must not) (grant|give|share|open|add|allow|let|trust|send|invite))\b`, clause)
	not regex.match(gives, clause)
}

# What it has beside that may give something: an exception, another one in its place, one more act.
gives := `(?i)\b(except\w*|unless|until|but|other|others|apart|besides|instead|only|rather|than|without|replace\w*|then|and (then )?(grant|give|share|open|add|allow|let|trust|send|invite|put|use|set|enter|pay)|by|restrict\w*|limit\w*|block\w* (rules?|lists?)|deny ?(rules?|lists?)|ban\w*|polic(y|ies) (for|of|against)|guard\w*|alerts?|warnings?|approval|review)\b`

# A statement of a policy denies, and names the account as whom it is about: what stands in a
# condition, or is left out of it, may do it.
denied(before, behind) if {
	effects := regex.find_all_string_submatch_n(`(?i)"?effect"?\s*[:=]\s*"?(allow|deny)`, before, -1)
	count(effects) > 0
	lower(effects[count(effects) - 1][1]) == "deny"
	subject(before)
	not excepted(before, behind)
}

# The effect may stand behind the principal.
denied(before, behind) if {
	not regex.match(`(?i)"?effect"?\s*[:=]`, before)
	effect := regex.find_all_string_submatch_n(`(?i)"?effect"?\s*[:=]\s*"?(allow|deny)`, behind, 1)
	lower(effect[0][1]) == "deny"
	subject(before)
	not excepted(before, behind)
}

subject(before) if regex.match(`(?i)(^|[^a-z])principals?["']?\s*[:=]?\s*[{\[]?[^{}]*$|(^|[^a-z])principals?["']?\s*[:=]?\s*\{\s*["']?(aws|type|identifiers)[^}]*$`, before)

excepted(before, _) if regex.match(`(?i)not_?principals?["']?\s*[:=]?[^}]*$|condition["']?\s*[:=]?[^}]*$`, before)
