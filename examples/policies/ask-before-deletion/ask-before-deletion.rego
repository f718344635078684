# METADATA
# title: A person is asked before anything is deleted
# description: >-
#   Asks before a file or a folder is deleted, whichever program does it.
package skillctl.user.ask_before_deletion

reasons contains {"effect": "ask", "message": sprintf("%q deletes %s", [command.text, write.target.text])} if {
	some command in input.facts.commands
	some write in command.writes
	startswith(write.kind, "delete")
}
