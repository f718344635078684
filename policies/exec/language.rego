# METADATA
# title: Code in a language
# description: >-
#   What the settings codeExec say against a request that runs code, whatever the
#   profile: it is switched off, its language is not listed, a command of bash is
#   denied. Profile codeexec says all this and more itself.
package skillctl.exec.language

cfg := object.get(input.settings, "codeExec", {})

judged if {
	input.request.language
	input.profile != "codeexec"
}

reasons contains {
	"effect": "deny",
	"rule": "exec/language",
	"message": "code execution is switched off",
	"hint": "set enabled to true",
	"setting": ["codeExec", "enabled"],
} if {
	judged
	cfg.enabled == false
}

reasons contains {
	"effect": "deny",
	"rule": "exec/language",
	"message": sprintf("the language %v is not one that may be run", [json.marshal(input.request.language)]),
	"hint": "add it to languages",
	"setting": ["codeExec", "languages"],
} if {
	judged
	not input.request.language in object.get(cfg, "languages", ["python", "javascript", "bash", "typescript"])
}

reasons contains {
	"effect": "deny",
	"rule": "exec/language",
	"message": sprintf("%q is denied", [command.base]),
	"hint": "deniedCommands holds whatever else is allowed",
	"span": command.span,
	"setting": ["codeExec", "bash", "deniedCommands"],
} if {
	judged
	input.request.language == "bash"
	some command in input.facts.commands
	some name in [command.name, command.base]
	name in object.get(cfg, ["bash", "deniedCommands"], [])
}
