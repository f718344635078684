# Names: a skill is loaded under the name of its manifest, whatever it is installed as.
# One that takes the name of another, or reads like it, is loaded or called in its place.
package skillctl.install

# The name that an agent loads the skill under.
loaded_name(skill) := skill.written if skill.written != ""

loaded_name(skill) := skill.name if skill.written == ""

# Compared without what people do not tell apart: letters that are drawn alike, too.
plain_name(text) := bundled_plain[text] if {
	bundled_plain[text]
} else := unicode.skeleton(text)

bundled contains name if some name in data.skillctl.tables.openclaw_bundled.skills

# Found once for all decisions: it follows from the table alone.
bundled_plain[name] := unicode.skeleton(name) if some name in bundled

# Names that are taken, and by whom. A skill that is updated has its own.
taken contains {"name": name, "by": "a skill that comes with OpenClaw", "host": true} if {
	not elsewhere
	some name in bundled
}

# The skill is for another system than OpenClaw, where the names of OpenClaw's skills are
# free: the person who installs it says so, or else the folder that it goes into. A host
# that asks by itself is not told where it is.
elsewhere if {
	request.host == "skillctl"
	count(agents) > 0
	count(agents & {"openclaw", "agentskills"}) == 0
}

elsewhere if {
	request.host == "skillctl"
	count(agents) == 0
	folder := [name | some i, name in request.root; i == count(request.root) - 2; request.root[i + 1] == "skills"][0]
	not folder in read_by_openclaw
	loads := data.skillctl.tables.dialects.folders[folder]
	not "openclaw" in loads
}

# The skills of these folders are loaded by OpenClaw, too, whoever else has them.
read_by_openclaw := {".agents"}

agents := {agent | some agent in request.agents}

taken contains {"name": name, "by": "a skill that the settings name", "host": false} if {
	some name in settings.names.known
}

taken contains {"name": entry.name, "by": sprintf("the skill in %s", [entry.where]), "host": false} if {
	some entry in facts.names
	not itself(entry)
}

# A name of the host's own skills is not for others. Some of these skills are copies of
# what somebody else publishes: a person who brings that skill, and every skill from the
# repository that it is kept in, is asked.
meant(name, path) if {
	is_skill
	path == "."
	class == "local"
	some home in homes
	name in home.skills
}

meant(name, path) if {
	is_skill
	path == "."
	some home in homes
	repository == home.repository
	name in object.get(home, "skills", data.skillctl.tables.openclaw_bundled.skills)
}

homes := data.skillctl.tables.openclaw_bundled.homes

# The host's own registry has the host's own skills, too: without another publisher's
# name before it, a name there is theirs.
published_by_host(name, path) if {
	is_skill
	path == "."
	class == "registry"
	address(told_of("registry")) in {address(known) | some known in own_registries}
	lower(told_of("slug")) == lower(name)
	lower(told_of("ownerHandle")) in {"", "openclaw"}
	told_of("repo") == ""
}

as_published := "deny" if {
	settings.names.bundled == "deny"
} else := "allow"

# What is done about a taken name, and by which setting.
taking(other, path) := ["bundled", as_published] if {
	other.host
	published_by_host(other.name, path)
} else := ["bundled", settings.names.bundled] if {
	other.host
	meant(other.name, path)
} else := ["shadowing", shadowing]

itself(entry) if {
	request.action.mode == "update"
	lower(entry.dir) == lower(request.target.name)
}

# Of what is installed already only a dependency comes.
named contains {"skill": skill, "name": loaded_name(skill)} if {
	class != "installed"
	some skill in facts.skills
}

shadowing := settings.names.shadowing if {
	is_skill
} else := settings.names.lookalike if {
	# What a plugin brings is loaded after all others of its name.
	is_plugin
}

reasons contains {
	"rule": "install/names/shadowing",
	"effect": verdict_on[1],
	"message": sprintf("it would be loaded as %q, which is the name of %s", [entry.name, other.by]),
	"hint": manifest_hint(other),
	"file": manifest_of(entry.skill),
	"setting": ["install", "names", verdict_on[0]],
} if {
	some entry in named
	small := lower(trim_space(entry.name))
	some other in taken
	small == lower(other.name)
	verdict_on := taking(other, entry.skill.path)
	verdict_on[1] in {"warn", "deny"}
}

# A person can say which system it is for, where that is not known.
manifest_hint(other) := "give it another name in its manifest, or say with --agent (gate: --dialect) which other agent it is for" if {
	other.host
	request.host == "skillctl"
	count(agents) == 0
} else := "give it another name in its manifest"

target_hint := "give it another name in its manifest, or another --name when it is installed" if {
	request.host == "skillctl"
} else := "install it under another name"

# The name that it is installed under counts, too: a manifest without a name is
# loaded under that of its folder.
reasons contains {
	"rule": "install/names/shadowing",
	"effect": verdict_on[1],
	"message": sprintf("it would be installed as %q, which is the name of %s", [request.target.name, other.by]),
	"hint": target_hint,
	"setting": ["install", "names", verdict_on[0]],
} if {
	is_skill
	class != "installed"
	small := lower(request.target.name)
	some other in taken
	small == lower(other.name)
	verdict_on := taking(other, ".")
	verdict_on[1] in {"warn", "deny"}
	not lower(subject.written) == lower(other.name)
}

reasons contains {
	"rule": "install/names/lookalike",
	"effect": settings.names.lookalike,
	"message": sprintf("%q looks like %q, which is the name of %s", [entry.name, other.name, other.by]),
	"hint": "choose a name that cannot be confused with it",
	"file": manifest_of(entry.skill),
	"setting": ["install", "names", "lookalike"],
} if {
	settings.names.lookalike in {"warn", "deny"}
	some entry in named
	small := lower(trim_space(entry.name))
	plain := plain_name(entry.name)
	some other in taken
	plain == plain_name(other.name)
	small != lower(other.name)
}

reasons contains {
	"rule": "install/names/mismatch",
	"effect": settings.names.mismatch,
	"message": sprintf("it would be installed as %q and loaded as %q", [request.target.name, subject.written]),
	"hint": "install it under its own name, or check that this is the skill you want",
	"file": subject.manifest,
	"setting": ["install", "names", "mismatch"],
} if {
	settings.names.mismatch in {"warn", "deny"}
	class != "installed"
	subject.written != ""
	plain_name(subject.written) != plain_name(request.target.name)
}

reasons contains {
	"rule": "install/names/invalid",
	"effect": "deny",
	"message": sprintf("it would be loaded as %q: %s", [entry.name, problem]),
	"hint": "use lower-case letters, digits and hyphens",
	"file": manifest_of(entry.skill),
} if {
	some entry in named
	some problem in name_problems(entry.name)
}

reasons contains {
	"rule": "install/names/target",
	"effect": "deny",
	"message": sprintf("it would be installed as %q: %s", [request.target.name, problem]),
} if {
	some problem in target_problems
}

target_problems contains "it has no name" if trim_space(request.target.name) == ""

target_problems contains problem if {
	is_skill
	some problem in name_problems(request.target.name)
}

# The label of a plugin that is not known yet may be a path.
target_problems contains problem if {
	is_plugin
	some problem in text_problems(request.target.name)
}

target_problems contains "it leads out of its folder" if {
	is_plugin
	regex.match(`(^|/)\.\.(/|$)|^/|\\`, request.target.name)
}

name_problems(name) := (text_problems(name) | path_problems(name)) | script_problems(name)

path_problems(name) := {problem |
	regex.match(`[/\\:]|^\.|\.\.|^~`, name)
	problem := "it is a path, not a name"
}

text_problems(name) := {problem |
	regex.match(`[\x00-\x1f\x7f-\x9f\p{Cf}\p{Co}\x{2028}\x{2029}\x{3164}\x{115f}\x{1160}\x{ffa0}]`, name)
	problem := "it has invisible characters"
} | {problem |
	count(name) > 200
	problem := "it is longer than 200 characters"
}

script_problems(name) := {problem |
	regex.match(`\p{Latin}`, name)
	regex.match(`[\p{Cyrillic}\p{Greek}\p{Armenian}\p{Cherokee}\p{Lisu}\p{Coptic}]`, name)
	problem := "it mixes letters of several scripts that look the same"
} | {problem |
	regex.match(`[\x{ff01}-\x{ff5e}\x{1d400}-\x{1d7ff}]`, name)
	problem := "it has letters that only look like those of the alphabet"
}

manifest_of(skill) := skill.manifest if skill.path == "."

manifest_of(skill) := sprintf("%s/%s", [skill.path, skill.manifest]) if skill.path != "."
