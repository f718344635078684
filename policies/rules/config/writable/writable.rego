# METADATA
# title: Other users can write the configuration
# description: >-
#   Whoever can write the configuration of an agent decides what its agents may
#   run.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
#   security: true
package skillctl.rules.config.writable

findings contains {
	"message": sprintf("every user of this machine can write this file (mode %s)", [input.config.mode]),
	"hint": "take the permission away: chmod o-w, or 600 where it holds secrets",
	"at": {},
} if {
	bits.and(to_number(digit(1)), 2) == 2
}

findings contains {
	"message": sprintf("the group can write this file (mode %s)", [input.config.mode]),
	"hint": "take the permission away with chmod g-w, unless everybody in the group decides what agents may run",
	"at": {},
	"severity": "low",
} if {
	bits.and(to_number(digit(2)), 2) == 2
	bits.and(to_number(digit(1)), 2) == 0
}

# digit is the octal digit for others (1), the group (2) or the owner (3).
digit(i) := substring(input.config.mode, 4 - i, 1) if count(input.config.mode) == 4
