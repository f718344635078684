package skillctl.catalog_test

wanting(wants) := but({"skill": wants})

with_host(document, host) := object.union(document, {"host": host})

test_switched_off if {
	document := object.union(of([candidate]), {"entries": {"a": {"enabled": false, "env": [], "apiKey": false}}})
	rule(document) == "catalog/disabled"
	first(document).disabled
	first(document).setting == ["skills", "entries", "a", "enabled"]
	rule(object.union(of([candidate]), {"entries": {"A": {"enabled": false, "env": [], "apiKey": false}}})) == "catalog/loaded"
}

test_os if {
	rule(wanting({"os": ["darwin"]})) == "catalog/os"
	rule(wanting({"os": ["darwin", "linux"]})) == "catalog/loaded"
	first(wanting({"os": ["Linux"]})).eligible
	not first(wanting({"os": ["Linux"]})).offered
	rule(wanting({"os": ["Linux"]})) == "catalog/os-spelling"
	rule(wanting({"always": true, "os": ["darwin"]})) == "catalog/os"
}

test_programs if {
	document := wanting({"bins": ["x"]})
	rule(document) == "catalog/requires"
	first(document).missing.bins == ["x"]
	rule(with_host(document, {"programs": {"x": {"path": "/bin/x", "file": "/bin/x"}}})) == "catalog/loaded"
	folder := with_host(document, {"programs": {"x": {"path": "/bin/x", "file": ""}}})
	rule(folder) == "catalog/loaded"
	rule(by("strict", folder)) == "catalog/requires"
	rule(wanting({"always": true, "bins": ["x"]})) == "catalog/loaded"
	any := wanting({"anyBins": ["x", "y"]})
	first(any).missing.anyBins == ["x", "y"]
	rule(with_host(any, {"programs": {"y": {"path": "/bin/y", "file": "/bin/y"}}})) == "catalog/loaded"
}

test_variables if {
	document := wanting({"env": ["X"], "primaryEnv": "X"})
	rule(document) == "catalog/requires"
	rule(with_host(document, {"env": {"X": true}})) == "catalog/loaded"
	rule(object.union(document, {"entries": {"a": {"enabled": null, "env": ["X"], "apiKey": false}}})) == "catalog/loaded"
	rule(object.union(document, {"entries": {"a": {"enabled": null, "env": [], "apiKey": true}}})) == "catalog/loaded"
}

test_settings if {
	document := wanting({"config": ["x.y"]})
	every value in [true, 1, "v", {}, []] {
		rule(with_host(document, {"config": {"x.y": value}})) == "catalog/loaded"
	}
	every value in [false, 0, " ", null] {
		rule(with_host(document, {"config": {"x.y": value}})) == "catalog/requires"
	}
	every name in ["browser.enabled", "messages", "agents.defaults.compaction.mode", "agents.entries.main"] {
		rule(wanting({"config": [name]})) == "catalog/loaded"
		rule(with_host(wanting({"config": [name]}), {"config": {name: false}})) == "catalog/requires"
	}
	rule(object.union(wanting({"config": ["agents.entries.main"]}), {"agent": {"id": "writer"}})) == "catalog/requires"
	rule(wanting({"config": ["commands.native"]})) == "catalog/loaded"
	rule(object.union(wanting({"config": ["commands.native"]}), {"configured": false})) == "catalog/requires"
}

test_bundled if {
	bundled := array.concat(array.slice(roots, 0, 1), [object.union(roots[1], {"tier": "bundled"})])
	document := object.union(of([candidate]), {"roots": bundled})
	listed := {list: rule(object.union(document, {"allowBundled": list})) | some list in [null, [], ["a"], ["b"]]}
	listed == {null: "catalog/loaded", []: "catalog/loaded", ["a"]: "catalog/loaded", ["b"]: "catalog/allow-bundled"}
	rule(by("strict", object.union(document, {"allowBundled": []}))) == "catalog/allow-bundled"
}

test_the_agents_list if {
	listed := {list: rule(object.union(of([candidate]), {"filter": {"skills": list, "setting": ["x"]}})) | some list in [null, [], ["a"], ["b"]]}
	listed == {null: "catalog/loaded", []: "catalog/agent-skills", ["a"]: "catalog/loaded", ["b"]: "catalog/agent-skills"}
	not first(object.union(of([candidate]), {"filter": {"skills": [], "setting": ["x"]}})).model
}

test_lost_metadata if {
	rule(wanting({"discarded": true})) == "catalog/loaded"
	rule(by("strict", wanting({"discarded": true}))) == "catalog/metadata"
}

test_invocation if {
	not first(wanting({"model": false})).model
	first(wanting({"model": false})).command
	not first(wanting({"user": false})).command
	first(wanting({"user": false})).model
}

test_switched_off_elsewhere if {
	document := wanting({"off": "a setting switches it off"})
	rule(document) == "catalog/disabled"
	first(document).disabled
	not first(document).offered
	first(document).message == "a setting switches it off"
	not first(document).setting
}
