package skillctl.exec.profiles.strict_test

test_requests_that_change_are_deeds if {
	every words in [
		["http", "DELETE", "https://x.example/a"], ["http", "put", "x.example/a", "b=1"], ["xh", "PATCH", "https://x.example"],
		["https", "DELETE", "x.example/a"], ["xh", variable("m"), "https://x.example/a"], ["http", "-a", "u:p", "DELETE", "x.example"],
		["http", "DELETE", "http://localhost@x.example/a"], ["http", "DELETE", "//x.example/a"], ["http", "-F", "DELETE", "localhost/a"],
		["http", "DELETE", variable("u")], ["curlie", "DELETE", "x.example"], ["curlie", "-XDELETE", "https://x.example"], ["curlie", "-X", "put", "x.example"],
		["http", "POST", "x.example", "X-HTTP-Method-Override:DELETE"], ["http", "-f", "x.example/a", "_method=delete"],
	] {
		asked_for(words)
	}
	every words in [
		["http", "https://x.example/a"], ["http", "POST", "https://x.example/a", "b=delete"], ["http", "DELETE", ":3000/a"],
		["xh", "DELETE", "localhost:3000/a"], ["http", variable("u"), "name=x"], ["http", "GET", "x.example"], ["http", variable("u")],
		["curlie", "-XDELETE", "localhost:3000/a"], ["curlie", "-X", "POST", "x.example"], ["http", "x.example", "X-HTTP-Method-Override:GET"],
		["http", ":3000", "X-HTTP-Method-Override:DELETE"], ["http", "POST", ":3000", "X-HTTP-Method-Override:DELETE"],
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

# A request whose method is overridden is one of that method.
test_overridden_methods if {
	value := object.union(word("x"), {"text": `"X-HTTP-Method-Override: $M"`, "value": null, "prefix": "X-HTTP-Method-Override: ", "suffix": "", "params": ["M"]})
	every words in [
		["-H", "X-HTTP-Method-Override: DELETE"], ["-H", "x-http-method:put"], ["--header=X-Method-Override: PATCH"], ["-sHX-HTTP-Method-Override: DELETE"],
		["-d", "a=1&_method=delete"], ["-d", "_method=PUT"], ["-H", value], ["--json", `{"_method": "delete"}`], ["-d", "_method=get&_method=put"],
	] {
		sent(words, ["network"])
		not sent(words, ["network", "here"])
		not sent(words, [])
	}
	every words in [["-H", "X-HTTP-Method-Override: GET"], ["-H", "X-HTTP-Method-Override: post"], ["-d", "a_method=delete"], ["-H", "Accept: delete"]] {
		not sent(words, ["network"])
	}
}

sent(words, effects) if {
	reading := object.union(wordless, {"effects": effects})
	run := object.union(command(0, array.concat(["curl", "https://x.example"], words)), {"arguments": reading})
	data.skillctl.exec.profiles.strict.deeds[0] with input as document({}, facts([run]))
}

# A proxy asks another machine for what is asked of this one.
test_proxies_lead_elsewhere if {
	run := object.union(command(0, ["http", "DELETE", ":8080/a"]), {"arguments": wordless})
	every name in ["http_proxy", "HTTPS_PROXY", "all_proxy"] {
		given := object.union(facts([run]), {"assignments": [{"name": name, "op": "=", "value": {"value": "http://p.example"}}]})
		data.skillctl.exec.profiles.strict.deeds[0] with input as document({}, given)
	}
	none := object.union(facts([run]), {"assignments": [{"name": "http_proxy", "op": "=", "value": {"value": ""}}]})
	not data.skillctl.exec.profiles.strict.deeds[0] with input as document({}, none)
}
