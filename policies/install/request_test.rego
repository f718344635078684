package skillctl.install_test

test_target_type if {
	every type in ["", "hook", "Skill"] {
		"install/request/target" in objections(requested({"target": {"type": type}}))
	}
	said("install/request/target", base) == set()
	said("install/request/target", plugin_asked) == set()
}

test_kind if {
	said("install/request/kind", requested({"action": {"kind": "plugin-dir"}})) == {"deny"}
	said("install/request/kind", plugin({"request": {"action": {"kind": "skill-install"}}})) == {"deny"}
	every kind in ["plugin-dir", "plugin-archive", "plugin-file", "plugin-npm", "plugin-git"] {
		said("install/request/kind", plugin({"request": {"action": {"kind": kind}}})) == set()
	}
}

test_mode if {
	said("install/request/mode", requested({"action": {"mode": "replace"}})) == {"deny"}
	said("install/request/mode", requested({"action": {"mode": "update"}})) == set()
}

test_content if {
	said("install/request/content", plugin({"request": {"plugin": {"content": "blob"}}})) == {"deny"}
	every content in ["package", "bundle", "file", "dependency-tree"] {
		said("install/request/content", plugin({"request": {"plugin": {"content": content}}})) == set()
	}
}

test_plugin_without_facts if {
	said("install/request/plugin", without(plugin_asked, ["request/plugin"])) == {"deny"}
	said("install/request/plugin", plugin_asked) == set()
	said("install/request/plugin", base) == set()
}

test_path if {
	said("install/request/path", requested({"path": false})) == {"deny"}
	said("install/request/path", base) == set()
}

test_missing if {
	every what in ["missing", "other"] {
		said("install/request/missing", found({"found": what})) == {"deny"}
	}
	said("install/request/missing", base) == set()
}

test_unreadable if {
	said("install/request/unreadable", found({"found": "unreadable", "problem": "permission denied"})) == {"deny"}
	said("install/request/unreadable", base) == set()
}

test_path_kind if {
	said("install/request/path-kind", requested({"pathKind": "file"})) == {"deny"}
	said("install/request/path-kind", requested({"pathKind": ""})) == set()
	said("install/request/path-kind", base) == set()
}

test_ruler if {
	said("install/request/ruler", found({"rulers": ["/srv/hello/gate.cue"]})) == {"deny"}
	said("install/request/ruler", base) == set()
}

test_file if {
	said("install/request/file", asked({"request": {"pathKind": "file"}, "facts": {"found": "file"}})) == {"deny"}
	said("install/request/file", plugin({"request": {"pathKind": "file"}, "facts": {"found": "file"}})) == {"deny"}
	said("install/request/file", plugin({
		"request": {"pathKind": "file", "plugin": {"content": "file"}, "action": {"kind": "plugin-file"}},
		"facts": {"found": "file"},
	})) == set()
	said("install/request/file", from_npm("demo@1.2.3", "sha512-x")) == set()
}

test_empty if {
	said("install/request/empty", found({"empty": true, "files": [], "skills": []})) == {"deny"}
	said("install/request/empty", base) == set()
}

test_manifest if {
	said("install/request/manifest", found({"skills": []})) == {"deny"}
	said("install/request/manifest", with_skill({"manifest": ""})) == {"deny"}
	said("install/request/manifest", with_skill({"path": "inner"})) == {"deny"}
	said("install/request/manifest", base) == set()
	said("install/request/manifest", plugin_asked) == set()
}
