package policy

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/page"
)

func TestFind(t *testing.T) {
	t.Parallel()
	all := join(
		[]engine.Rule{{ID: "spec/name-format", Code: "SPEC-004"}, {ID: "file/big"}},
		[]page.Page{{ID: "exec/strict/program"}, {ID: "exec/strict/code"}, {ID: "approval/ID"}},
	)
	for name, want := range map[string]string{
		"spec/name-format": "spec/name-format", "SPEC-004": "spec/name-format", "spec-004": "spec/name-format", "file/big": "file/big",
		"exec/strict/code": "exec/strict/code", "approval/1f": "approval/ID", "file": "file/big",
	} {
		if got, err := find(all, name); err != nil || len(got) != 1 || got[0].id() != want {
			t.Errorf("find(%q) = %v, %v", name, got, err)
		}
	}
	if got, err := find(all, "exec/strict"); err != nil || len(got) != 2 {
		t.Errorf("find of a folder: %v, %v", got, err)
	}
	for _, name := range []string{"spec/nam-format", "", "big", "program", "my/no_push.rego: reasons"} {
		_, err := find(all, name)
		if kit.ExitCode(err) != kit.ExitUsage {
			t.Errorf("find(%q): %v", name, err)
		}
		if name == "spec/nam-format" && !strings.Contains(err.Error(), `did you mean "spec/name-format"?`) {
			t.Errorf("no suggestion: %v", err)
		}
		if name == "program" && !strings.Contains(err.Error(), `did you mean "exec/strict/program"?`) {
			t.Errorf("no id that ends so: %v", err)
		}
	}
}
