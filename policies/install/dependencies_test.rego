package skillctl.install_test

test_sound_installer if {
	decided(running({})) == "allow"
	objections(running({})) == set()
}

test_unknown_installer if {
	said("install/dependency/unknown", without(running({}), ["facts/installer"])) == {"deny"}
	said("install/dependency/unknown", running({})) == set()
	said("install/dependency/unknown", base) == set()
}

# What runs is what the manifest says, which was judged.
test_undeclared if {
	every changes in [{"target": "y@1.2.3"}, {"kind": "uv"}] {
		document := object.union(running({}), {"facts": {"installer": changes}})
		said("install/dependency/undeclared", document) == {"deny"}
	}
	said("install/dependency/undeclared", running({})) == set()
}

test_kinds if {
	settings := {"dependencies": {"kinds": ["brew", "uv"]}}
	said("install/dependency/kind", set_to(settings, running({}))) == {"deny"}
	said("install/dependency/kind", set_to(settings, declaring({}))) == {"deny"}
	said("install/dependency/kind", set_to(settings, running({"kind": "brew", "target": "jq"}))) == set()
	said("install/dependency/kind", running({})) == set()
}

test_dropped if {
	said("install/dependency/dropped", running({"status": "dropped", "reason": "no package"})) == {"deny"}
	said("install/dependency/dropped", declaring({"status": "dropped", "reason": "no package"})) == set()
}

test_broken if {
	said("install/dependency/broken", running({"status": "runs-not", "reason": "the agent refuses it"})) == {"warn"}
	said("install/dependency/broken", declaring({"status": "runs-not", "reason": "the agent refuses it"})) == set()
	said("install/dependency/broken", set_to({"dependencies": {"broken": "deny"}}, declaring({"status": "runs-not", "reason": "r"}))) == {"deny"}
	said("install/dependency/broken", running({})) == set()
}

test_unpinned if {
	every kind in ["node", "go", "uv"] {
		said("install/dependency/unpinned", running({"kind": kind, "target": "x", "pinned": false})) == {"warn"}
		said("install/dependency/unpinned", declaring({"kind": kind, "target": "x", "pinned": false})) == set()
		said("install/dependency/unpinned", set_to({"dependencies": {"unpinned": "deny"}}, declaring({"kind": kind, "target": "x", "pinned": false}))) == {"deny"}
	}
	said("install/dependency/unpinned", running({"kind": "brew", "target": "jq", "pinned": false})) == set()
	said("install/dependency/unpinned", running({})) == set()
}

download(changes) := object.union({"kind": "download", "target": "https://dl.example.com/x.zip", "pinned": false, "hashed": true}, changes)

test_unhashed if {
	said("install/dependency/unhashed", running(download({"hashed": false}))) == {"deny"}
	said("install/dependency/unhashed", declaring(download({"hashed": false}))) == {"warn"}
	said("install/dependency/unhashed", running(download({}))) == set()
	said("install/dependency/unhashed", running({})) == set()
}

test_insecure_download if {
	every target in ["http://dl.example.com/x.zip", "ftp://dl.example.com/x.zip", "x.zip"] {
		said("install/dependency/insecure", running(download({"target": target}))) == {"deny"}
	}
	said("install/dependency/insecure", declaring(download({"target": "http://dl.example.com/x"}))) == {"deny"}
	said("install/dependency/insecure", running(download({"target": "HTTPS://dl.example.com/x.zip"}))) == set()
}

test_download_hosts if {
	settings := {"dependencies": {"hosts": ["*.example.com"]}}
	said("install/dependency/host", set_to(settings, running(download({})))) == set()
	every target in [
		"https://evil.example/x", "https://dl.example.com.evil.example/x", "https://dl.example.com@evil.example/x", "https://example.com/x",
	] {
		said("install/dependency/host", set_to(settings, running(download({"target": target})))) == {"deny"}
	}
	every target in [
		"https://127.0.0.1:1/x", "https://localhost/x", "https://a.localhost/x", "https://[::1]/x", "https://2130706433/x", "https://0x7f000001/x",
		"https://intranet/x", "https://10.0.0.1/x",
	] {
		said("install/dependency/host", running(download({"target": target}))) == {"deny"}
	}
	said("install/dependency/host", running(download({}))) == set()
	named := set_to({"dependencies": {"hosts": ["127.0.0.1"]}}, running(download({"target": "https://127.0.0.1/x"})))
	said("install/dependency/host", named) == set()
}

test_taps if {
	said("install/dependency/tap", running({"kind": "brew", "target": "foo/tap/bar", "pinned": false})) == {"warn"}
	said("install/dependency/tap", declaring({"kind": "brew", "target": "foo/tap/bar", "pinned": false})) == set()
	every target in ["jq", "homebrew/core/jq"] {
		said("install/dependency/tap", running({"kind": "brew", "target": target, "pinned": false})) == set()
	}
}

test_dependency_names if {
	only := {"dependencies": {"allow": ["jq", "@our-team/*", "example.com/team/**"]}}
	every changes in [
		{"target": "@our-team/x@1.0.0"}, {"kind": "brew", "target": "jq"}, {"kind": "go", "target": "example.com/team/a/b@v1.0.0"},
		{"kind": "uv", "target": "jq==1.2"},
	] {
		said("install/dependency/name", set_to(only, running(changes))) == set()
	}
	every changes in [{"target": "@evil/x@1.0.0"}, {"target": "jq-evil@1.0.0"}, {"kind": "uv", "target": "other==1"}] {
		said("install/dependency/name", set_to(only, running(changes))) == {"deny"}
	}
	said("install/dependency/name", running({})) == set()
}

test_denied_dependencies if {
	settings := {"dependencies": {"deny": ["left-pad"]}}
	said("install/dependency/denied", set_to(settings, running({"target": "left-pad@1.0.0"}))) == {"deny"}
	said("install/dependency/denied", set_to(settings, declaring({"target": "left-pad"}))) == {"deny"}
	said("install/dependency/denied", set_to(settings, running({}))) == set()
}
