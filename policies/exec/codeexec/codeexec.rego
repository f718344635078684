# METADATA
# title: Code execution
# description: >-
#   What the settings skills.codeExec let code do. They come from a proposal that
#   has no implementation, so this is the strict reading of it: a command runs
#   when every program in it, however nested, is listed and none is denied;
#   packages are installed by name from a list, and from nowhere else. The language
#   and what is to be installed are fields of the request, "language" and "install";
#   a request with nothing but a command is one for bash.
# custom:
#   facts: []
package skillctl.exec.profiles.codeexec

cfg := object.get(input.settings, "codeExec", {})

default language := "bash"

language := input.request.language

languages := object.get(cfg, "languages", ["python", "javascript", "bash", "typescript"])

# An installation is asked for by itself, or stands in a command.
asks_install if object.get(input.request, "install", null) != null

# A line as behind "pip install", or a list of packages.
install_texts := [input.request.install] if {
	is_string(input.request.install)
} else := input.request.install if {
	is_array(input.request.install)
} else := [input.request.install] if {
	not is_string(input.request.install)
	not is_array(input.request.install)
}

denials contains {
	"rule": "exec/codeexec/security",
	"message": "no command may run: exec.security is \"deny\"",
	"setting": ["exec", "security"],
} if {
	object.get(input.settings, ["exec", "security"], "allowlist") == "deny"
}

denials contains {
	"rule": "exec/codeexec/enabled",
	"message": "code execution is switched off",
	"hint": "set codeExec.enabled to true",
	"setting": ["codeExec", "enabled"],
} if {
	cfg.enabled == false
}

denials contains {
	"rule": "exec/codeexec/language",
	"message": sprintf("code in the language %v is not allowed", [json.marshal(language)]),
	"hint": "add it to codeExec.languages",
	"setting": ["codeExec", "languages"],
} if {
	not language in languages
}

reasons contains object.union({"effect": "deny"}, denial) if some denial in denials

reasons contains object.union({"effect": "warn"}, warning) if {
	count(denials) == 0
	some warning in warnings
}

reasons contains {"effect": "allow", "rule": "exec/codeexec/allowed", "message": words} if {
	count(denials) == 0
	words := allowance
}

# What is positively allowed; undefined is a no.
allowance := sprintf("every program is in the list: %s", [concat(", ", sort(listed_names))]) if {
	language == "bash"
	not asks_install
	input.facts.parse.ok
	count(input.facts.commands) > 0
} else := sprintf("code in %s is allowed", [language]) if {
	language in {"python", "javascript", "typescript"}
	not asks_install
} else := sprintf("every package is in the list: %s", [concat(", ", sort({found.name | some found in requested}))]) if {
	asks_install
	count(requested) > 0
}

details := {"config": config_state, "install": sort({found.line | some found in requested})}

default config_state := "ok"

config_state := "config_error" if {
	some denial in denials
	denial.rule == "exec/codeexec/config"
} else := "config_warn" if {
	some warning in warnings
	warning.rule == "exec/codeexec/config"
}
