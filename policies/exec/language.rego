# METADATA
# title: Settings for code in a language
# description: >-
#   Denies a request that runs code, in every profile, when codeExec is switched
#   off, its language is not listed, or it uses a denied command of bash. Profile
#   codeexec checks all this and more itself. Denies a session where the settings
#   allow none.
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
	"hint": "set codeExec.enabled to true",
	"setting": ["codeExec", "enabled"],
} if {
	judged
	cfg.enabled == false
}

reasons contains {
	"effect": "deny",
	"rule": "exec/language",
	"message": sprintf("code in the language %v is not allowed", [json.marshal(input.request.language)]),
	"hint": "add it to codeExec.languages",
	"setting": ["codeExec", "languages"],
} if {
	judged
	not input.request.language in object.get(cfg, "languages", ["python", "javascript", "bash", "typescript"])
}

reasons contains {
	"effect": "deny",
	"rule": "exec/language",
	"message": sprintf("%q is denied", [command.base]),
	"hint": "remove it from deniedCommands, which overrides every allow-list",
	"span": command.span,
	"setting": ["codeExec", "bash", "deniedCommands"],
} if {
	judged
	input.request.language == "bash"
	some command in input.facts.commands
	some name in [command.name, command.base]
	name in object.get(cfg, ["bash", "deniedCommands"], [])
}

reasons contains {
	"effect": "deny",
	"rule": "exec/session",
	"message": "sessions of code are switched off",
	"hint": "set run.session.enabled to true, or run each piece of code by itself with `skillctl run`",
	"setting": ["run", "session", "enabled"],
} if {
	input.request.interactive == true
	object.get(input.settings, ["run", "session", "enabled"], true) == false
}
