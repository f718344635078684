# METADATA
# title: What clients of services print
# description: >-
#   Commands that print secrets which a service keeps, and whether where something goes is the
#   service itself.
package skillctl.lib.printed

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.tables.private

# The entry of the table for what a program prints, the first that says so.
service(step) := found[0] if {
	said := concat(" ", step.args)
	found := [known |
		some known in private.services
		step.program in known.names
		regex.match(known.says, said)
		not without(known, said)
	]
	count(found) > 0
}

without(known, said) if regex.match(known.without, said)

# It goes to a host that nobody has said it is for: not to the service that keeps it, nor in
# the header in which a service is shown who asks.
strays(command, step) if {
	known := service(step)
	hosts := addresses.asked(command)
	some host in hosts
	destinations.strange(host)
	not issued(known, host)
	not in_header(command, step)
}

# A login is used up by what opens a connection with it, and is not shown to whoever is asked.
strays(command, step) if {
	service(step)
	command.program == "git"
	"push" in command.args
}

issued(known, host) if {
	some service in object.get(known, "issuers", [])
	destinations.below(host, service)
}

in_header(command, step) if {
	headed := [i | some i, arg in command.args; contains(arg, concat("", ["$(", step.program])); shows(command.args, i)]
	given := [i | some i, arg in command.args; contains(arg, concat("", ["$(", step.program]))]
	count(given) > 0
	headed == given
}

shows(args, i) if args[i - 1] in {"-H", "--header", "-u", "--user", "--oauth2-bearer"}
