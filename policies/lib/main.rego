# METADATA
# title: What an agent goes by
# description: >-
#   Of a skill that is its manifest; of a folder that agents work in, the instructions,
#   commands and agents that they load from it. Other documents are read when somebody is
#   sent there.
package skillctl.lib.main

is(file) if file == input.skill.manifest.file

is(file) if {
	input.skill.project
	some part in input.skill.agents
	part.file == file
	part.kind in {"instructions", "prompt"}
}
