# METADATA
# title: Verdict on a skill
# description: >-
#   What the gate would do with a skill, from what lint found: input.complete
#   says that the whole skill was read, input.findings holds the category of the rule,
#   whether it is about attacks, and the severity, confidence and locus of each finding
#   that is not suppressed.
# entrypoint: true
package skillctl.lint.verdict

judgement := {"verdict": decision, "safety": safety, "form": form}

# The worse of what is not safe and of what no agent could use. What is only
# untidy changes no verdict.
default decision := "block"

decision := safety if form != "block"

# What the skill may do to whoever has it.
default safety := "block"

safety := "pass" if {
	not harmful
	not doubtful
}

safety := "review" if {
	not harmful
	doubtful
}

harmful if {
	some finding in input.findings
	of_safety(finding)
	blocking(finding)
}

harmful if not told

doubtful if {
	some finding in input.findings
	of_safety(finding)
	doubting(finding)
}

# What was not read may hold anything: somebody has to look. Rules block where what
# was not read is run, or is what the rest depends on.
doubtful if input.complete == false

# Whether it is written as its agents want it.
default form := "block"

form := "pass" if {
	not unusable
	not untidy
}

form := "review" if {
	not unusable
	untidy
}

unusable if {
	some finding in input.findings
	not of_safety(finding)
	blocking(finding)
}

unusable if not told

untidy if {
	some finding in input.findings
	not of_safety(finding)
	doubting(finding)
}

# Who asks without saying what was found gets no yes.
told if {
	is_boolean(input.complete)
	is_array(input.findings)
}

# Rules about front matter, fields and dialects say whether a skill works. All others,
# those of operators too, say whether it is safe, as do some of these.
formal := {"openclaw", "spec", "zeroclaw"}

of_safety(finding) if not finding.category in formal

of_safety(finding) if finding.security

grave := {"critical", "high"}

sure := {"high", "medium"}

blocking(finding) if {
	finding.severity in grave
	finding.confidence in sure
	active(finding)
}

# An example in the documentation is read, not run: it can ask for a second
# look, but it does not block by itself.
active(finding) if finding.locus != "example"

doubting(finding) if finding.severity in grave

doubting(finding) if {
	finding.severity == "medium"
	finding.confidence in sure
}
