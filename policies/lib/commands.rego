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
