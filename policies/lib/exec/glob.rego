# METADATA
# title: Globs
# description: >-
#   Patterns of allow-lists as regular expressions: "*" and "?" stop at a slash,
#   "**" does not, everything else stands for itself.
package skillctl.lib.exec.glob

# A pattern as an anchored regular expression.
regex_of(pattern) := concat("", ["^(?:", expanded, ")$"]) if {
	quoted := regex.replace(pattern, `[\\.+(){}\[\]^$|]`, `\$0`)
	spanned := replace(quoted, "**", "\u0000")
	inner := replace(replace(spanned, "*", "[^/]*"), "?", "[^/]")
	expanded := replace(inner, "\u0000", ".*")
}

wild(pattern) if contains(pattern, "*")

wild(pattern) if contains(pattern, "?")

matches(pattern, text) if {
	not wild(pattern)
	pattern == text
}

matches(pattern, text) if {
	wild(pattern)
	regex.match(regex_of(pattern), text)
}
