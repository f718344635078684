package skillctl.install_test

test_allowed_names if {
	only := {"allow": ["team-*", "hello"]}
	said("install/list/name", set_to(only, base)) == set()
	said("install/list/name", set_to(only, with_skill({"written": "greeter"}))) == {"deny"}
	said("install/list/name", set_to(only, requested({"target": {"name": "greeter"}}))) == {"deny"}
	said("install/list/name", set_to({"allow": []}, base)) == {"deny"}
	said("install/list/name", set_to({"allow": ["demo"]}, plugin({"facts": {"package": {"name": "other"}}}))) == {"deny"}
	said("install/list/name", base) == set()
}

test_denied_names if {
	every names in [["hello"], ["HELLO"], ["he*"]] {
		said("install/list/denied-name", set_to({"allow": ["*"], "deny": {"names": names}}, base)) == {"deny"}
	}
	said("install/list/denied-name", set_to({"deny": {"names": ["hell"]}}, base)) == set()
	said("install/list/denied-name", set_to({"deny": {"names": ["@evil/*"]}}, plugin({"request": {"plugin": {"package": "@evil/x"}}}))) == {"deny"}
}

test_publishers if {
	only := {"publishers": ["our-*"]}
	said("install/list/publisher", set_to(only, from_registry({"ownerHandle": "our-team"}))) == set()
	said("install/list/publisher", set_to(only, from_registry({"ownerHandle": "someone"}))) == {"deny"}
	said("install/list/publisher", set_to(only, from_registry({"ownerHandle": ""}))) == {"deny"}
	said("install/list/publisher", set_to(only, from_git("git:https://a.example/b", {}))) == {"deny"}
	by_repository := object.union(only, {"repositories": ["https://a.example/*"]})
	said("install/list/publisher", set_to(by_repository, from_git("git:https://a.example/b", {}))) == set()
	said("install/list/publisher", set_to(only, base)) == set()
	scoped := object.union(from_npm("@our-team/demo@1.2.3", "sha512-x"), {"request": {"plugin": {"package": "@our-team/demo"}}})
	said("install/list/publisher", set_to(only, scoped)) == set()
	said("install/list/publisher", set_to(only, from_npm("demo@1.2.3", "sha512-x"))) == {"deny"}
}

test_denied_publishers if {
	settings := {"deny": {"publishers": ["bad*"]}}
	said("install/list/denied-publisher", set_to(settings, from_registry({"ownerHandle": "BadActor"}))) == {"deny"}
	said("install/list/denied-publisher", set_to(settings, from_registry({}))) == set()
}

test_denied_repositories if {
	settings := {"deny": {"repositories": ["https://a.example/old/**"]}}
	said("install/list/denied-repository", set_to(settings, from_git("git:https://a.example/old/b/c", {}))) == {"deny"}
	said("install/list/denied-repository", set_to(settings, from_git("git:https://a.example/new/b", {}))) == set()
	said("install/list/denied-repository", set_to(settings, from_git("who knows", {}))) == {"deny"}
	said("install/list/denied-repository", from_git("who knows", {})) == set()
}

test_denied_digests if {
	other := "sha256:ffff456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	settings := {"deny": {"digests": [other]}}
	said("install/list/denied-digest", set_to(settings, found({"digest": other}))) == {"deny"}
	said("install/list/denied-digest", set_to(settings, with_file({"digest": other}))) == {"deny"}
	said("install/list/denied-digest", set_to(settings, with_skill({"path": "inner", "digest": other}))) == {"deny"}
	said("install/list/denied-digest", set_to(settings, base)) == set()
}
