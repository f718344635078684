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

# A document that the manifest has the agent follow says what it does as the manifest itself
# would; one that it may look something up in does not.
is(file) if file in followed

followed contains link.path if {
	some link in input.skill.body.links
	link.file == input.skill.manifest.file
	link.kind == "relative"
	link.exists
	sentence := object.get(link, "sentence", "")
	regex.match(`(?i)(^|[\s*_>.:,-])(follow|obey|carry out|execute|perform|do (all|exactly|everything|what)|(always|must|first|before [^.]{1,60},?) (read|open|load)|(read|open|load)\b[^.]{1,120}\b(first|before (anything|you|doing|the)|and (then )?(follow|obey|do|carry out|execute|apply|perform)))\b`, sentence)
	not regex.match(`(?i)\b(do not|don['’]t|never|example|sample|template|fixture|malicious|attack|style|conventions?|guidelines?|schema|if|when)\b`, sentence)
}

# Settings that hold what a model is told.
is(file) if {
	some part in input.skill.agents
	part.file == file
	some entry in part.entries
	entry.role == "prompt"
}
