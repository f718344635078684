# METADATA
# title: NAME
# description: What this policy is for, in a sentence.
package skillctl.user.PACKAGE

# It is asked about every command before it runs, and can only tighten. A reason has
# an effect (deny, ask or warn; deny if it is left out) and a message.
#
# `skillctl policy inputs exec` lists what there is; most is in
#   input.request           cwd, agent, skill, env …
#   input.facts.commands    every command that would run, also inside of sh -c, pipes
#                           and substitutions: base (its name), argv (its words),
#                           exact (false where the shell completes a word when it
#                           runs, such as "$X"), writes, text
#   input.facts.redirects   files that the shell reads and writes
#   input.facts.programs    where a program was found, who can change it, its digest

# Words that this policy is about: put your own here.
program := "example-program"

word := "example-word"

reasons contains {"effect": "ask", "message": sprintf("%q wants a look", [command.text])} if {
	some command in input.facts.commands
	command.base == program
	word in command.argv
}

# What is not known before it runs could be anything.
reasons contains {"effect": "ask", "message": sprintf("it is not known what %q would do", [command.text])} if {
	some command in input.facts.commands
	command.base == program
	not command.exact
}
