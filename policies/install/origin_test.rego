package skillctl.install_test

import data.skillctl.install

test_origins_that_are_known if {
	every type, kind in {"path": "local-path", "archive": "archive", "upload": "upload", "skill-library": "local-path"} {
		document := requested({"origin": {"type": type}, "source": {"kind": kind}})
		said("install/origin/known", document) == {"allow"}
		install.class == "local" with input as document
	}
	install.class == "git" with input as from_git("git:https://a.example/b", {})
	install.class == "registry" with input as from_registry({})
	install.class == "npm" with input as from_npm("demo@1.2.3", "sha512-x")
	every type in [
		"openclaw-bundled", "openclaw-managed", "openclaw-extra", "openclaw-workspace", "openclaw-workshop", "agents-skills-personal",
		"agents-skills-project",
	] {
		install.class == "installed" with input as requested({"origin": {"type": type}, "source": {"kind": "managed"}})
	}
}

test_plugins_by_source_and_by_action if {
	every kind, class in {"archive": "local", "clawhub": "registry", "git": "git", "local-path": "local", "npm": "npm", "upload": "local"} {
		install.class == class with input as plugin({"request": {"source": {"kind": kind}}})
	}
	silent := without(plugin_asked, ["request/source"])
	every kind, class in {"plugin-npm": "npm", "plugin-git": "git", "plugin-dir": "local", "plugin-archive": "local", "plugin-file": "local"} {
		install.class == class with input as object.union(silent, {"request": {"action": {"kind": kind}}})
	}
}

test_origins_that_are_not_known if {
	every type in ["", "carrier-pigeon", "openclaw-", "openclaw-bundled2", "plugin-package"] {
		document := requested({"origin": {"type": type}})
		said("install/origin/unknown", document) == {"deny"}
		said("install/origin/known", document) == set()
	}
	said("install/origin/unknown", plugin({"request": {"origin": {"type": "path"}}})) == {"deny"}
	said("install/origin/unknown", plugin({"request": {"source": {"kind": "workspace"}}})) == {"deny"}
	said("install/origin/unknown", base) == set()
}

# What the agent calls it is not worth a thing.
test_authority_decides_nothing if {
	every authority in ["openclaw", "official"] {
		unknown := requested({"origin": {"type": "x"}, "source": {"authority": authority}})
		decided(unknown) == "deny"
		denied := set_to({"origins": {"local": "deny"}}, requested({"source": {"authority": authority}}))
		decided(denied) == "deny"
	}
}

test_class if {
	every effect in ["warn", "deny"] {
		said("install/origin/class", set_to({"origins": {"local": effect}}, base)) == {effect}
	}
	said("install/origin/class", base) == set()
	said("install/origin/class", from_npm("demo@1.2.3", "sha512-x")) == {"warn"}
	said("install/origin/known", set_to({"origins": {"local": "deny"}}, base)) == set()
}

test_plugins_as_such if {
	said("install/origin/plugin", plugin({"settings": {"plugins": "deny"}})) == {"deny"}
	said("install/origin/plugin", set_to({"plugins": "deny"}, base)) == set()
	said("install/origin/plugin", plugin_asked) == set()
}

test_contradiction if {
	every document in [
		requested({"source": {"kind": "git"}}), requested({"source": {"kind": "bundled"}}),
		requested({"origin": {"type": "openclaw-bundled"}}), requested({"origin": {"type": "clawhub"}}),
		plugin({"request": {"origin": {"type": "plugin-npm"}}}), plugin({"request": {"origin": {"type": "plugin-git"}}}),
		plugin({"request": {"action": {"kind": "plugin-npm"}}}),
	] {
		said("install/origin/contradiction", document) == {"deny"}
	}
	every document in [base, plugin_asked, from_registry({}), from_git("git:https://a.example/b", {}), without(base, ["request/source"])] {
		said("install/origin/contradiction", document) == set()
	}
}

test_network if {
	fetched := [from_registry({}), from_git("git:https://a.example/b", {}), requested({"source": {"network": true}})]
	every document in fetched {
		said("install/origin/network", set_to({"network": "deny"}, document)) == {"deny"}
		said("install/origin/network", document) == set()
	}
	said("install/origin/network", set_to({"network": "deny"}, base)) == set()
}

commit := "fc082f163ee4aa28c8fc66d6882a8090263778ef"

test_references_that_move if {
	every document in [
		from_git("git:https://a.example/b", {}), from_git("git:https://a.example/b", {"ref": "main"}), from_git("git:https://a.example/b@v1", {}),
		from_git("git:https://a.example/b", {"ref": "fc082f1"}), from_git("git@a.example:b/c", {}), from_registry({"version": "latest"}),
		from_registry({"version": ""}), object.union(from_registry({}), {"request": {"source": {"mutable": true}}}),
		from_npm("demo", "sha512-x"), from_npm("demo@^1.2.3", "sha512-x"), from_npm("demo@latest", "sha512-x"),
	] {
		said("install/origin/mutable", document) == {"warn"}
		said("install/origin/mutable", set_to({"mutableRefs": "deny"}, document)) == {"deny"}
		said("install/origin/mutable", set_to({"mutableRefs": "allow"}, document)) == set()
	}
}

test_references_that_stay if {
	every document in [
		base, from_git("git:https://a.example/b", {"ref": commit}), from_git(sprintf("git:https://a.example/b@%s", [commit]), {}),
		from_git("git:https://a.example/b", {"ref": upper(commit)}), from_registry({}), from_npm("demo@1.2.3", "sha512-x"),
		from_npm("@a/demo@1.2.3-rc.1", "sha512-x"),
	] {
		said("install/origin/mutable", document) == set()
	}
}

test_unscanned if {
	said("install/origin/unscanned", from_registry({"trustState": "not-scanned-by-clawhub"})) == {"warn"}
	said("install/origin/unscanned", from_registry({"trustState": "clean"})) == set()
	said("install/origin/unscanned", from_registry({})) == set()
}

test_registry if {
	every registry in ["https://evil.example", "http://clawhub.ai", "", "https://clawhub.ai.evil.example"] {
		said("install/origin/registry", from_registry({"registry": registry})) == {"deny"}
	}
	every registry in ["https://clawhub.ai", "https://clawhub.openclaw.ai", "https://clawhub.ai/", "HTTPS://ClawHub.ai"] {
		said("install/origin/registry", from_registry({"registry": registry})) == set()
	}
	own := set_to({"registries": ["https://hub.example.com"]}, from_registry({"registry": "https://hub.example.com/"}))
	said("install/origin/registry", own) == set()
	said("install/origin/registry", set_to({"registries": ["https://hub.example.com"]}, from_registry({}))) == {"deny"}
}

# What skillctl fetches itself: a tag is locked to its commit, and asked about again
# when it has become another. No other host can say so.
test_tag if {
	tag := {"ref": "v1", "refKind": "tag", "commit": commit}
	said("install/origin/mutable", as_host("skillctl", from_git("https://a.example/b", tag))) == set()
	said("install/origin/mutable", as_host("openclaw", from_git("https://a.example/b", tag))) == {"warn"}
	said("install/origin/mutable", as_host("skillctl", from_git("https://a.example/b", object.union(tag, {"lockedCommit": commit})))) == set()
	said("install/origin/mutable", as_host("skillctl", from_git("https://a.example/b", object.union(tag, {"lockedCommit": "other"})))) == {"warn"}
	said("install/origin/mutable", as_host("skillctl", from_git("https://a.example/b", object.union(tag, {"refKind": "branch"})))) == {"warn"}
	said("install/origin/mutable", as_host("skillctl", from_git("https://a.example/b", object.remove(tag, ["refKind"])))) == {"warn"}
	said("install/origin/mutable", as_host("skillctl", from_git("https://a.example/b", object.union(tag, {"commit": ""})))) == {"warn"}
}

as_host(name, document) := object.union(document, {"request": {"host": name}})

listed := {"repositories": ["https://git.example.com/team/**"]}

test_repository if {
	every spec in [
		"git:https://git.example.com/team/a", "git:https://git.example.com/team/a.git@main", "git:https://user@git.example.com/team/a",
		"git@git.example.com:team/a.git", "git:HTTPS://Git.Example.com/team/b",
	] {
		said("install/origin/repository", set_to(listed, from_git(spec, {}))) == set()
	}
	every spec in [
		"git:https://git.example.com/other/a", "git:https://evil.example/team/a", "git:https://git.example.com@evil.example/team/a",
		"git:https://git.example.com/team/../other/a", "git:https://git.example.com/team/%2e%2e/other", "git:https://git.example.com.evil.example/team/a",
		"git:file:///srv/a", "nonsense", "git:https://git.example.com/team\\..\\other", "git:ssh://git.example.com/team/a",
	] {
		said("install/origin/repository", set_to(listed, from_git(spec, {}))) == {"deny"}
	}
	said("install/origin/repository", from_git("git:https://evil.example/a", {})) == set()
	said("install/origin/repository", set_to(listed, base)) == set()
}

test_repository_behind_a_registry if {
	hub := {"repositories": ["https://github.com/team/*"]}
	said("install/origin/repository", set_to(hub, from_registry({"repo": "team/a"}))) == set()
	said("install/origin/repository", set_to(hub, from_registry({"repo": "evil/a"}))) == {"deny"}
}

test_insecure if {
	every spec in ["git:http://a.example/b", "git:git://a.example/b"] {
		said("install/origin/insecure", from_git(spec, {})) == {"deny"}
	}
	every spec in ["git:https://a.example/b", "git@a.example:b/c", "git:ssh://git@a.example/b"] {
		said("install/origin/insecure", from_git(spec, {})) == set()
	}
}

# What was judged is named, and that a folder of the user's can still change.
test_digest_is_said if {
	some reason in install.reasons with input as base
	reason.rule == "install/origin/known"
	contains(reason.message, digest)
	contains(reason.message, "can change")
}

test_digest_of_a_copy if {
	some reason in install.reasons with input as from_registry({})
	reason.rule == "install/origin/known"
	contains(reason.message, digest)
	not contains(reason.message, "can change")
}
