# METADATA
# title: Nothing is pushed to main
# description: >-
#   Denies git push to main or master; a push that does not name its branch is asked about.
package skillctl.user.no_push_to_main

protected := {"main", "master"}

pushes contains command if {
	some command in input.facts.commands
	command.base == "git"
	"push" in command.argv
}

# "main", "HEAD:main", "+main" and "refs/heads/main" are the same branch.
branch(word) := regex.replace(word, `^\+|^.*:|^refs/heads/`, "")

named(command) := {branch(branch(branch(word))) | some i, word in command.argv; i > after_push(command); not startswith(word, "-")}

after_push(command) := min([i | some i, word in command.argv; word == "push"])

reasons contains {"effect": "deny", "message": sprintf("%q pushes to %s", [command.text, name])} if {
	some command in pushes
	some name in named(command) & protected
}

reasons contains {"effect": "deny", "message": sprintf("%q pushes every branch", [command.text])} if {
	some command in pushes
	some word in command.argv
	word in {"--all", "--mirror", "--branches"}
}

# `git push` and `git push origin` push what is checked out.
reasons contains {"effect": "ask", "message": sprintf("%q does not name the branch", [command.text])} if {
	some command in pushes
	count(named(command)) < 2
}

reasons contains {"effect": "deny", "message": sprintf("it is not known what %q would do", [command.text])} if {
	some command in input.facts.commands
	command.base == "git"
	not command.exact
}
