# METADATA
# title: Verdict on a skill
# description: >-
#   What the gate would do with a skill, from what lint found: input.complete
#   says that the whole skill was read, input.findings holds the severity,
#   confidence and locus of each finding that is not suppressed.
# entrypoint: true
package skillctl.lint.verdict

default decision := "block"

decision := "pass" if {
	not blocked
	not doubtful
}

decision := "review" if {
	not blocked
	doubtful
}

grave := {"critical", "high"}

sure := {"high", "medium"}

# An example in the documentation is read, not run: it can ask for a second
# look, but it does not block by itself.
active(finding) if finding.locus != "example"

blocked if not input.complete

blocked if {
	some finding in input.findings
	finding.severity in grave
	finding.confidence in sure
	active(finding)
}

doubtful if {
	some finding in input.findings
	finding.severity in grave
}

doubtful if {
	some finding in input.findings
	finding.severity == "medium"
	finding.confidence in sure
}
