# METADATA
# title: What ZeroClaw refuses
# description: >-
#   The skill audit of ZeroClaw 15d28660, told in its own words: what it finds
#   makes the agent skip the skill. The rules of the category zeroclaw say the
#   same to people, and the audit decision answers as the agent does.
package skillctl.lib.zeroclaw

table := data.skillctl.tables.zeroclaw

facts := input.skill.zeroclaw

suffixes := {suffix | some suffix in table.script_suffixes}

shells := {shell | some shell in table.shells}

text_extensions := {".markdown", ".md", ".toml"}

default allow_scripts := false

allow_scripts := input.options["zeroclaw/script-file"].allow_scripts

# Why a file counts as a script: its suffix, or the interpreter of its first
# line.
scripts[file.path] contains file.ext if {
	some file in input.skill.files
	file.ext in suffixes
	file.type == "regular"
}

# A name that is nothing but a suffix has no extension.
scripts[file.path] contains name if {
	some file in input.skill.files
	file.hidden
	file.ext == ""
	file.type == "regular"
	parts := split(file.path, "/")
	name := lower(parts[count(parts) - 1])
	name in suffixes
}

scripts[path] contains concat("", ["#!", interpreter]) if {
	some path, interpreter in facts.interpreters
	interpreter in shells
}

refused_scripts[path] := scripts[path] if {
	not allow_scripts
	some path, _ in scripts
}

symlinks contains file.path if {
	some file in input.skill.files
	file.type == "symlink"
}

oversized[file.path] := file.size if {
	some file in input.skill.files
	file.size > table.text_bytes
	file.type == "regular"
	file.ext in text_extensions
}

# The kind of objection to a link, undefined where there is none. Code blocks
# count as well: the audit does not know them.
objection(link) := "scheme" if {
	link.scheme != ""
	not link.scheme in table.schemes
} else := "absolute" if {
	absolute(link)
} else := "script" if {
	link.scheme == ""
	not absolute(link)
	to_script(link.path)
} else := kind if {
	link.scheme == ""
	not absolute(link)
	to_markdown(link.path)
	kind := document_objection(link)
}

document_objection(link) := "missing" if {
	link.where == "missing"
	not elsewhere(link.path)
}

document_objection(link) := "escapes" if link.where in {"outside", "unknown"}

document_objection(link) := "folder" if {
	link.where in {"inside", "skills"}
	link.is != "file"
}

absolute(link) if {
	link.scheme == ""
	startswith(link.path, "/")
}

absolute(link) if {
	link.scheme == ""
	startswith(link.path, "~/")
}

to_script(path) if strings.any_suffix_match(lower(path), table.script_suffixes)

to_markdown(path) if endswith(lower(path), ".md")

to_markdown(path) if endswith(lower(path), ".markdown")

# A missing document is taken for one of a skill that is not installed when its
# path goes up or is a bare name.
elsewhere(path) if ".." in split(path, "/")

elsewhere(path) if not regex.match(`[/\\]`, trim_prefix(path, "./"))

words := {
	"scheme": "unsupported URL scheme in markdown link (%s).",
	"absolute": "absolute markdown link paths are not allowed (%s).",
	"script": "markdown links to script files are blocked (%s).",
	"missing": "markdown link points to a missing file (%s).",
	"escapes": "markdown link escapes skill root (%s).",
	"folder": "markdown link must point to a file (%s).",
}

# What the audit says, in its own words.
said contains sprintf("Skill root must include %s (canonical) or one of [\"%s\", \"%s\"] (deprecated) for deterministic auditing.", table.manifests) if {
	count(facts.manifests) == 0
}

said contains sprintf("%s: symlinks are not allowed in installed skills.", [path]) if some path in symlinks

said contains sprintf("%s: script-like files are blocked by skill security policy.", [path]) if some path in object.keys(refused_scripts)

said contains sprintf("%s: file is too large for static audit (>%d bytes).", [path, table.text_bytes]) if some path in object.keys(oversized)

said contains sprintf("%s: invalid TOML manifest (%s).", [file.file, file.error.message]) if some file in facts.toml

said contains sprintf("%s: tools[%d] is missing a command field.", [file.file, i]) if {
	some file in facts.toml
	some i, tool in file.tools
	tool.command == "missing"
}

said contains sprintf("%s: tools[%d] has an empty %s command.", [file.file, i, tool.kind]) if {
	some file in facts.toml
	some i, tool in file.tools
	tool.command == "empty"
	lower(tool.kind) in table.command_kinds
}

said contains sprintf(concat("", ["%s: ", words[kind]]), [link.file, link.target]) if {
	some link in facts.links
	kind := objection(link)
}

# Not in the words of the agent, which would go on: there is more than was read.
said contains "the links of this skill are too many to be looked at" if facts.truncated

# What the audits before #5952 also said.
said_before contains sprintf("%s: detected high-risk command pattern (%s).", [hit.file, hit.id]) if some hit in facts.patterns

# METADATA
# title: The audit of ZeroClaw
# description: >-
#   Findings, whether scripts are what is in the way, and whether the skill is
#   loaded.
# entrypoint: true
audit := {
	"findings": sort(said),
	"before": sort(said_before),
	"scriptsBlocked": count(refused_scripts) > 0,
	"entries": facts.entries,
	"unreadable": facts.unreadable,
	"loaded": ((count(said) + count(facts.unreadable)) + count(manifest_faults)) == 0,
	"reason": reason,
	"faults": sort(manifest_faults),
}

# METADATA
# title: A tool of a skill
# description: Whether ZeroClaw offers input.tool to the model, and its limit in seconds.
# entrypoint: true
tool := {"callable": offered, "timeout": timeout(input.tool)}

default offered := false

offered if callable(input.tool)

# METADATA
# title: A source that a skill is installed from
# description: How ZeroClaw takes input.source.
# entrypoint: true
source := {"registry": plain, "extraRegistry": named}

default plain := false

plain if registry_source(input.source)

default named := false

named if extra_registry_source(input.source)

default reason := ""

reason := "AuditError" if count(facts.unreadable) > 0

reason := "AuditFindings" if {
	count(facts.unreadable) == 0
	count(said) > 0
}

reason := "ManifestParseError" if {
	count(facts.unreadable) == 0
	count(said) == 0
	count(manifest_faults) > 0
}

# Why the loader cannot take SKILL.toml, in the words of its shape.
manifest_faults contains violation.message if {
	some violation in input.skill.violations.zeroclaw
	fatal(violation)
}

manifest_faults contains file.error.message if {
	some file in facts.toml
	file.file in {"SKILL.toml", "manifest.toml"}
	file.error
}

# Keys that the loader does not know are ignored in a tool.
fatal(violation) if not tolerated(violation)

tolerated(violation) if {
	violation.code == "unknown-key"
	not violation.path[0] in {"skill", "forge"}
}

tolerated(violation) if violation.code in {"enum", "range", "pattern", "length", "legacy-key", "value"}

# A tool that the model is offered: of a known kind and, for those that pass a
# call on, with something to pass it on to.
callable(tool) if {
	tool.kind in table.tool_kinds
	not tool.kind in table.targeted_kinds
}

callable(tool) if {
	tool.kind in table.targeted_kinds
	is_string(tool.target)
	trim_space(tool.target) != ""
}

# How long a tool may run, in seconds.
timeout(tool) := max([1, object.get(tool, "timeout", null)]) if is_number(object.get(tool, "timeout", null))

timeout(tool) := table.tool_timeout_secs if not is_number(object.get(tool, "timeout", null))

# A bare name is looked up in the registry.
registry_source(source) if regex.match(`^[A-Za-z0-9_-]+$`, source)

# "registry:NAME/SKILL" is looked up in a further registry.
extra_registry_source(source) if regex.match(`^registry:[A-Za-z0-9_-]+/[A-Za-z0-9_-]+$`, source)

registry_name(name) if regex.match(`^[A-Za-z0-9_-]+$`, name)
