# METADATA
# title: Which programs of a command reach the network
# description: >-
#   Says of a command that failed without a network which of its programs are known
#   to fetch something (tables/commands.json), so that the reason can be said. It
#   decides nothing.
package skillctl.exec.network

# The names of these programs.
reaching contains command.base if {
	some command in input.facts.commands
	not command.context.elsewhere
	some entry in data.skillctl.tables.commands.fetch
	command.base in entry.names
	fetching(entry, command)
}

fetching(entry, _) if not entry["with"]

fetching(entry, command) if {
	some pattern in entry["with"]
	some word in command.args
	is_string(word.value)
	regex.match(pattern, word.value)
}
