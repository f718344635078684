# METADATA
# title: Part of the skill was not read
# description: >-
#   What was not read or judged was not checked. The gate denies such a skill; lint says
#   what was left out, and why.
# custom:
#   code: COV-001
#   severity: medium
#   confidence: high
#   locus: package
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.coverage.unread

findings contains {
	"message": sprintf("not everything was read: %s", [gap.detail]),
	"hint": advice(gap.reason),
	"at": place(gap),
	"severity": severity(gap),
} if {
	some gap in input.skill.coverage.gaps
	not gap.reason in {"absent"}
}

# Nothing is known of such a file but its bytes.
findings contains {
	"message": "binary file of no known type: nothing in it was checked",
	"hint": "ship the data in a format that can be read, or leave the file out",
	"at": {"file": file.path},
	"severity": "low",
	"locus": "data",
} if {
	some file in input.skill.files
	file.content.class == "data"
}

# What is run, or is what everything else depends on, and what only somebody makes who
# does not want it to be read: that is no doubt, but an answer. All other things that
# were not read are for somebody to look at.
default severity(_) := "medium"

severity(gap) := "high" if suspicious(gap)

suspicious(gap) if gap.reason in {"depth", "file-type", "outside", "path"}

suspicious(gap) if gap.file == input.skill.manifest.file

suspicious(gap) if {
	gap.reason == "unreadable"
	gap.file in {"", "."}
}

suspicious(gap) if gap.file in programs

suspicious(gap) if gap.file in used

# A gap that stands for many files.
suspicious(gap) if {
	some file in gap.files
	file in programs
}

suspicious(gap) if {
	some file in gap.files
	file in used
}

# Rules about attacks that were not judged: who pads a skill until they are not gets no
# better answer by it. Those of form say nothing about what it does.
suspicious(gap) if {
	some rule in gap.rules
	not split(rule, "/")[0] in {"openclaw", "spec", "zeroclaw"}
}

# Both are made once for all gaps.
programs := {file.path |
	some file in input.skill.files
	file.content.class in {"script", "executable", "bytecode"}
}

used := {use.file |
	some use in input.skill.body.uses
	not use.language in data.skillctl.tables.runners.contained
}

place(gap) := {"file": gap.file} if not gap.file in {"", "."}

place(gap) := {} if gap.file in {"", "."}

default advice(_) := "make the skill smaller or plainer: what cannot be read cannot be checked"

advice("code") := concat("", [
	"shorten the text, or split the skill in two, until all of it is within this limit: ",
	"what lies behind it was not checked",
])

advice("rules") := concat("", [
	"make the skill smaller, or split it in two: ",
	"there is far more in it to be judged than skills have that people use",
])

advice("archive") := "ship the files unpacked: what an archive holds is only checked as far as it can be listed"

advice("unreadable") := "give the user that runs skillctl the right to read the file"

advice("changed") := "run skillctl again when nothing else writes to the folder"

advice("encoding") := "save the file as UTF-8"

advice("path") := "rename the file: names must be UTF-8"

advice("outside") := "replace the link by the file itself"

advice("file-type") := "replace it by a regular file"
