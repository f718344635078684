package agent

import (
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

// What only begins like an object ends where it is none: reading goes on, or stops, in any case.
func TestLiteralsEnd(t *testing.T) {
	for _, text := range []string{
		"if (x) { words = 1; mcpServers: y }", "@{ words = (a -join ' '); permissions: 1 }", "{ permissions: [ a; b ] }", "{ hooks: [ ) ] }",
		"{ ;permissions: 1 }", "{ ]permissions: 1 }", "{ permissions: [;", "{ permissions: {);", "$p = @{\n ; mcpServers: @{ a = 1; b = 2 } }",
	} {
		for i := range len(text) + 1 {
			Literals(text[:i], func(off int) document.Position { return document.Position{Line: 1, Column: 1, Offset: off} })
			Literals(text[i:], func(off int) document.Position { return document.Position{Line: 1, Column: 1, Offset: off} })
		}
	}
	got := Literals("cfg = {; }\nx = {\"permissions\": {\"allow\": [\"Bash(*)\"]}}", func(off int) document.Position { return document.Position{Offset: off} })
	if len(got) != 1 || got[0].Members[0].Key != "permissions" {
		t.Errorf("%v", got)
	}
}
