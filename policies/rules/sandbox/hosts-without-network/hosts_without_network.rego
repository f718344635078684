# METADATA
# title: allowedHosts has no effect
# description: >-
#   allowedHosts is used only when the network mode is restricted. With none it allows
#   nothing, with full it limits nothing.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.sandbox["hosts-without-network"]

findings contains {
	"message": sprintf("allowedHosts has no effect: the network mode is %s, so %s", [mode, effect[mode]]),
	"hint": "set mode: restricted, or remove allowedHosts",
	"at": {"path": array.concat(place, ["allowedHosts"]), "on": "key"},
	"severity": weight[mode],
} if {
	some place, network in networks
	is_array(network.allowedHosts)
	count(network.allowedHosts) > 0
	mode := object.get(network, "mode", "none")
	mode in {"none", "full"}
}

findings contains {
	"message": "the network is restricted and no domain is allowed: nothing can be reached",
	"hint": "list the domains, or write mode: none",
	"at": {"path": array.concat(place, ["mode"])},
	"severity": "low",
} if {
	some place, network in networks
	network.mode == "restricted"
	object.get(network, "allowedHosts", []) == []
}

effect := {"none": "nothing can be reached", "full": "everything can be reached"}

weight := {"none": "medium", "full": "high"}

settings := input.config.value.skills.codeExec if input.config.kind == "codeexec"

networks[["skills", "codeExec", "sandbox", "network"]] := settings.sandbox.network if is_object(settings.sandbox.network)

networks[["skills", "codeExec", "network"]] := settings.network if is_object(settings.network)
