package flow_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/flow/loose"
)

// A program that is too large to be followed by its statements is told, where it has what
// would be followed.
func TestLooseBound(t *testing.T) {
	fill := strings.Repeat("// words\n", loose.MaxSource/8)
	for text, want := range map[string]int{
		"package main\n" + fill: 0,
		"package main\nvar k = os.Getenv(\"ACME_TOKEN\")\nvar to = \"https://in.example.net\"\n" + fill: 1,
	} {
		told := 0
		w := flow.New(func(string, string) { told++ })
		w.Program("a.go", []byte(text), "go", nil)
		if told != want {
			t.Errorf("%d gaps of a text that begins with %q, want %d", told, text[:40], want)
		}
	}
}
