package flow

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/document"
)

// TestLoads: what a call of a program loads, by its name or through variables.
func TestLoads(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		language, text string
		want           []string
	}{
		{"python", "import pickle\npickle.load(open('x.dat', 'rb'))\n", []string{"object x.dat"}},
		{"python", "import pickle\nname = 'x.dat'\nwith open(name, 'rb') as f:\n    pickle.load(f)\n", []string{"object x.dat"}},
		{"python", "from joblib import load\nload(HERE / 'x.dat')\n", []string{"object x.dat"}},
		{"python", "import torch\ntorch.load('x.dat')\n", []string{"object x.dat"}},
		{"python", "import torch\ntorch.load('x.dat', weights_only=True)\n", nil},
		{"python", "import numpy as np\nnp.load('x.dat', allow_pickle=True)\n", []string{"object x.dat"}},
		{"python", "import numpy as np\nnp.load('x.dat')\n", nil},
		{"python", "import yaml\nyaml.load(open('data.csv'), Loader=yaml.Loader)\n", []string{"tagged data.csv"}},
		{"python", "import yaml\nyaml.load(open('data.csv'), Loader=yaml.SafeLoader)\n", nil},
		{"python", "src = open('x.dat').read()[::-1]\nexec(src)\n", []string{"python x.dat changed by [::-1]"}},
		{"python", "src = open('x.dat').read()\nexec(src)\n", nil},
		{"python", "import json\njson.load(open('x.dat'))\n", nil},
		{"python", "import pickle\npickle.dump(rows, open('x.dat', 'wb'))\n", nil},
		{"ruby", "rules = Marshal.load(File.binread(\"x.dat\"))\n", []string{"object x.dat"}},
		{"php", "<?php include \"phar://\" . __DIR__ . \"/logo.png/run.php\";\n", []string{"object logo.png"}},
		{"php", "<?php unserialize(file_get_contents(\"x.dat\"), [\"allowed_classes\" => false]);\n", nil},
		{"r", "prep <- readRDS(\"x.dat\")\n", []string{"object x.dat"}},
		{"javascript", "const code = fs.readFileSync('x.dat');\nnew vm.Script('', { cachedData: code });\n", []string{"object x.dat"}},
		{"", "services:\n  web:\n    entrypoint: [\"/w/x.dat\"]\n", []string{"x.dat"}},
		{"", "services:\n  web:\n    command: [\"convert\", \"logo.png\"]\n", nil},
	} {
		w := packed(t)
		w.Text = func(string) []byte { return nil }
		w.loads("scripts/tool.py", []byte(test.text), test.language, document.Position{Line: 1, Column: 1}, nil)
		if diff := cmp.Diff(test.want, shownUses(w.Uses)); diff != "" {
			t.Errorf("%s\n%s", test.text, diff)
		}
	}
}

// TestLoadsAreBounded: calls that are not looked at are said.
func TestLoadsAreBounded(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		said bool
	}{
		"as many":       {strings.Repeat("pickle.load(open('y.dat', 'rb'))\n", maxLoads), false},
		"one more":      {strings.Repeat("pickle.load(open('y.dat', 'rb'))\n", maxLoads) + "pickle.load(open('x.dat', 'rb'))\n", true},
		"a long one":    {"pickle.load(open('x.dat', 'rb'))\n" + strings.Repeat("# x\n", maxScriptText/4), true},
		"long, without": {strings.Repeat("# x\n", maxScriptText/4+1), false},
	} {
		w, said := packed(t), false
		w.Gap = func(string, string) { said = true }
		w.loads("scripts/tool.py", []byte(test.text), "python", document.Position{Line: 1, Column: 1}, nil)
		if said != test.said {
			t.Errorf("%s: a gap is told: %v, want %v", name, said, test.said)
		}
	}
}

// TestUnderstood: a text in a small language is understood that stays within it.
func TestUnderstood(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		language, text string
		want           bool
	}{
		{"python", "x", true}, {"R", "x", true}, {"", "x", true}, {"shell", "x", true},
		{"object", "x", false}, {"lisp", "(x)", false}, {"filter", "x", false},
		{"awk", "{ n += $1 } END { print n }", true}, {"awk", "{ system($1) }", false}, {"awk", "BEGIN { \"date\" | getline d }", false},
		{"sed", "s/a/b/g\n/^$/d\n", true}, {"sed", "1s/.*/make/e\n", false}, {"sed", "1e make\n", false},
		{"gdb", "bt full\ninfo threads\n", true}, {"gdb", "shell make\n", false}, {"gdb", "python\nprint(1)\nend\n", false},
		{"vim", "set nowrap\nsyntax match a /b/\n", true}, {"vim", "call system('make')\n", false},
		{"template", "Dear {{ name }}, {% if late %}now{% endif %}", true}, {"template", "{{ x.__class__ }}", false},
		{"ssh", "Host a\n  HostName a.example\n", true}, {"ssh", "Host a\n  ProxyCommand ./hop\n", false},
	} {
		if got := Understood(test.language, []byte(test.text)); got != test.want {
			t.Errorf("%s %q: %v", test.language, test.text, got)
		}
	}
}
