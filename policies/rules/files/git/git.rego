# METADATA
# title: Git repository in the package
# description: >-
#   Git runs what a repository tells it to: hooks, and programs that its settings name.
#   It takes a folder for a repository by what is in it, whatever its name. A package
#   that brings one has its code run by the next git command near it.
# custom:
#   code: FIL-011
#   severity: high
#   confidence: high
#   locus: package
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files.git

import data.skillctl.lib.files

findings contains {
	"message": "the package holds a .git folder: history, settings and hooks come along with the skill",
	"hint": "export the files without it (`git archive`)",
	"at": {"file": part.file},
	"severity": "low",
	"confidence": "medium",
} if {
	some part in input.skill.git
	part.kind == "store"
	part.own
}

findings contains {
	"message": message,
	"hint": "leave it out of the package",
	"at": {"file": part.file},
} if {
	some part in input.skill.git
	not part.own
	message := foreign(part)
}

findings contains {
	"message": sprintf("the repository that the file names, %q, is in the package: Git uses its settings and hooks", [part.target]),
	"hint": "leave both out of the package",
	"at": {"file": part.file},
} if {
	some part in input.skill.git
	part.kind == "pointer"
	part.own
	part.inside
}

findings contains {
	"message": sprintf("this file has Git use the settings and hooks in %q", [part.target]),
	"hint": "remove the file: the repository of a checkout has none",
	"at": {"file": part.file},
} if {
	some part in input.skill.git
	part.kind == "common"
}

findings contains {
	"message": "enabled Git hook: Git runs it automatically",
	"hint": "leave the .git folder out of the package",
	"at": {"file": part.file},
} if {
	some part in input.skill.git
	part.kind == "hook"
}

findings contains {
	"message": "a rebase in progress: `git rebase --continue` runs the commands in this list",
	"hint": "end the rebase (`git rebase --abort`), or leave the .git folder out of the package",
	"at": {"file": part.file},
} if {
	some part in input.skill.git
	part.kind == "todo"
}

# A setting in a file of the package.
set contains [part, setting] if {
	some part in input.skill.git
	some setting in part.settings
}

findings contains {
	"message": sprintf("%s = %q in line %d: this setting has Git run code or read other settings", [spelt(setting), setting.value, setting.line]),
	"hint": "remove the setting (`git config --unset`), or leave the repository out of the package",
	"at": {"file": part.file},
} if {
	some [part, setting] in set
	obeyed(setting)
}

# What is not known to be plain could name code in a version of Git that comes.
findings contains {
	"message": sprintf("%s in line %d: skillctl does not know what Git does with this setting", [spelt(setting), setting.line]),
	"hint": "remove the setting when nobody needs it",
	"at": {"file": part.file},
	"severity": "low",
	"confidence": "low",
} if {
	some [part, setting] in set
	not obeyed(setting)
	not plain(setting)
}

findings contains {
	"message": sprintf("the Git configuration cannot be read: %s", [part.problem]),
	"hint": "correct the file (`git config --list --file FILE` reads it), or leave it out of the package",
	"at": {"file": part.file},
	"severity": unreadable[part.kind],
} if {
	some part in input.skill.git
	part.problem != ""
}

findings contains {
	"message": sprintf("extracting this archive creates Git repositories or hooks: %s", [files.some_of(held, 5)]),
	"hint": "build the archive again without it, or ship the files unpacked",
	"at": {"file": file.path},
	"locus": "data",
} if {
	some file in input.skill.files
	held := file.content.archive.git
}

# Those of other version control: their settings are not read.
findings contains {
	"message": "settings of Mercurial or Jujutsu, which can name hooks and aliases, were not read",
	"hint": "leave the folder out of the package",
	"at": {"file": file.path},
	"severity": "medium",
} if {
	some file in input.skill.files
	regex.match(`(?i)(^|/)(\.hg/hgrc|\.jj/repo/config\.toml)`, file.path)
}

# Git itself refuses to work where the configuration of a repository is broken: nobody
# works there.
unreadable := {"config": "high", "modules": "medium"}

foreign(part) := "a repository in the package: Git uses its settings and hooks" if part.kind == "store"

foreign(part) := "a name that some systems take for .git: there it is a repository, and Git uses its settings and hooks" if part.kind == "alike"

foreign(part) := sprintf("a repository in the package is elsewhere (%q): Git uses its settings and hooks", [part.target]) if part.kind == "pointer"

foreign(part) := "the folder is a repository, whatever its name: Git uses its settings and hooks" if part.kind == "repository"

table := data.skillctl.tables.git

# "remote.*.url" for any remote; and with what the user calls it himself left out:
# "alias.*".
class(setting) := sprintf("%s.*.%s", [setting.section, setting.key]) if setting.subsection != ""

class(setting) := sprintf("%s.*", [setting.section]) if {
	setting.subsection == ""
	setting.section in {"alias", "pager"}
}

spelt(setting) := sprintf("%s.%s", [setting.section, setting.key]) if setting.subsection == ""

spelt(setting) := sprintf("%s.%s.%s", [setting.section, setting.subsection, setting.key]) if setting.subsection != ""

# What the table says of a setting; there is no row for those that nobody has judged.
row(setting) := found if {
	found := table.settings[spelt(setting)]
} else := table.settings[class(setting)]

# Its value names code or other settings, or could.
names_code(setting) if {
	object.get(row(setting), "code", false)
	not is_data(setting)
}

is_data(setting) if regex.match(table.values[row(setting).data], setting.value)

# Before the first section there is nothing that Git reads.
plain(setting) if setting.section == ""

plain(setting) if {
	row(setting)
	not names_code(setting)
}

obeyed(setting) if names_code(setting)

# Git takes a name or a path that begins with a dash for an option.
obeyed(setting) if {
	setting.section == "submodule"
	dashed(setting)
}

dashed(setting) if startswith(setting.subsection, "-")

dashed(setting) if {
	setting.key in {"path", "url"}
	startswith(setting.value, "-")
}

dashed(setting) if ".." in split(setting.subsection, "/")
