package skillctl.lib.effect_test

import data.skillctl.lib.effect

test_rank if {
	[effect.rank(name) | some name in ["allow", "warn", "ask", "deny", "maybe", ""]] == [0, 1, 2, 3, 3, 3]
}

test_stricter if {
	effect.stricter("ask", "warn") == "ask"
	effect.stricter("allow", "allow") == "allow"
	effect.stricter("allow", "maybe") == "deny"
}

test_joined if {
	effect.joined(set()) == "deny"
	effect.joined({{"effect": "warn"}}) == "deny"
	effect.joined({{"effect": "warn"}, {"effect": "allow"}}) == "warn"
	effect.joined({{"message": "says nothing of an effect"}}) == "deny"
}

test_tightened if {
	effect.tightened(set()) == "allow"
	effect.tightened({{"effect": "ask"}, {"effect": "warn"}}) == "ask"
}
