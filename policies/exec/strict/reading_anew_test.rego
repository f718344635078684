package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# A command that is for sure what its readings say is judged as these.
test_a_command_is_its_readings_where_the_text_sets_all_before if {
	strict.superseded(replaced) with input as document({}, given([replaced], [taken("API", true)], []))
	strict.superseded(replaced) with input as document({}, given([replaced], [taken("ID", false)], []))
	strict.read_anew({"replaced": true, "command": 0}) with input as document({}, given([replaced], [taken("API", true)], []))
	every uses in [[taken("API", false)], [taken("1", false)], [taken(null, false)]] {
		not strict.superseded(replaced) with input as document({}, given([replaced], uses, [{"name": "API"}]))
		not strict.read_anew({"replaced": true, "command": 0}) with input as document({}, given([replaced], uses, [{"name": "API"}]))
	}
	not strict.superseded(command(0, ["curl"])) with input as document({}, facts([]))
	not strict.read_anew({"command": 0}) with input as document({}, facts([]))
	not strict.superseded(object.union(replaced, {"unspelled": true})) with input as document({}, facts([]))
}

replaced := object.union(command(0, ["curl"]), {"replaced": true})

taken(name, set) := {"command": 0, "name": name, "set": set, "how": "expansion", "text": "", "tested": false, "span": span(1)}

given(commands, uses, assignments) := object.union(facts(commands), {"uses": uses, "assignments": assignments})
