package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// cookbookEvery is how many recipes one is run of, since each has OPA compile all policies
// some times: all with SKILLCTL_SLOW=1.
const cookbookEvery = 3

// TestCookbook runs the tests of the policies in examples/policies, and the commands
// that show what each does: a folder NAME with NAME.rego, NAME_test.rego and NAME.txtar.
func TestCookbook(t *testing.T) {
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(filepath.Join("..", "..", "examples", "policies"))
	if err != nil {
		t.Fatal(err)
	}
	index, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob(filepath.Join(root, "*", ""))
	if err != nil {
		t.Fatal(err)
	}
	params := scripts(program, func(name string) string { return filepath.Join(root, name, name+".txtar") })
	for _, folder := range folders {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			continue
		}
		name := filepath.Base(folder)
		params.Files = append(params.Files, filepath.Join(folder, name+".txtar"))
		if !strings.Contains(string(index), "]("+name+"/"+name+".rego)") {
			t.Errorf("README.md does not list %s", name)
		}
		if script, err := os.ReadFile(params.Files[len(params.Files)-1]); err != nil || !strings.Contains(string(script), "skillctl policy test policies/"+name+"\n") {
			t.Errorf("%s does not run the tests of its policy: %v", name, err)
		}
	}
	if len(params.Files) < 15 {
		t.Errorf("there are %d policies; 15 are wanted", len(params.Files))
	}
	params.Files = drawn(params.Files, fixture.Size(cookbookEvery, 1))
	setup := params.Setup
	params.Setup = func(e *testscript.Env) error {
		if err := setup(e); err != nil {
			return err
		}
		return os.CopyFS(filepath.Join(e.WorkDir, "policies"), os.DirFS(root))
	}
	testscript.Run(t, params)
}
