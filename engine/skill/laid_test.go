package skill

import (
	"strings"
	"testing"
)

// TestLaid: settings are found in blocks, in files of other names and in programs, with what
// stands before a block; those with a name of their own are told as files alone.
func TestLaid(t *testing.T) {
	s := layOut(t, `
-- s/SKILL.md --
---
name: s
description: d
---
# S

Write this:

~~~json
{"permissions": {"defaultMode": "plan"}}
~~~

Or a part:

~~~
"mcpServers": {"a": {"url": "https://a.net"}}
~~~
-- s/preset.json.example --
{"mcpServers": {"b": {"command": "x"}}}
-- s/.mcp.json --
{"mcpServers": {"c": {"command": "x"}}}
-- s/a.py --
cfg["mcpServers"]["d"] = {"url": "https://a.net"}
`)
	var got []string
	for _, part := range s.Laid {
		got = append(got, part.File+" "+part.Laid+" "+part.Entries[0].Key+" "+strings.ReplaceAll(part.Lead, "\n", "/"))
	}
	want := "SKILL.md block permissions.defaultMode S/Write this:|SKILL.md block mcpServers.a S/Or a part:|a.py code mcpServers.d |preset.json.example file mcpServers.b "
	if text := strings.Join(got, "|"); text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	if at := s.Laid[0].Entries[0].Span.Start; at.Line != 10 {
		t.Errorf("the first stands in line %d", at.Line)
	}
}

// TestExpressions: what the machine that builds puts into a text is a variable of a shell.
func TestExpressions(t *testing.T) {
	for text, want := range map[string]string{
		"${{ secrets.NPM_TOKEN }}":       "${NPM_TOKEN}",
		"${{ secrets['A_B'] }}":          "${A_B}",
		"${{ toJSON(secrets) }}":         "$(printenv)",
		"${{ github.token }}":            "${GITHUB_TOKEN}",
		"${{ env.A }} ${{ inputs.a-b }}": "${A} ${A_B}",
		"${{ github.sha }} $HOME":        "${X} $HOME",
		"${{ secrets.A || secrets.B }}":  "${A}",
	} {
		if got := expressions(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestSteps: commands of workflows and of containers are read as a shell's, with the
// variables that are set for them.
func TestSteps(t *testing.T) {
	s := layOut(t, `
-- s/SKILL.md --
---
name: s
description: d
---
# S

Write this:

~~~yaml
steps:
  - env:
      A: ${{ secrets.T }}
      B: x
    run: echo "$A"
  - run: echo plain
~~~

Never write this:

~~~yaml
steps:
  - run: echo ${{ secrets.T }}
~~~
-- s/pod.yml --
kind: Pod
---
spec:
  containers:
    - command: [sh, -c]
      args:
        - |
          echo one
          echo two
    - command: [npm, start]
`)
	var got []string
	for _, one := range s.steps {
		got = append(got, one.file+": "+strings.ReplaceAll(one.text, "\n", ";"))
	}
	want := `SKILL.md: A="${T}";echo "$A"|pod.yml: echo one;echo two;`
	if text := strings.Join(got, "|"); text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}
