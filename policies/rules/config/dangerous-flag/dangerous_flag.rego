# METADATA
# title: Setting turns off a protection
# description: >-
#   Settings whose name starts with dangerously take a protection away.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
#   security: true
package skillctl.rules.config["dangerous-flag"]

findings contains {
	"message": sprintf("%s is on: %s", [key, object.get(effect, key, "it takes a protection away")]),
	"hint": "remove it, and give what needs it a narrower permission",
	"at": {"path": path},
} if {
	[path, value] := walk(input.config.value)
	value == true
	key := path[count(path) - 1]
	is_string(key)
	startswith(lower(key), "dangerously")
}

effect := {
	"dangerouslyAllowExternalBindSources": "the sandbox may mount folders outside the workspace",
	"dangerouslyAllowReservedContainerTargets": "a mount may cover the workspace or the agent's folder in the sandbox",
	"dangerouslyAllowContainerNamespaceJoin": "the sandbox may share the network of another container",
}
