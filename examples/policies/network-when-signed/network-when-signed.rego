# METADATA
# title: Only signed skills use the network
# description: >-
#   Denies skills that speak to a host unless their signature was verified. Skills that stay on the machine need none.
package skillctl.user.install.network_when_signed

reasons contains {"effect": "deny", "message": sprintf("%s speaks to %s and is not signed", [skill.name, concat(", ", skill.capabilities.hosts)])} if {
	input.facts.trust.state != "verified"
	some skill in input.facts.skills
	count(skill.capabilities.hosts) > 0
}
