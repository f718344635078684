# METADATA
# title: NAME
# description: What this policy is for, in a sentence.
package skillctl.user.install.PACKAGE

# It is asked about everything that is to be installed, and can only tighten. A reason
# has an effect (deny, ask or warn; deny if it is left out) and a message.
#
# `skillctl policy inputs install` lists what there is; most is in
#   input.request         who asks (host), the target, and where it comes from (source)
#   input.facts.skills    each skill: name, verdict, findings of lint, and what it asks
#                         for (capabilities: programs, hosts, paths, tools, environment)
#   input.facts.files     each file: path, size, mode, class (text, script …)
#   input.facts.trust     state of the signature (unsigned, verified …), identity
#   input.facts.servers   servers and hooks that it has an agent start

# The hosts that skills may speak to: put your own here.
known := {"wiki.example.com"}

reasons contains {"effect": "deny", "message": sprintf("%s speaks to %s", [skill.name, host])} if {
	some skill in input.facts.skills
	some host in skill.capabilities.hosts
	not host in known
}
