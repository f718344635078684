package skillctl.exec.profiles.strict_test

test_requests_that_change_are_deeds if {
	every words in [
		["http", "DELETE", "https://x.example/a"], ["http", "put", "x.example/a", "b=1"], ["xh", "PATCH", "https://x.example"],
		["https", "DELETE", "x.example/a"], ["xh", variable("m"), "https://x.example/a"], ["http", "-a", "u:p", "DELETE", "x.example"],
		["http", "DELETE", "http://localhost@x.example/a"], ["http", "DELETE", "//x.example/a"], ["http", "-F", "DELETE", "localhost/a"],
		["http", "DELETE", variable("u")],
	] {
		asked_for(words)
	}
	every words in [
		["http", "https://x.example/a"], ["http", "POST", "https://x.example/a", "b=delete"], ["http", "DELETE", ":3000/a"],
		["xh", "DELETE", "localhost:3000/a"], ["http", variable("u"), "name=x"], ["http", "GET", "x.example"], ["http", variable("u")],
	] {
		not asked_for(words)
	}
}

asked_for(words) if {
	run := object.union(command(0, words), {"arguments": wordless})
	data.skillctl.exec.profiles.strict.deeds[0] with input as document({}, facts([run]))
}

# What is sent to this machine is handed on by what forwards it.
test_forwards_lead_elsewhere if {
	asks := object.union(command(0, ["http", "DELETE", ":8080/a"]), {"arguments": wordless})
	not data.skillctl.exec.profiles.strict.deeds[0] with input as document({}, facts([asks, command(1, ["kubectl", "get", "pods"])]))
	every words in [["kubectl", "port-forward", "svc/x", "8080:80"], ["ssh", "-fNL", "8080:x:80", "h"], ["socat", "a", "b"]] {
		data.skillctl.exec.profiles.strict.deeds[0] with input as document({}, facts([asks, command(1, words)]))
	}
}
