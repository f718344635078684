package skillctl.rules.spec["description-markup_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["description-markup"] as rule

described(description) := skilltest.having({"description": description})

test_fires_on_a_tag if {
	some finding in rule.findings with input as described("Explains <ViewTransition> to users.")
	contains(finding.message, "`<ViewTransition>`")
	finding.severity == "low"
}

test_fires_in_full_for_claude if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as skilltest.for_hosts(described("Ends </skill> early."), ["claude"])
}

test_silent_without_tag if {
	every description in ["Finds files of < 5 MB.", "Maps a -> b and a<b, b>c.", "Reads PDF files."] {
		count(rule.findings) == 0 with input as described(description)
	}
}
