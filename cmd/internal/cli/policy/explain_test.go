package policy

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
)

func TestFindRules(t *testing.T) {
	t.Parallel()
	rules := []engine.Rule{{ID: "spec/name-format", Code: "SPEC-004"}, {ID: "file/big"}}
	for name, want := range map[string]string{
		"spec/name-format": "spec/name-format", "SPEC-004": "spec/name-format", "spec-004": "spec/name-format", "file/big": "file/big",
	} {
		if got, err := findRules(rules, name); err != nil || len(got) != 1 || got[0].ID != want {
			t.Errorf("findRules(%q) = %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"spec/nam-format", "", "big"} {
		_, err := findRules(rules, name)
		if kit.ExitCode(err) != kit.ExitUsage {
			t.Errorf("findRules(%q): %v", name, err)
		}
		if name == "spec/nam-format" && !strings.Contains(err.Error(), `did you mean "spec/name-format"?`) {
			t.Errorf("no suggestion: %v", err)
		}
	}
}
