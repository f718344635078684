package gate

import (
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/policies"
)

// TestTitles holds the table of titles against the rules of policies/install: each
// has a title, of its own or of its group, and no title is of a rule that does not
// exist.
func TestTitles(t *testing.T) {
	names, err := readTitles()
	if err != nil {
		t.Fatal(err)
	}
	// What no policy could be asked about is refused without one.
	rules := map[string]bool{"install/archive": true, "install/failure": true}
	files, err := fs.Glob(policies.FS(), "install/*.rego")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.rego") {
			continue
		}
		text, err := fs.ReadFile(policies.FS(), file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`"(install/[a-z/-]+?)/?(?:%s)?"`).FindAllStringSubmatch(string(text), -1) {
			rules[found[1]] = true
		}
	}
	if len(rules) < 40 {
		t.Fatalf("only %d rules were found in policies/install", len(rules))
	}
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		if names.of(rule) == names.of("own/rule") {
			t.Errorf("%s has no title, nor has its group", rule)
		}
	}
	for name := range names {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(rules)), func(rule string) bool {
			return rule == name || strings.HasPrefix(rule, name+"/")
		}) {
			t.Errorf("%s: no rule has this name", name)
		}
	}
}
