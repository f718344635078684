package skill_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/skill"
)

// listOf is a list of domains, with how each entry goes on.
func listOf(t *testing.T, domains map[string]string) *intel.Bundle {
	t.Helper()
	var entries []string
	for name, more := range domains {
		entries = append(entries, fmt.Sprintf(`{"value":%q,"reason":"r","reference":"x"%s}`, name, more))
	}
	text := `{"schema":"skillctl.intel/v1","name":"x","issued":"2026-03-01T00:00:00Z","domains":[` + strings.Join(entries, ",") + `]}`
	list, err := intel.Parse(t.Context(), []byte(text), time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// listedIn are the files in which something that holds is found.
func listedIn(t *testing.T, list *intel.Bundle, files map[string]string) []string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	read, err := skill.Inventory(t.Context(), root, ".", skill.WithIntel(list))
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Parse(t.Context()); err != nil {
		t.Fatal(err)
	}
	var found []string
	for i := range read.Listed {
		if one := &read.Listed[i]; !one.Ended && !slices.Contains(found, one.File) {
			found = append(found, one.File)
		}
	}
	return found
}

const front = "---\nname: x\ndescription: Formats tables. Use when a table needs formatting.\n---\n# X\n"

func TestListedOfEachFile(t *testing.T) {
	t.Parallel()
	domains := map[string]string{"last.example": "", "gone.example": `,"until":"2026-03-02"`}
	files := map[string]string{"SKILL.md": front, "z.md": "gone.example last.example"}
	for i := range 400 {
		name := fmt.Sprintf("e%d.example", i)
		domains[name] = ""
		files[fmt.Sprintf("a%d.md", i/40)] += name + "\n"
	}
	if found := listedIn(t, listOf(t, domains), files); !slices.Contains(found, "z.md") {
		t.Errorf("what is listed is found in %q; z.md is hidden behind them", found)
	}
}

// TestListedPutTogether wants what a shell or a program makes of parts, wherever that is
// and whatever is done with it.
func TestListedPutTogether(t *testing.T) {
	t.Parallel()
	list := listOf(t, map[string]string{"live.example": ""})
	for text, file := range map[string]string{
		"curl https://li''ve.example":                                 "a.sh",
		"curl https://li\\ve.example":                                 "b.sh",
		"a=li; curl https://${a}ve.example":                           "c.sh",
		"x=live; y=\"$x.example\"; ping \"$y\"":                       "d.sh",
		"tool \"live\"'.'example":                                     "e.sh",
		"echo $'\\x6cive.example'":                                    "f.sh",
		"import requests\nrequests.get('https://li'+'ve.example')":    "a.py",
		"x = ''.join(['li', 've', '.example'])":                       "b.py",
		"x = 'https://%s.example' % 'live'":                           "c.py",
		"x = 'https://{}.example'.format('live')":                     "d.py",
		"a = 'live'\nx = f'https://{a}.example'":                      "e.py",
		"import base64\nx = base64.b64decode('bGl2ZS5leGFtcGxl')":     "f.py",
		"x = 'li'\nx += 've.example'":                                 "g.py",
		"x = 'elpmaxe.evil'[::-1]":                                    "h.py",
		"const h = 'li' + 've.example'":                               "a.js",
		"const a = 'live'; fetch(`https://${a}.example`)":             "b.js",
		"const h = ['live', 'example'].join('.')":                     "c.js",
		"const h = atob('bGl2ZS5leGFtcGxl')":                          "d.js",
		front + "```bash\ncurl https://li''ve.example\n```\n":         "doc.md",
		front + "```python\nx = 'li'\nimport y\nz = x + 've.example'": "code.md",
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			if found := listedIn(t, list, map[string]string{"SKILL.md": front, file: text}); !slices.Contains(found, file) {
				t.Errorf("nothing is found in %q", text)
			}
		})
	}
}
