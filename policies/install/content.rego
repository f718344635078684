# What is in it: lint's findings, what could not be read, and files that have no place in
# a package.
package skillctl.install

import data.skillctl.lint.verdict

# The setting about a doubt in what lint found, by the same words as its verdict: of what
# the package may do, or of how it is written.
doubts(finding) := "review" if verdict.of_safety(weighed(finding))

doubts(finding) := "form" if not verdict.of_safety(weighed(finding))

weighed(finding) := object.union(finding, {"category": split(finding.rule, "/")[0]})

# Skills, and the files that belong to none: those of a plugin above all.
judged contains skill if some skill in facts.skills

judged contains facts.code

reasons contains {
	"rule": finding.rule,
	"effect": "deny",
	"message": finding.message,
	"file": finding.file,
	"line": finding.line,
} if {
	some part in judged
	some finding in part.findings
	verdict.blocking(finding)
}

reasons contains {
	"rule": finding.rule,
	"effect": settings.content[about],
	"message": finding.message,
	"file": finding.file,
	"line": finding.line,
	"setting": ["install", "content", about],
} if {
	some part in judged
	some finding in part.findings
	verdict.doubting(finding)
	not verdict.blocking(finding)
	about := doubts(finding)
	settings.content[about] in {"warn", "deny"}
}

# The verdict is drawn from the same findings; where it says more, it holds.
reasons contains {
	"rule": "install/content/verdict",
	"effect": "deny",
	"message": sprintf("the verdict of lint on %q is %q", [skill.name, skill.verdict]),
	"hint": verdict_hint,
	"file": skill.path,
} if {
	some skill in facts.skills
	not skill.verdict in {"pass", "review"}
}

reasons contains {
	"rule": "install/content/verdict",
	"effect": "deny",
	"message": sprintf("the verdict of lint on the files of %q is %q", [facts.code.name, facts.code.verdict]),
	"hint": verdict_hint,
} if {
	not facts.code.verdict in {"pass", "review"}
}

verdict_hint := "correct what lint reports: `skillctl lint` on the folder shows each finding with its place"

# A folder or a file that was looked into without its files being judged: there is no
# way to get here, and none may appear.
reasons contains {
	"rule": "install/content/unjudged",
	"effect": "deny",
	"message": "its files were not judged",
} if {
	facts.found in {"directory", "file"}
	not metadata_only
	count(judged) == 0
	not facts.empty
}

reasons contains {
	"rule": "install/content/unread",
	"effect": settings.content.unread,
	"message": sprintf("part of it was not read, so it was not checked: %s", [gap.detail]),
	"hint": "make all of it readable: text in UTF-8, in plain files of moderate size",
	"file": gap.file,
	"setting": ["install", "content", "unread"],
} if {
	settings.content.unread in {"warn", "deny"}
	some gap in facts.gaps
}

reasons contains {
	"rule": "install/content/unread",
	"effect": settings.content.unread,
	"message": sprintf("part of the skill %q was not read, so it was not checked", [skill.name]),
	"file": skill.path,
	"setting": ["install", "content", "unread"],
} if {
	settings.content.unread in {"warn", "deny"}
	count(facts.gaps) == 0
	some skill in facts.skills
	not skill.complete
}

reasons contains {
	"rule": "install/content/link",
	"effect": settings.content.links,
	"message": sprintf("link to %q, which is outside the package", [file.link.target]),
	"hint": "replace the link by a copy of its target",
	"file": file.path,
	"setting": ["install", "content", "links"],
} if {
	settings.content.links in {"warn", "deny"}
	some file in facts.files
	file.type == "symlink"
	not file.link.inside
}

reasons contains {
	"rule": "install/content/special",
	"effect": "deny",
	"message": sprintf("%s: a package holds files, folders and links only", [special[file.type]]),
	"file": file.path,
} if {
	some file in facts.files
	special[file.type]
}

special := {
	"device": "a device",
	"fifo": "a named pipe",
	"other": "a file of unknown kind",
	"socket": "a socket",
}

reasons contains {
	"rule": "install/content/setuid",
	"effect": "deny",
	"message": sprintf("mode %s: it runs with the rights of its owner", [file.mode]),
	"hint": sprintf("chmod u-s,g-s %s", [file.path]),
	"file": file.path,
} if {
	some file in facts.files
	file.type == "regular"
	regex.match(`^0?[2-7]\d{3}$`, file.mode)
}

reasons contains {
	"rule": "install/content/writable",
	"effect": settings.content.writable,
	"message": sprintf("mode %s: every user of this machine can change it (%d such files and folders)", [first.mode, count(open_to_all)]),
	"hint": "chmod -R o-w on the folder",
	"file": first.path,
	"setting": ["install", "content", "writable"],
} if {
	settings.content.writable in {"warn", "deny"}
	count(open_to_all) > 0
	first := open_to_all[0]
}

open_to_all := [file |
	some file in facts.files
	file.type in {"regular", "dir"}
	regex.match(`[2367]$`, file.mode)
]

reasons contains {
	"rule": "install/content/hidden",
	"effect": settings.content.hidden,
	"message": sprintf("code in a hidden file (%s), which most listings do not show", [file.what]),
	"file": file.path,
	"setting": ["install", "content", "hidden"],
} if {
	settings.content.hidden in {"warn", "deny"}
	not dependency_tree
	some file in facts.files
	file.hidden
	file.type == "regular"
	file.class in {"script", "executable", "bytecode"}
	not regex.match(`(^|/)\.git/`, file.path)
	not any_configuration(file.path)
}

# Settings of tools that happen to be written as code.
any_configuration(path) if regex.match(`(^|/)\.[a-z]+rc\.[cm]?[jt]s$`, path)

reasons contains {
	"rule": "install/content/hook",
	"effect": "deny",
	"message": "enabled Git hook: Git runs it automatically",
	"hint": "remove the .git folder from the package",
	"file": part.file,
} if {
	some part in facts.git
	part.kind == "hook"
}

# Whoever installs it, Git obeys it: its own answer on what is in it is for who works
# in a checkout, not for who gets one.
reasons contains {
	"rule": "install/content/git",
	"effect": "deny",
	"message": repositories[part.kind],
	"hint": "export the files without it (`git archive`), or install the checkout with `skillctl install`, which leaves it out",
	"file": part.file,
} if {
	some part in facts.git
	repositories[part.kind]
	not checked_out(part)
}

# What is there already may be a checkout.
checked_out(part) if {
	class == "installed"
	part.own
}

repositories := {
	"alike": "a name that some systems take for .git: there it is a repository that Git obeys",
	"pointer": "a repository is elsewhere: Git obeys its settings and hooks",
	"repository": "the folder is a repository, whatever its name: Git obeys its settings and hooks",
	"store": "a repository: Git obeys its settings and hooks",
}

reasons contains {
	"rule": "install/content/git",
	"effect": "deny",
	"message": "the history of another version control, which obeys the settings in it",
	"hint": "export the files without it",
	"file": file.path,
} if {
	class != "installed"
	some file in facts.files
	regex.match(`(?i)(^|/)\.(hg|svn|jj|bzr)$`, file.path)
}

reasons contains {
	"rule": "install/content/binary",
	"effect": settings.content.binaries,
	"message": sprintf("machine code or bytecode (%s), which nobody can review", [file.what]),
	"hint": "ship its source, or name where it comes from",
	"file": file.path,
	"setting": ["install", "content", "binaries"],
} if {
	settings.content.binaries in {"warn", "deny"}
	some file in facts.files
	file.class in {"executable", "bytecode"}
}

dependency_tree if request.plugin.content == "dependency-tree"
