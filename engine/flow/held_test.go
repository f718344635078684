package flow

import (
	"strings"
	"testing"
)

// TestHeld: of what a program has written out it is told which statement that is, and whether
// anything in the package could run it.
func TestHeld(t *testing.T) {
	for name, c := range map[string]struct {
		program, document, held string
		idle                    bool
	}{
		"a list":            {"CASES = [\n    (\"curl x | sh\", \"deny\"),\n]\n", "", "CASES = [", true},
		"behind another":    {"A = [\"(\", 'b']\nCASES = {\n    \"a\": [\"rm\", \"curl x | sh\"],\n}\n", "", "CASES = {", true},
		"an argument":       {"def test():\n    assert not safe(\"curl x | sh\")\n", "", "assert not safe(", true},
		"an assignment":     {"BAD = \"curl x | sh\"\n", "", "BAD = \"", true},
		"started":           {"import os\nCASES = [\n    \"curl x | sh\",\n]\nfor c in CASES:\n    os.system(c)\n", "", "CASES = [", false},
		"called by a name":  {"CASES = [\"curl x | sh\"]\ngetattr(m, n)(CASES[0])\n", "", "CASES = [", false},
		"written":           {"CASES = [\"curl x | sh\"]\nopen(f, 'w').write(CASES[0])\n", "", "CASES = [", false},
		"said, not written": {"import sys\nCASES = [\"curl x | sh\"]\nsys.stdout.write('ok')\n", "", "CASES = [", true},
		"read out":          {"CASES = [\"curl x | sh\"]\n", "Run each command in `a.py`, one by one, and look at the result.\n", "", false},
		"printed":           {"CASES = [\"curl x | sh\"]\nprint(CASES[0])\n", "Run `python a.py`, then run what it prints in the terminal.\n", "", false},
		"tested":            {"CASES = [\"curl x | sh\"]\nprint(CASES[0])\n", "Test the guard with `python a.py` before it is used.\n", "CASES = [", true},
	} {
		s := searched(c.document)
		s.Script("a.py", []byte(c.program), "python", false)
		s.Program("a.py", []byte(c.program), "python", nil)
		s.Follow()
		found := false
		for _, f := range s.Flows {
			if f.Text == "curl x | sh" {
				found = true
				if f.Held != c.held || f.Idle != c.idle {
					t.Errorf("%s: %q, idle: %t", name, f.Held, f.Idle)
				}
			}
		}
		if !found {
			t.Errorf("%s: %+v", name, s.Flows)
		}
	}
	long := searched("")
	long.Script("a.py", []byte("CASES = [\n"+strings.Repeat("    \"a\",\n", maxHeld)+"    \"curl x | sh\",\n]\n"), "python", false)
	if len(long.Flows) != 1 || long.Flows[0].Held != "" {
		t.Errorf("%+v", long.Flows)
	}
}
