package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseCUE(t *testing.T) {
	text := `package skillctl

import "strings"

// What lint minds.
lint: failOn: "high"
lint: {
	minConfidence: *"medium" | "high"
	ignore: ["a/**", "ü", ] // two
	rules: "spec/x": options: {max: -3, ratio: 0.5, on: true, none: null}
}
#Level: "deny" | "allowlist"
exec: security: #Level
exec: profile: string & strings.MinRunes(1)
exec: ask?: "off"
`
	root, err := ParseCUE("s.cue", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"lint": map[string]any{
			"failOn": "high", "minConfidence": "medium", "ignore": []any{"a/**", "ü"},
			"rules": map[string]any{"spec/x": map[string]any{"options": map[string]any{"max": int64(-3), "ratio": 0.5, "on": true, "none": nil}}},
		},
		"exec": map[string]any{},
	}
	if diff := cmp.Diff(want, root.Interface()); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		path []any
		on   string
		want string
	}{
		{[]any{"lint", "failOn"}, OnValue, "s.cue:6:15"},
		{[]any{"lint", "failOn"}, OnKey, "s.cue:6:7"},
		{[]any{"lint", "ignore", 1}, OnValue, "s.cue:9:19"},
		{[]any{"lint", "rules", "spec/x", "options", "max"}, OnValue, "s.cue:10:34"},
		{[]any{"lint", "missing"}, OnKey, "s.cue:6:7"},
		{nil, OnValue, "s.cue:1:1"},
	} {
		if got := findPlace(root, c.path, c.on).String(); got != c.want {
			t.Errorf("%v: %s, want %s", c.path, got, c.want)
		}
	}
}

func TestParseCUEErrors(t *testing.T) {
	computes := `settings do not compute: this is not a value, a choice or a limit`
	for text, want := range map[string]string{
		"a: {":                      "s.cue:1:5: syntax: expected '}', found 'EOF'",
		"a: \"x\\(1)\"":             "s.cue:1:4: " + computes,
		"a: [for x in [1] {x}]":     "s.cue:1:5: " + computes,
		"a: 1 + 2":                  "s.cue:1:4: " + computes,
		"let x = 1\na: x":           "s.cue:1:1: " + computes,
		"if true {a: 1}":            "s.cue:1:1: " + computes,
		"import \"tool/os\"\na: 1":  `s.cue:1:1: settings import nothing but strings and list; this is "tool/os"`,
		"a: 1\n\nb: \"é\", a: 2":    "s.cue:3:12: a is 2 here and 1 at s.cue:1:4",
		"a: foo":                    "s.cue:1:4: foo is no value: without quotes it is the name of something, and nothing here has that name",
		"a: os.Exit(1)":             "s.cue:1:4: this limit is not understood: function os.Exit is not supported",
		"a: \"\xff\"":               "s.cue: the file is not UTF-8",
		strings.Repeat("[", 200):    "s.cue:1:101: values are nested more than 100 deep",
		strings.Repeat("a: ", 1000): "s.cue:1:1202: values are nested more than 100 deep",
		strings.Repeat("a:\n", 900): "s.cue:401:2: values are nested more than 100 deep",
		"#A: (=~\"a\" | =~\"b\" | =~\"c\" | =~\"d\")\na: #A & #A & #A & #A & #A": "s.cue:2:4: this limit is not understood: more than 200 choices",
	} {
		_, err := ParseCUE("s.cue", []byte(text))
		if err == nil {
			t.Errorf("%.40q is taken", text)
			continue
		}
		if got := err.Error(); got != want {
			t.Errorf("%.40q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// layers reads CUE texts as layers, outermost first.
func layers(t *testing.T, texts ...string) []Layer {
	t.Helper()
	var out []Layer
	for i, text := range texts {
		l, err := ReadCUE(string(rune('a'+i))+".cue", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, *l)
	}
	return out
}

func TestMerge(t *testing.T) {
	for name, c := range map[string]struct {
		texts []string
		path  []any
		want  any
		from  string // "" is built in
	}{
		"built-in default":          {[]string{``}, []any{"lint", "failOn"}, "medium", ""},
		"value":                     {[]string{`lint: failOn: "high"`}, []any{"lint", "failOn"}, "high", "a.cue:1:15"},
		"same value twice":          {[]string{`lint: failOn: "high"`, `lint: failOn: "high"`}, []any{"lint", "failOn"}, "high", "a.cue:1:15"},
		"outer default gives way":   {[]string{`lint: failOn: *"high" | "low"`, `lint: failOn: "low"`}, []any{"lint", "failOn"}, "low", "b.cue:1:15"},
		"inner default over outer":  {[]string{`lint: failOn: *"high" | "low"`, `lint: failOn: *"low" | "high"`}, []any{"lint", "failOn"}, "low", "b.cue:1:16"},
		"value over inner default":  {[]string{`lint: failOn: "high"`, `lint: failOn: *"high" | "low"`}, []any{"lint", "failOn"}, "high", "a.cue:1:15"},
		"limit that is kept":        {[]string{`exec: security: "deny" | "allowlist"`, `exec: security: "deny"`}, []any{"exec", "security"}, "deny", "b.cue:1:17"},
		"limit that a default fits": {[]string{`exec: security: !="full"`}, []any{"exec", "security"}, "allowlist", ""},
		"list once":                 {[]string{``, `exec: allowlist: ["git"]`}, []any{"exec", "allowlist"}, []any{"git"}, "b.cue:1:18"},
		"lists that are appended":   {[]string{`policies: dirs: ["a"]`, `policies: dirs: ["b"]`}, []any{"policies", "dirs"}, []any{"a", "b"}, "a.cue:1:17"},
		"objects are joined":        {[]string{`lint: rules: "a/b": level: "off"`, `lint: rules: "c/d": level: "low"`}, []any{"lint", "rules", "c/d", "level"}, "low", "b.cue:1:28"},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := New().Merge(Skillctl, layers(t, c.texts...))
			if err != nil {
				t.Fatal(err)
			}
			var got any = m.Value
			for _, p := range c.path {
				got = got.(map[string]any)[p.(string)]
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			place, set := m.Origin(c.path...)
			if set != (c.from != "") || (set && place.String() != c.from) {
				t.Errorf("origin %q (%v), want %q", place, set, c.from)
			}
		})
	}
}

func TestMergeErrors(t *testing.T) {
	for name, c := range map[string]struct {
		texts []string
		want  string
	}{
		"clash": {[]string{"lint: failOn: \"high\"", "\nlint: failOn: \"low\""},
			`b.cue:2:15: lint.failOn is "low" here, but "high" at a.cue:1:15 (a value that an outer layer sets cannot be changed; remove one, or make the outer one a default with * in a .cue file)`},
		"lists clash": {[]string{`exec: allowlist: ["git"]`, `exec: allowlist: ["git", "rg"]`},
			`b.cue:1:18: exec.allowlist is ["git", "rg"] here, but ["git"] at a.cue:1:18 (a value that an outer layer sets cannot be changed; remove one, or make the outer one a default with * in a .cue file)`},
		"limit": {[]string{`exec: security: "deny" | "allowlist"`, `exec: security: "full"`},
			`b.cue:1:17: security must be one of "deny", "allowlist"; it is "full"; so says a.cue:1:17`},
		"limit against the built-in default": {[]string{`exec: ask: "off" | "always"`},
			`a.cue:1:12: ask must be one of "off", "always"; it is "on-miss", which is the built-in default (set it, or mark a default with *)`},
		"unknown key": {[]string{`lint: failon: "high"`},
			`a.cue:1:7: unknown key "failon" in lint (did you mean "failOn"?)`},
		"every problem of every layer": {[]string{`lint: failOn: "hgh", lnt: {}`, `exec: ask: 3`},
			`a.cue:1:15: failOn must be one of "medium", "info", "low", "high", "critical", "never"; it is "hgh" (did you mean "high"?)
a.cue:1:22: unknown key "lnt" (keys here: agentzero, approvals, catalog, codeExec, exec, hook, install, intel, lint, openclaw, policies, run, zeroclaw)
b.cue:1:12: ask must be "on-miss", "off" or "always"; it is the number 3`},
		"missing key": {[]string{`lint: suppressions: [{rule: "a/b", reason: "r"}]`},
			`a.cue:1:22: key "owner" is missing in lint.suppressions[0]; it must be a string (name a person or team)`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New().Merge(Skillctl, layers(t, c.texts...))
			if err == nil {
				t.Fatal("the layers are taken")
			}
			if diff := cmp.Diff(c.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
