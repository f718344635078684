# Lists of the operator: names and publishers that may be installed, and names,
# publishers, repositories and digests that must not. What must not wins.
package skillctl.install

# Every name that counts for a list: what it is installed as, what it is loaded
# as, and what its package is called.
names contains request.target.name if request.target.name != ""

names contains subject.written if subject.written != ""

names contains request.plugin.package if request.plugin.package != ""

names contains facts.package.name if {
	is_plugin
	facts.package.name != ""
	not request.plugin.content == "dependency-tree"
}

reasons contains {
	"rule": "install/list/name",
	"effect": "deny",
	"message": sprintf("%q is not on the list of allowed names", [name]),
	"setting": ["install", "allow"],
} if {
	settings.allow
	some name in names
	not any_match(settings.allow, name)
}

reasons contains {
	"rule": "install/list/denied-name",
	"effect": "deny",
	"message": sprintf("%q is on the list of denied names", [name]),
	"setting": ["install", "deny", "names"],
} if {
	some name in names
	any_match(settings.deny.names, name)
}

# Who is behind it, as far as that is known.
publisher := told_of("ownerHandle") if {
	class == "registry"
	told_of("ownerHandle") != ""
}

publisher := scope if {
	class == "npm"
	scope := regex.find_all_string_submatch_n(`^@([^/]+)/`, object.get(request, ["plugin", "package"], ""), 1)[0][1]
}

reasons contains {
	"rule": "install/list/publisher",
	"effect": "deny",
	"message": sprintf("it is published by %q, who is not on the list of allowed publishers", [publisher]),
	"setting": ["install", "publishers"],
} if {
	settings.publishers
	not any_match(settings.publishers, publisher)
	class in {"registry", "npm"}
}

reasons contains {
	"rule": "install/list/publisher",
	"effect": "deny",
	"message": "its publisher is not known, and only listed publishers are allowed",
	"hint": "add its repository to install.repositories if it is trusted",
	"setting": ["install", "publishers"],
} if {
	settings.publishers
	class in {"registry", "npm", "git"}
	not publisher
	not trusted_repository
}

trusted_repository if {
	class == "git"
	any_match(settings.repositories, repository)
}

reasons contains {
	"rule": "install/list/denied-publisher",
	"effect": "deny",
	"message": sprintf("it is published by %q, who is on the list of denied publishers", [publisher]),
	"setting": ["install", "deny", "publishers"],
} if {
	any_match(settings.deny.publishers, publisher)
}

reasons contains {
	"rule": "install/list/denied-repository",
	"effect": "deny",
	"message": sprintf("%q is on the list of denied repositories", [repository]),
	"setting": ["install", "deny", "repositories"],
} if {
	any_match(settings.deny.repositories, repository)
}

# An address that is not understood could be a denied one.
reasons contains {
	"rule": "install/list/denied-repository",
	"effect": "deny",
	"message": "its repository is an address that cannot be parsed, and some repositories are denied",
	"setting": ["install", "deny", "repositories"],
} if {
	count(settings.deny.repositories) > 0
	from_repository
	not repository
}

denied_digests := {digest | some digest in settings.deny.digests}

reasons contains {
	"rule": "install/list/denied-digest",
	"effect": "deny",
	"message": sprintf("its content is %s, which is on the list of denied digests", [facts.digest]),
	"setting": ["install", "deny", "digests"],
} if {
	facts.digest in denied_digests
}

reasons contains {
	"rule": "install/list/denied-digest",
	"effect": "deny",
	"message": sprintf("its content is %s, which is on the list of denied digests", [file.digest]),
	"file": file.path,
	"setting": ["install", "deny", "digests"],
} if {
	count(denied_digests) > 0
	some file in facts.files
	file.digest in denied_digests
}

reasons contains {
	"rule": "install/list/denied-digest",
	"effect": "deny",
	"message": sprintf("the content of this skill is %s, which is on the list of denied digests", [skill.digest]),
	"file": skill.path,
	"setting": ["install", "deny", "digests"],
} if {
	some skill in facts.skills
	skill.path != "."
	skill.digest in denied_digests
}
