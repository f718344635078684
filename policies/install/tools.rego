# Tools of SKILL.toml: a tool that a model can call is code that the skill brings: it must
# not fetch without encryption, and its program must be one of the package or a name.
package skillctl.install

reasons contains {
	"rule": "install/tool/insecure",
	"effect": "deny",
	"message": sprintf("the tool %q calls %q without encryption", [tool.name, tool.command]),
	"hint": "use https",
	"file": manifest_of(skill),
} if {
	some skill in facts.skills
	some tool in skill.tools
	tool.kind == "http"
	startswith(lower(tool.command), "http://")
	not regex.match(`^http://(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(/|$)`, lower(tool.command))
}

reasons contains {
	"rule": "install/tool/outside",
	"effect": "deny",
	"message": sprintf("the script of the tool %q is %q, which is outside the package", [tool.name, tool.command]),
	"file": manifest_of(skill),
} if {
	some skill in facts.skills
	some tool in skill.tools
	tool.kind == "script"
	regex.match(`(^|/)\.\.(/|$)|^[/~]`, tool.command)
}
