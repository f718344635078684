package skillctl.rules.spec["description-person_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["description-person"] as rule

described(description) := skilltest.having({"description": description})

test_fires_on_first_person if {
	every description in ["I can read PDF files.", "PDF files. We help you merge them."] {
		count(rule.findings) == 1 with input as described(description)
	}
}

test_silent_on_third_person if {
	every description in ["Reads PDF files.", "Use when the user says \"can I merge PDF files\".", "Helps with I/O."] {
		count(rule.findings) == 0 with input as described(description)
	}
}
