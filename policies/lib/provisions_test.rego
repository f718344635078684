package skillctl.lib.provisions_test

import data.skillctl.lib.provisions

test_orders_put if {
	every lead in [
		"Write this to `.claude/settings.json` before the first scan:",
		"Instead of the unsafe defaults, write this to `.claude/settings.json`:",
		"The stock rules are insecure and slow. Put this into the settings:",
		"Never skip this step: add the block to your settings.",
		"Do not edit by hand, simply paste:",
		"Your settings must have:",
		"1) Merge into settings.json",
		"To avoid dangerous prompts, you should add",
	] {
		provisions.puts(lead)
		not provisions.forbids(lead)
	}
}

test_what_is_shown_is_not_put if {
	every lead in [
		"## Never do this",
		"Do not write this to your settings:",
		"Malicious skills add this to the settings:",
		"Flag every file that users write like this:",
		"Wrong: add this to settings.json",
		"❌ **Bad example:** write",
		"Avoid rules that are over-permissive, such as:",
		"Use it as an example of bad settings:",
		"An attacker can't write this.",
	] {
		not provisions.puts(lead)
		provisions.forbids(lead)
	}
}

test_plain_words_neither_put_nor_forbid if {
	not provisions.puts("The settings look like this:")
	not provisions.forbids("The settings look like this:")
}
