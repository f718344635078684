# METADATA
# title: Findings of all rules
# description: >-
#   Asks every rule that was loaded and says which rule each answer is from.
#   Which rules are loaded is decided by the settings, before compiling.
# entrypoint: true
package skillctl.lint

findings contains object.union(answer, {"rule": concat("/", [category, name])}) if {
	some category, name
	some answer in data.skillctl.rules[category][name].findings
}
