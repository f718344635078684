# METADATA
# title: Commands in the text of a skill
# description: What rules about flows and commands share.
package skillctl.lib.commands

import data.skillctl.lib.text

# Programs that print or keep what they fetch.
fetchers := {
	"aria2c", "axel", "curl", "curlie", "fetch", "ftp", "http", "https", "httpie", "invoke-restmethod", "invoke-webrequest", "irm", "iwr", "lwp-request", "lynx", "w3m", "wget",
	"wget2", "xh", "certutil", "bitsadmin", "downloadstring", "downloaddata", "downloadfile", "openread", "start-bitstransfer", "links", "elinks",
}

shown(command) := sprintf("%q", [text.clip(command.text, 120)])

# SKILL.md is an order; what stands in another document is read when the agent is
# sent there.
document(file) if regex.match(`(?i)\.(md|mdx|markdown|txt|rst|html?)$`, file)

aside(file) if {
	file != input.skill.manifest.file
	document(file)
}

# What weighs less: it is no order, or one that only another document gives.
lesser(command) if aside(command.file)

lesser(command) if warned(command)

# The sentence before a command forbids it …
warned(command) if {
	not command.fenced
	regex.match(`(?i)(\b(never|not|cannot|avoid|without|nor)|n['’]t)\s+((ever|try to|simply|just|\w+ly)\s+)*((run|running|use|using|execute|executing|type|typing|paste|pasting|enter|entering|call|calling|suggest|suggesting|issue|recommend|recommending|disable|a|an|the|this|any|commands?|like|such as|or|code)\b\s*["“]?\s*)*$`, command.before)
}

# … or has somebody look for it.
warned(command) if {
	not command.fenced
	regex.match(`(?i)\b(search(es|ing)?|look(s|ing)?|scan(s|ning)?|grep|watch(es|ing)?|hunt(s|ing)?|alerts?|detect(s|ing)?|flag(s|ging)?|block(s|ing)?|refuse(s)?|reject(s|ing)?|spot(s|ting)?)\b[^,:—]{0,60}\b(for|on|as|like|such as|of|contain(s|ing)?|match(es|ing)?)\s*(a |an |the |any )?["“]?$`, command.before)
	not regex.match(`(?i)\b(and|then|but|run|execute|use|type|paste|start|by|with)\b`, command.before)
}

# Files of the package other than documents: what they do is done, not read.
code(file) if {
	file != input.skill.manifest.file
	not document(file)
}

locus(file) := "script" if code(file)

locus(file) := "instruction" if not code(file)

# An argument that begins with one of some texts, case left aside.
has_option(args, options) if {
	some arg in args
	some option in options
	startswith(lower(arg), option)
}
