# Commands and redirects that are for sure one of their readings, with the values in place that
# the text gives: these are judged.
package skillctl.exec.profiles.strict

superseded(command) if {
	command.replaced
	not command.unspelled
	given_here(command.id)
}

read_anew(redirect) if {
	redirect.replaced
	redirect.command >= 0
	given_here(redirect.command)
}

# All variables that it takes are set in front of it, or not by the text.
given_here(id) if {
	every use in object.get(input.facts, "uses", []) {
		not given_elsewhere(use, id)
	}
}

given_elsewhere(use, id) if {
	use.command == id
	not use.set
	use.name in set_here
}

given_elsewhere(use, id) if {
	use.command == id
	not use.set
	is_string(use.name)
	not regex.match(`^[A-Za-z_]`, use.name)
}

given_elsewhere(use, id) if {
	use.command == id
	use.name == null
}
