# METADATA
# title: Passages of a text
# description: Whether words are an order, or only spoken about.
package skillctl.lib.passages

import data.skillctl.lib.text

shown(passage) := sprintf("%q", [text.clip(trim_space(passage.line), 120)])

# What forbids, or speaks of an attack, does not order it.
spoken_of(line) if {
	regex.match(`(?i)\b(never|do not|don't|must not|mustn't|should not|shouldn't|cannot|avoid|refuse|reject|resist|prevent|detect|flag|block|attempts?|attack(s|er|ers)?|injection|jailbreak|malicious|suspicious|untrusted|embedded|e\.g\.|such as|example|examples|like|patterns?|contains?|try|tries|trying|warning sign|red flags?)\b`, regex.replace(line, `(?i)https?://\S+`, ""))
}

# The words of a pattern stand in quotes, in a table or in a comment of code.
quoted(line, pattern) if regex.match(concat("", [`(?i)["“'‘«][^"”'’»]{0,80}`, pattern, `[^"”'’»]{0,80}["”'’»]`]), line)

quoted(line, _) if startswith(trim_space(line), "|")

severity(passage, grave) := grave if passage.file == input.skill.manifest.file

severity(passage, _) := "medium" if passage.file != input.skill.manifest.file
