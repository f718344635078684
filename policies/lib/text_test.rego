package skillctl.lib.text_test

import data.skillctl.lib.text

test_listed if {
	text.listed(["a"]) == "a"
	text.listed(["a", "b"]) == "a and b"
	text.listed(["a", "b", "c"]) == "a, b and c"
}

test_clip if {
	text.clip("short", 10) == "short"
	text.clip("rather long", 7) == "rather…"
}

test_counted if {
	text.counted(1, "line") == "1 line"
	text.counted(0, "line") == "0 lines"
}

test_quoted if {
	text.quoted("a <b> & \"c\"") == `"a <b> & \"c\""`
	text.quoted(`a \u003c`) == `"a \\u003c"`
}

test_scalar if {
	text.scalar("pdf-tools") == "pdf-tools"
	text.scalar("2048") == `"2048"`
	text.scalar("no") == `"no"`
}

test_what_is_quoted_stands_as_it_is if {
	text.cited("a b") == `"a b"`
	text.cited(`echo "a"`) == "`echo \"a\"`"
	text.cited("`a` \"b\"") == "“`a` \"b\"”"
	text.cited("a\nb") == `"a\nb"`
}
