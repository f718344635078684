package lint_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/policies"
)

var update = flag.Bool("update", false, "write the files that tests compare with anew")

// TestIndex holds the index of rules to their METADATA.
func TestIndex(t *testing.T) {
	t.Parallel()
	set, err := policy.Load(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	rules, err := lint.RulesFromMetadata(set)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	if err := encoder.Encode(rules); err != nil {
		t.Fatal(err)
	}
	if *update {
		name, err := fixture.Module("policies/" + lint.Index)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := fs.ReadFile(policies.FS(), lint.Index)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("policies/rules/index.json is not what METADATA says; write it anew with `go test ./engine/... -run TestIndex -update`")
	}
}

// A plugin has no manifest: all rules about skills that do not look at one are asked
// about it, too.
func TestRulesOfPackages(t *testing.T) {
	t.Parallel()
	rules, err := lint.Rules(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	manifest := []string{"openclaw", "spec", "zeroclaw"}
	for _, rule := range rules {
		if wants := rule.Unit == "skill" && !slices.Contains(manifest, rule.Category()); rule.Package != wants {
			t.Errorf("%s: package is %v in its METADATA, want %v", rule.ID, rule.Package, wants)
		}
	}
}
