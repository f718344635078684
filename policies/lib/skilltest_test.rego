# METADATA
# title: Inputs for the tests of rules
# description: Builds the input that a rule is given from the few things a test is about.
package skillctl.lib.skilltest

at(line) := {"line": line, "col": 1, "offset": line * 100}

span(line) := {"start": at(line), "end": at(line + 1)}

kind(value) := "list" if is_array(value)

kind(value) := type_name(value) if not is_array(value)

field(value) := {"value": value, "type": kind(value), "style": "plain", "span": span(2), "keySpan": span(2)}

none := {"agentskills": [], "claude": [], "codex": [], "openclaw": [], "zeroclaw": []}

# A skill in the folder "pdf-tools" whose front matter has these values. It is not
# known which agents load it: any of them might.
md(values) := {
	"kind": "skill",
	"hosts": [],
	"likely": ["claude", "codex", "openclaw", "zeroclaw"],
	"options": {},
	"skill": {
		"path": "skills/pdf-tools",
		"dir": "pdf-tools",
		"manifest": {"file": "SKILL.md", "format": "md", "size": 400, "lookalikes": []},
		"text": {"utf8": true, "bom": false, "nul": false, "newline": "lf"},
		"front": {
			"present": true,
			"closed": true,
			"span": span(1),
			"recovered": [],
			"fields": {key: field(value) | some key, value in values},
			"order": sort(object.keys(values)),
			"duplicates": [],
			"anchors": 0,
			"host": {key: sprintf("%v", [value]) | some key, value in values},
			"codex": "",
		},
		"violations": none,
		"body": {"span": span(10), "lines": 20, "bytes": 400, "tokens": 100, "links": [], "fences": [], "keys": []},
		"files": [],
		"counts": {"files": 1, "bytes": 400, "depth": 1},
		"coverage": {"complete": true, "gaps": []},
		"git": [],
	},
}

# The same with other facts laid over those of the skill.
with_facts(doc, facts) := object.union(doc, {"skill": facts})

for_hosts(doc, hosts) := object.union(doc, {"hosts": hosts})

# For nobody in particular: the specification is all that counts.
for_anybody(doc) := object.union(doc, {"likely": []})

with_options(doc, options) := object.union(doc, {"options": options})

good := {
	"name": "pdf-tools",
	"description": "Reads and merges PDF files. Use when a PDF is to be read, split or merged.",
}

# The good skill with these values laid over it.
having(values) := md(object.union(good, values))

# The good skill without a key.
lacking(key) := md(object.remove(good, [key]))

# A SKILL.toml skill with this document.
toml(value) := object.union(object.remove(md({}), ["skill"]), {"skill": object.union(md({}).skill, {
	"manifest": {"file": "SKILL.toml", "format": "toml", "size": 200, "lookalikes": []},
	"front": {"present": false, "closed": false, "fields": {}, "order": [], "host": {}},
	"toml": {"value": value},
})})

# A link of SKILL.md to a file that is there.
link(path) := {
	"text": "link", "target": path, "file": "SKILL.md", "span": span(30), "kind": "relative", "image": false, "locus": "instruction",
	"mention": false, "path": path, "escapes": false, "exists": true, "depth": 1,
}

# The good skill with these links in its text.
with_links(links) := with_facts(md(good), {"body": {"links": links}})

# A set of skills, each [path, name, description].
set(skills) := {
	"kind": "set",
	"hosts": [],
	"options": {},
	"set": {
		"skills": [{"path": path, "name": name, "description": description, "file": "SKILL.md", "dir": path, "root": ".", "rel": path} |
			some [path, name, description] in skills
		],
		"configs": [],
		"links": [],
		"overlaps": [],
	},
}
