# METADATA
# title: Packages bring no scripts
# description: >-
#   Denies npm, pnpm and yarn to install packages unless their scripts are switched off: a postinstall script is code of strangers that runs at once.
package skillctl.user.no_npm_scripts

managers := {"npm", "pnpm", "yarn"}

installing := {"install", "i", "ci", "add", "update", "up", "rebuild"}

reasons contains {
	"effect": "deny",
	"message": sprintf("%q runs scripts of the packages", [command.text]),
	"hint": "add --ignore-scripts",
} if {
	some command in input.facts.commands
	command.base in managers
	installs(command)
	not "--ignore-scripts" in command.argv
}

installs(command) if {
	some word in command.argv
	word in installing
}

# yarn alone installs.
installs(command) if count(command.argv) == 1

# What is not known could switch them on again.
installs(command) if not command.exact
