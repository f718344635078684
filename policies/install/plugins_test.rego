package skillctl.install_test

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
