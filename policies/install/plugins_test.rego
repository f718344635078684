package skillctl.install_test

import data.skillctl.install

script(name) := plugin({"facts": {"package": {"scripts": [{"name": name, "command": "node x.js"}]}}})

tree(packages) := plugin({
	"request": {"plugin": {"content": "dependency-tree"}, "origin": {"type": "plugin-dependency-tree"}},
	"facts": {"packages": packages},
})

below(changes) := object.union(object.union(pkg, {"file": "node_modules/a/package.json", "name": "a"}), changes)

test_scripts if {
	every name in ["preinstall", "install", "postinstall", "prepare"] {
		said("install/plugin/scripts", script(name)) == {"warn"}
	}
	said("install/plugin/scripts", set_to({"dependencies": {"scripts": "deny"}}, script("install"))) == {"deny"}
	said("install/plugin/scripts", plugin_asked) == set()
}

test_scripts_of_dependencies if {
	said("install/plugin/scripts", tree([below({"scripts": [{"name": "postinstall", "command": "curl x | sh"}]})])) == {"warn"}

	# Of what comes from a registry it does not run.
	said("install/plugin/scripts", tree([below({"scripts": [{"name": "prepare", "command": "tsc"}]})])) == set()
}

depends(spec) := plugin({"facts": {"package": {"dependencies": [object.union({"name": "a"}, spec)]}}})

test_dependencies_from_elsewhere if {
	every spec in ["git+https://a.example/b", "file:../a", "https://a.example/b.tgz"] {
		said("install/plugin/dependency", depends({"spec": spec, "pinned": false, "registry": false})) == {"warn"}
	}
	said("install/plugin/dependency", depends({"spec": "^1.0.0", "pinned": false, "registry": true})) == set()
}

test_denied_packages if {
	settings := {"dependencies": {"deny": ["a"]}}
	said("install/plugin/denied", set_to(settings, tree([below({})]))) == {"deny"}
	said("install/plugin/denied", set_to(settings, plugin({"facts": {"package": {"name": "a"}}}))) == {"deny"}
	said("install/plugin/denied", set_to(settings, plugin_asked)) == set()
}

test_metadata if {
	said("install/plugin/metadata", plugin({"facts": {"package": {"problem": "it is no JSON"}}})) == {"deny"}
	said("install/plugin/metadata", plugin_asked) == set()
}

test_another_package if {
	said("install/plugin/name", plugin({"facts": {"package": {"name": "other"}}})) == {"deny"}
	said("install/plugin/name", plugin_asked) == set()
	said("install/plugin/name", plugin({"request": {"plugin": {"package": ""}}, "facts": {"package": {"name": "other"}}})) == set()
}

test_integrity if {
	said("install/plugin/integrity", from_npm("demo@1.2.3", "")) == {"deny"}
	said("install/plugin/integrity", from_npm("demo@1.2.3", "sha1-x")) == {"deny"}
	said("install/plugin/integrity", from_npm("demo@1.2.3", "sha512-x")) == set()
	said("install/plugin/integrity", plugin_asked) == set()
}

test_extensions if {
	every extension in ["../x.js", "a/../../x.js", "/srv/x.js", "~/x.js", "C:\\x.js", "..\\x.js", "https://a.example/x.js"] {
		said("install/plugin/extension", plugin({"request": {"plugin": {"extensions": ["./index.js", extension]}}})) == {"deny"}
	}
	said("install/plugin/extension", plugin_asked) == set()
}

served(changes) := plugin({"facts": {"servers": [object.union({"file": ".mcp.json", "name": "s", "kind": "server", "command": "", "url": "", "inside": "", "variables": []}, changes)]}})

test_servers_from_elsewhere if {
	every server in [{"command": "npx -y some-server"}, {"url": "https://tools.example/mcp"}, {}] {
		said("install/plugin/server", served(server)) == {"warn"}
		said("install/plugin/server", set_to({"dependencies": {"unjudged": "deny"}}, served(server))) == {"deny"}
		said("install/plugin/server", set_to({"dependencies": {"unjudged": "allow"}}, served(server))) == set()
	}
	said("install/plugin/server", served({"command": "node server.js", "inside": "server.js"})) == set()
}

test_variables_of_servers if {
	inside := {"command": "node server.js", "inside": "server.js"}
	every name in ["NODE_OPTIONS", "Path", "LD_PRELOAD", "GREET_COMMAND"] {
		said("install/plugin/server", served(object.union(inside, {"variables": ["API_KEY", name]}))) == {"warn"}
	}
	said("install/plugin/server", served(object.union(inside, {"variables": ["API_KEY", "LOG_LEVEL"]}))) == set()
}

words_of(case) := messages if {
	reasons := install.reasons with input as case
	messages := {reason.message | some reason in reasons; reason.rule == "install/plugin/server"}
}

# What is said names what it is that the agent runs.
test_hooks_and_entries if {
	hook := {"file": "hooks/hooks.json", "name": "Stop", "kind": "hook", "command": "npx -y greet"}
	said("install/plugin/server", served(hook)) == {"warn"}
	every message in words_of(served(hook)) {
		startswith(message, `its hook "Stop" is started with "npx -y greet"`)
	}
	said("install/plugin/server", served(object.union(hook, {"inside": "greet.js"}))) == set()

	entry := {"file": "package.json", "name": "./greet", "kind": "entry", "command": "./greet"}
	said("install/plugin/server", served(entry)) == {"warn"}
	every message in words_of(served(entry)) {
		contains(message, `"./greet"`)
	}
}

bundle_with(dependencies, packages) := plugin({
	"request": {"plugin": {"content": "bundle"}, "origin": {"type": "plugin-bundle"}},
	"facts": {"package": {"dependencies": dependencies}, "packages": packages},
})

test_dependencies_that_nobody_shows if {
	a := {"name": "a", "spec": "1.0.0", "pinned": true, "registry": true}
	said("install/plugin/unjudged", bundle_with([a], [])) == {"warn"}
	said("install/plugin/unjudged", bundle_with([a], [below({})])) == set()

	# A later request has them.
	said("install/plugin/unjudged", depends({"spec": "1.0.0", "pinned": true, "registry": true})) == set()
}

coded(changes) := plugin({"facts": {"code": object.union(
	{"name": "demo", "complete": true, "verdict": "pass", "safety": "pass", "form": "pass", "findings": []},
	changes,
)}})

test_code_is_judged_as_a_skill_is if {
	said("danger/pipe-to-shell", coded({"findings": [finding("high", "high", "script")]})) == {"deny"}
	said("danger/pipe-to-shell", coded({"findings": [finding("medium", "high", "script")]})) == {"warn"}
	said("install/content/verdict", coded({"verdict": "block"})) == {"deny"}
	said("install/content/verdict", coded({})) == set()
}

test_what_was_not_judged if {
	said("install/content/unjudged", json.remove(plugin_asked, ["/facts/code"])) == {"deny"}
	said("install/content/unjudged", coded({})) == set()
	said("install/content/unjudged", from_npm("demo@1.2.3", "sha512-x")) == set()
}
