package jq

import (
	"slices"
	"strings"
	"testing"
)

func filters() map[string]string {
	return map[string]string{
		".": "harmless", ".a.b[0]": "harmless", `.dependencies | to_entries[] | "\(.key)@\(.value)"`: "harmless", "map(.count) | add": "harmless", ".items[] | {id, name}": "harmless",
		`def f(x): x + 1; f(.a)`: "harmless", `reduce .[] as $i (0; . + $i)`: "harmless", `env.HOME`: "harmless", `$ENV.HOME`: "harmless", `$ENV["HOME"]`: "harmless", `.[] | @sh "x \(.a)"`: "harmless",
		`if .a then .b else empty end`: "harmless", `.skills.entries["gh-issues"].apiKey // empty`: "harmless", `try error("x") catch .`: "harmless", `$x | keys`: "harmless", `. as {a: $x} | $x`: "harmless", "input_filename": "harmless",
		`test("a"; "i")`: "harmless", `label $out | foreach .[] as $i (0; .+$i; if . > 3 then ., break $out else . end)`: "harmless", `@base64d`: "harmless", `halt_error(1)`: "harmless",

		"env": "opaque: env without the name of a variable", "$ENV": "opaque", "env|.HOME": "opaque", `"\(env)"`: "opaque", "{a: env}": "opaque", "$ENV[]": "opaque", `$ENV["\(.a)"]`: "opaque", ". as [$a] | env": "opaque", "def f: env; f": "opaque",
		`import "a" as a; a::f`: "opaque: a module", `include "a"; f`: "opaque: a module", `modulemeta`: "opaque", "get_search_list": "opaque", "foo": "opaque: the function \"foo\"", "def env: 1; env": "opaque", ".a |": "opaque", "\x00": "opaque", "1 # \\\n| env": "opaque", "1 # a\n| 2": "harmless",
		strings.Repeat("[", 200): "opaque: more than 100 nested brackets",
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for filter, want := range filters() {
		r := Read(filter)
		got := r.String()
		if got != want && (want == "harmless" || !strings.Contains(got, want)) {
			t.Errorf("%q: got %q, want %q", filter, got, want)
		}
	}
}

func TestBuiltinsAreSorted(t *testing.T) {
	t.Parallel()
	if !slices.IsSorted(builtins()) {
		t.Error("the list is searched by halves, and is not sorted")
	}
	for _, name := range guarded() {
		if known(name) {
			t.Errorf("%s is guarded and known", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	for filter := range filters() {
		f.Add(filter)
	}
	f.Fuzz(func(t *testing.T, filter string) {
		r := Read(filter)
		if strings.Contains(filter, "\x00") && r.Opaque == nil {
			t.Errorf("%q has an unknown part and is not opaque", filter)
		}
	})
}
