# METADATA
# title: No container with the rights of the host
# description: >-
#   Denies containers that are started with more rights, with the network or the processes of the host, or with its root folder.
package skillctl.user.no_privileged_containers

engines := {"docker", "podman", "nerdctl"}

granted(word) if startswith(word, "--privileged")

granted(word) if word in {"--pid=host", "--network=host", "--net=host", "--ipc=host", "--userns=host", "--cap-add=ALL"}

reasons contains {"effect": "deny", "message": sprintf("%q gives a container rights of the host: %s", [command.text, word])} if {
	some command in input.facts.commands
	command.base in engines
	some word in command.argv
	granted(word)
}

# The same in two words: --network host.
reasons contains {"effect": "deny", "message": sprintf("%q gives a container rights of the host: %s %s", [command.text, word, command.argv[i + 1]])} if {
	some command in input.facts.commands
	command.base in engines
	some i, word in command.argv
	not granted(word)
	granted(sprintf("%s=%s", [word, command.argv[i + 1]]))
}

reasons contains {"effect": "deny", "message": sprintf("%q hands %s to a container", [command.text, bind.source])} if {
	some command in input.facts.commands
	some bind in command.binds
	bind.source in {"/", "/etc", "/var/run/docker.sock", "/run/docker.sock"}
}

reasons contains {"effect": "deny", "message": sprintf("it is not known what %q would do", [command.text])} if {
	some command in input.facts.commands
	command.base in engines
	not command.exact
}
