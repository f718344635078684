# METADATA
# title: Allowed hosts that nothing can reach
# description: >-
#   allowedHosts is used only when the network mode is restricted. With none
#   it allows nothing, with full it limits nothing.
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
	count(network.allowedHosts) > 0
	mode := object.get(network, "mode", "none")
	mode in {"none", "full"}
}

findings contains {
	"message": "the network is restricted to no host at all: nothing can be reached",
	"hint": "name the hosts, or write mode: none to say so",
	"at": {"path": array.concat(place, ["mode"])},
	"severity": "low",
} if {
	some place, network in networks
	network.mode == "restricted"
	count(object.get(network, "allowedHosts", [])) == 0
}

effect := {"none": "nothing can be reached", "full": "everything can be reached"}

weight := {"none": "medium", "full": "high"}

networks[["skills", "codeExec", "sandbox", "network"]] := input.config.value.skills.codeExec.sandbox.network if input.config.kind == "codeexec"

networks[["skills", "codeExec", "network"]] := input.config.value.skills.codeExec.network if input.config.kind == "codeexec"
