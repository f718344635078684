# METADATA
# title: Words for messages
# description: Lists, shortening and counting in the messages of rules.
package skillctl.lib.text

# "a, b and c" from a list of words.
listed(words) := concat(" and ", [concat(", ", array.slice(words, 0, count(words) - 1)), words[count(words) - 1]]) if count(words) > 1

listed(words) := words[0] if count(words) == 1

# The text, or its beginning and an ellipsis when it is longer than size.
clip(value, size) := value if count(value) <= size

clip(value, size) := concat("", [trim_space(substring(value, 0, size - 1)), "…"]) if count(value) > size

# "1 line", "2 lines".
counted(n, word) := sprintf("%d %s", [n, word]) if n == 1

counted(n, word) := sprintf("%d %ss", [n, word]) if n != 1

# What stands in a text, between marks that are not in it, so that nothing has to be
# changed to show it. What would not be seen in a line is escaped.
cited(value) := sprintf("%q", [value]) if regex.match(`[\x00-\x1f\x7f]`, value)

else := sprintf("\"%s\"", [value]) if not contains(value, "\"")

else := sprintf("`%s`", [value]) if not contains(value, "`")

else := sprintf("“%s”", [value])

# The text in double quotes, as YAML and JSON read it.
quoted(value) := replace(replace(replace(json.marshal(value), `\u003c`, "<"), `\u003e`, ">"), `\u0026`, "&") if not contains(value, `\u00`)

quoted(value) := json.marshal(value) if contains(value, `\u00`)

# A name as it can stand behind a colon: what YAML would take for a number or a
# truth value is put in quotes.
scalar(name) := quoted(name) if other_than_text(name)

scalar(name) := name if not other_than_text(name)

other_than_text(name) if regex.match(`^([0-9].*|true|false|null|yes|no|on|off|y|n)$`, name)
