# METADATA
# title: Variables
# description: >-
#   Which variables of the environment change which code a program runs. Names are in
#   upper case.
package skillctl.lib.exec.environment

table := data.skillctl.tables.environment

# Known by its own name.
known(key) if {
	table.code[key]
	not table.harmless[key]
}

# Known, or of a family whose members do that.
changes_code(key) if known(key)

changes_code(key) if {
	strings.any_prefix_match(key, table.prefixes)
	not table.harmless[key]
	not key in table.git
}

changes_code(key) if {
	startswith(key, "GIT_")
	not key in table.git
}

# A name of a kind that programs which inherit it take commands and options from.
tells_programs(key) if {
	strings.any_suffix_match(key, table.exportedSuffixes)
	not table.harmless[key]
}
