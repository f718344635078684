package skillctl.lib.hosts_test

import data.skillctl.lib.hosts

test_quiet_when_one_of_them_is_likely if {
	hosts.severity({"claude"}, "medium", "low") == "low" with input as {"hosts": [], "likely": ["claude"]}
}

test_quiet_for_the_specification_when_nothing_is_known if {
	hosts.severity({"agentskills"}, "medium", "low") == "low" with input as {"hosts": [], "likely": []}
}

test_undefined_when_nothing_is_known if {
	not hosts.severity({"claude"}, "medium", "low") with input as {"hosts": [], "likely": []}
	not hosts.severity({"claude"}, "medium", "low") with input as {"hosts": []}
}

test_loud_when_one_of_them_is if hosts.severity({"claude", "codex"}, "medium", "low") == "medium" with input as {"hosts": ["claude", "openclaw"]}

test_undefined_when_only_others_are if {
	not hosts.severity({"claude"}, "medium", "low") with input as {"hosts": ["openclaw"]}
}

test_a_field_speaks_to_its_readers if {
	hosts.addressed({"claude"}) == {"claude"} with input as {"hosts": [], "likely": []}
	hosts.addressed({"claude"}) == set() with input as {"hosts": ["codex"], "likely": []}
	hosts.field_severity({"claude"}, "medium", "low") == "low" with input as {"hosts": [], "likely": []}
	hosts.field_severity({"claude"}, "medium", "low") == "medium" with input as {"hosts": ["claude"], "likely": []}
	not hosts.field_severity({"claude"}, "medium", "low") with input as {"hosts": ["codex"], "likely": []}
}

test_concerned if {
	hosts.concerned({"claude", "codex"}) == {"claude", "codex"} with input as {"hosts": [], "likely": ["claude", "codex", "zeroclaw"]}
	hosts.concerned({"claude", "codex"}) == set() with input as {"hosts": [], "likely": []}
	hosts.concerned({"claude", "codex"}) == {"codex"} with input as {"hosts": ["codex", "openclaw"]}
}

test_reading if {
	hosts.reading({"claude"}) == "claude reads"
	hosts.ignoring({"codex", "claude"}) == "claude and codex ignore"
	hosts.doing({"codex"}, "refuse") == "codex refuses"
	hosts.doing({"codex", "claude"}, "refuse") == "claude and codex refuse"
	hosts.doing_not({"codex"}) == "codex does not"
	hosts.doing_not({"codex", "claude"}) == "claude and codex do not"
}
