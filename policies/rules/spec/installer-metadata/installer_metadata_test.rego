package skillctl.rules.spec["installer-metadata_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["installer-metadata"] as rule

test_fires_on_metadata_of_gh if {
	{finding.at.path | some finding in rule.findings} == {["metadata", "github-ref"]} with input as skilltest.having({"metadata": {"github-ref": "main", "author": "a"}})
}

test_silent_without if count(rule.findings) == 0 with input as skilltest.having({"metadata": {"github": "https://github.com/x/y"}})
