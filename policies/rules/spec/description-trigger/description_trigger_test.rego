package skillctl.rules.spec["description-trigger_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["description-trigger"] as rule

described(description) := skilltest.having({"description": description})

test_fires_without_a_time if count(rule.findings) == 1 with input as described("A collection of PDF scripts.")

test_silent_with_one if {
	every description in ["Reads PDF files. Use when one is given.", "Reads PDF files that the user asks about.", "读取 PDF 文件"] {
		count(rule.findings) == 0 with input as described(description)
	}
}
