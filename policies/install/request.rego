# What the request says: a request is answered only when all of it is understood: what is
# to be installed, how, and that there is something to judge.
package skillctl.install

kinds := {
	"skill": {"skill-install"},
	"plugin": {"plugin-dir", "plugin-archive", "plugin-file", "plugin-npm", "plugin-git"},
}

contents := {"package", "bundle", "file", "dependency-tree"}

reasons contains {
	"rule": "install/request/target",
	"effect": "deny",
	"message": sprintf("the request has the target type %q; it must be skill or plugin", [request.target.type]),
} if {
	not kinds[request.target.type]
}

reasons contains {
	"rule": "install/request/kind",
	"effect": "deny",
	"message": sprintf("a %s is to be installed by a request of kind %q; known are %s", [request.target.type, request.action.kind, concat(", ", sort(kinds[request.target.type]))]),
} if {
	not request.action.kind in kinds[request.target.type]
}

reasons contains {
	"rule": "install/request/mode",
	"effect": "deny",
	"message": sprintf("the request has the mode %q; it must be install or update", [request.action.mode]),
} if {
	not request.action.mode in {"install", "update"}
}

reasons contains {
	"rule": "install/request/content",
	"effect": "deny",
	"message": sprintf("the plugin's content is of kind %q; known are %s", [request.plugin.content, concat(", ", sort(contents))]),
} if {
	is_plugin
	not request.plugin.content in contents
}

reasons contains {
	"rule": "install/request/plugin",
	"effect": "deny",
	"message": "the request does not say what of the plugin is to be judged",
} if {
	is_plugin
	not request.plugin
}

reasons contains {
	"rule": "install/request/path",
	"effect": "deny",
	"message": "the request has no absolute path, so nothing can be judged",
} if {
	not request.path
}

reasons contains {
	"rule": "install/request/missing",
	"effect": "deny",
	"message": sprintf("there is %s at the path of the %s, so nothing can be judged", [missing[facts.found], request.target.type]),
	"hint": "try again; if it fails again, the agent moves or removes the folder too early",
} if {
	request.path
	missing[facts.found]
}

missing := {
	"missing": "nothing",
	"other": "neither a folder nor a file",
}

reasons contains {
	"rule": "install/request/unreadable",
	"effect": "deny",
	"message": sprintf("what is to be installed cannot be judged: %s", [facts.problem]),
	"hint": "let the user that runs skillctl read it, and fix what the message names",
} if {
	facts.found == "unreadable"
}

reasons contains {
	"rule": "install/request/path-kind",
	"effect": "deny",
	"message": sprintf("the request names a %s, but it is a %s", [request.pathKind, facts.found]),
} if {
	facts.found in {"directory", "file"}
	not request.pathKind in {facts.found, ""}
}

reasons contains {
	"rule": "install/request/ruler",
	"effect": "deny",
	"message": sprintf("%s configures the gate and is part of the package", [ruler]),
	"hint": "keep settings, policies and keys of the gate elsewhere",
} if {
	some ruler in facts.rulers
}

# A skill is a folder; of plugins only single files and the metadata of npm are
# files.
reasons contains {
	"rule": "install/request/file",
	"effect": "deny",
	"message": sprintf("a %s must be a folder, but this is a file", [request.target.type]),
} if {
	facts.found == "file"
	not may_be_file
}

may_be_file if {
	is_plugin
	request.plugin.content == "file"
	request.action.kind == "plugin-file"
}

may_be_file if metadata_only

# The first of several requests about an npm plugin: what comes is judged later.
metadata_only if {
	is_plugin
	told_of("type") == "plugin-npm"
	request.action.kind == "plugin-npm"
	facts.found == "file"
}

reasons contains {
	"rule": "install/request/empty",
	"effect": "deny",
	"message": "the folder is empty: there is nothing to install",
} if {
	facts.found == "directory"
	facts.empty
}

reasons contains {
	"rule": "install/request/manifest",
	"effect": "deny",
	"message": "the folder has no SKILL.md and no SKILL.toml, so it is not a skill",
	"hint": "name the folder that holds the manifest",
} if {
	is_skill
	facts.found == "directory"
	not facts.empty
	not has_manifest
}

has_manifest if subject.manifest != ""
