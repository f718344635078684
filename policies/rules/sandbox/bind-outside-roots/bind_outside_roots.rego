# METADATA
# title: Mount from outside the workspace
# description: >-
#   OpenClaw creates no container with a bind whose source lies outside the
#   workspace and agent folders, unless dangerouslyAllowExternalBindSources is
#   on. Its audit does not say so.
# custom:
#   severity: medium
#   confidence: medium
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.sandbox["bind-outside-roots"]

import data.skillctl.lib.openclaw
import data.skillctl.rules.sandbox["dangerous-bind"] as dangerous_bind

findings contains {
	"message": sprintf("%s lies outside the folders that OpenClaw mounts from: it creates no container with this bind", [source]),
	"hint": "move the folder into the workspace; dangerouslyAllowExternalBindSources would allow every source",
	"at": {"path": array.concat(scope.path, ["docker", "binds", i])},
} if {
	openclaw.whole
	some scope in openclaw.sandbox_scopes
	not scope.merged.docker.dangerouslyAllowExternalBindSources == true
	not openclaw.sandbox_defaults.docker.dangerouslyAllowExternalBindSources == true
	some i, bind in scope.value.docker.binds
	is_string(bind)
	source := trim_suffix(split(bind, ":")[0], "/")
	startswith(source, "/")
	not inside(source)
	not dangerous(source)
}

# sandbox/dangerous-bind speaks about these.
dangerous(source) if {
	some finding in dangerous_bind.findings
	startswith(finding.message, sprintf("%s ", [source]))
}

inside(source) if {
	some root in roots
	is_string(root)
	startswith(sprintf("%s/", [source]), sprintf("%s/", [trim_suffix(root, "/")]))
}

# State folders have their usual name wherever the home is.
inside(source) if regex.match(`/\.(openclaw|clawdbot)(/|$)`, source)

roots contains openclaw.config.agents.defaults.workspace

roots contains openclaw.sandbox_defaults.workspaceRoot

roots contains agent.value.workspace if some agent in openclaw.agents

roots contains agent.value.sandbox.workspaceRoot if some agent in openclaw.agents
