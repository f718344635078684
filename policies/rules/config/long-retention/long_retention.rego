# METADATA
# title: Code and output are kept for years
# description: >-
#   A record of what was run, or of what it printed, contains the secrets in it too.
#   The longer it is kept, the more people can find them.
# custom:
#   severity: low
#   confidence: medium
#   locus: config
#   unit: config
#   fix: none
#   options:
#     max:
#       default: 400
#       description: Days from which on a record is kept for long.
package skillctl.rules.config["long-retention"]

findings contains {
	"message": sprintf("%s kept for %d days, with the secrets in it", [said(logged), days]),
	"hint": sprintf("keep it for %d days at most, or leave out what was run and printed", [limit]),
	"at": {"path": array.concat(place, ["retentionDays"])},
} if {
	some place, audit in records
	days := audit.retentionDays
	is_number(days)
	days > limit
	logged := {word | some key, word in words; audit[key] == true}
	count(logged) > 0
}

limit := input.options["config/long-retention"].max

words := {"logCode": "what runs", "logOutput": "what it prints"}

said(logged) := sprintf("%s is", [concat(" and ", sort(logged))]) if count(logged) == 1

said(logged) := sprintf("%s are", [concat(" and ", sort(logged))]) if count(logged) == 2

records[["skills", "codeExec", "audit"]] := input.config.value.skills.codeExec.audit if input.config.kind == "codeexec"

records[["run", "audit"]] := input.config.value.run.audit if input.config.kind == "skillctl"
