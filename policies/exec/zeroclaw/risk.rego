# The risk classes: the highest of all segments holds.
package skillctl.exec.profiles.zeroclaw

risk := "high" if {
	object.get(cfg, "runtime_has_shell", true) == false
} else := "high" if {
	view.dialect == "powershell"
	not readable
} else := "high" if {
	"high" in segment_risks
} else := "medium" if {
	"medium" in segment_risks
} else := "low"

readable if {
	view.grammar
	view.variables
}

segment_risks := [found |
	some segment in view.segments
	segment.word != ""
	found := segment_risk(segment)
]

default risk_span := null

# Where the segment stands that makes the class what it is.
risk_span := [segment.span |
	some segment in view.segments
	segment.word != ""
	segment_risk(segment) == risk
][0]

segment_risk(segment) := object.get({"none": "low"}, generic_risk(segment), generic_risk(segment)) if view.dialect != "powershell"

segment_risk(segment) := powershell_risk(segment) if view.dialect == "powershell"

# "none" is a program that no table knows.
generic_risk(segment) := "high" if {
	segment.riskBase in table.risk.high
} else := "high" if {
	some text in table.risk.high_texts
	contains(segment.lower, text)
} else := "medium" if {
	segment.argsLower[0] in table.risk.medium_verbs[segment.riskBase]
} else := "low" if {
	table.risk.medium_verbs[segment.riskBase]
} else := "medium" if {
	segment.riskBase in table.risk.medium
} else := "none"

powershell_risk(segment) := "high" if {
	segment.batch
} else := "high" if {
	segment.provider
} else := "high" if {
	segment.dollar
	not plain_print(segment)
} else := "high" if {
	segment.script
} else := "high" if {
	segment.riskBase in table.powershell.shells
} else := "low" if {
	segment.riskBase in table.powershell.low
} else := "high" if {
	segment.riskBase in table.powershell.high
} else := "medium" if {
	segment.riskBase in table.powershell.medium
} else := object.get({"none": "high"}, generic_risk(segment), generic_risk(segment))

# A variable may be printed where nothing reads what is printed.
plain_print(segment) if {
	count(view.segments) == 1
	segment.riskBase in table.powershell.printers
}
