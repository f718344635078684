# METADATA
# title: Downloads from known hosts only
# description: >-
#   Denies curl and wget for every address whose host is not in the list. An address that is not known before the command runs is denied, too.
package skillctl.user.known_hosts

hosts := {"downloads.example.com", "github.com"}

loaders := {"curl", "wget"}

# The host of an address, whatever stands before and after it: none for other words.
host(word) := lower(regex.find_all_string_submatch_n(`^[a-zA-Z][a-zA-Z0-9+.-]*://([^/?#@]*@)?([^/:?#]*)`, word, 1)[0][2])

reasons contains {"effect": "deny", "message": sprintf("%s is not a known host", [found])} if {
	some command in input.facts.commands
	command.base in loaders
	some word in command.argv
	found := host(word)
	not found in hosts
}

# A word without "://" may be an address as well ("curl example.org"), and is
# one unless it is an option, or what an option that we know takes.
reasons contains {"effect": "deny", "message": sprintf("write the address in full: %q", [word])} if {
	some command in input.facts.commands
	command.base in loaders
	some i, word in command.argv
	i > 0
	not startswith(word, "-")
	not host(word)
	not command.argv[i - 1] in {"-o", "--output", "-O", "-H", "--header"}
}

reasons contains {"effect": "deny", "message": sprintf("it is not known what %q loads", [command.text])} if {
	some command in input.facts.commands
	command.base in loaders
	not command.exact
}
