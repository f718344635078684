package skillctl.exec.profiles.zeroclaw_risk_test

import data.skillctl.exec.profiles.zeroclaw
import data.skillctl.exec.profiles.zeroclaw_test as fixture

risk_of(dialect, commands) := answer if {
	answer := zeroclaw.risk with input as fixture.call(dialect, [fixture.segment(command) | some command in commands], {})
}

test_the_highest_segment_holds if {
	risk_of("posix", [["ls"]]) == "low"
	risk_of("posix", [["ls"], ["git", "push"]]) == "medium"
	risk_of("posix", [["git", "push"], ["rm", "x"]]) == "high"
	risk_of("posix", [["echo", "rm", "-rf", "/"]]) == "high"
	risk_of("posix", [["git", "status"]]) == "low"
	risk_of("posix", [["git", "-C", "x", "push"]]) == "low"
	risk_of("posix", []) == "low"
}

test_names_mean_other_things_in_powershell if {
	risk_of("posix", [["ri", "x"]]) == "low"
	risk_of("powershell", [["ri", "x"]]) == "high"
	risk_of("powershell", [["ni", "x"]]) == "medium"
	risk_of("powershell", [["get-date"]]) == "low"
	risk_of("powershell", [["npm", "test"]]) == "low"
	risk_of("powershell", [["mytool"]]) == "high"
}

test_variables_may_only_be_printed if {
	doc := fixture.call("powershell", [fixture.segment(["echo", "$x"])], {})
	marked := json.patch(doc, [{"op": "replace", "path": "/facts/zeroclaw/segments/0/dollar", "value": true}])
	zeroclaw.risk == "low" with input as marked
	piped := json.patch(marked, [{"op": "add", "path": "/facts/zeroclaw/segments/-", "value": fixture.segment(["cat"])}])
	zeroclaw.risk == "high" with input as piped
}
