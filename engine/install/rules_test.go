package install_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/policies"
)

// TestGateRulesAreTested wants every rule of the gate, and of the queue of proposals,
// to be named by a unit test of the policies. What no rule says, silence and the
// probe, is asked for by its effect.
func TestGateRulesAreTested(t *testing.T) {
	t.Parallel()
	for folder, least := range map[string]int{"install": 50, "proposals": 15} {
		areTested(t, folder, least)
	}
}

func areTested(t *testing.T, folder string, least int) {
	t.Helper()
	names, err := fs.Glob(policies.FS(), folder+"/*.rego")
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, %v", names, err)
	}
	var rules []string
	var tests strings.Builder
	for _, name := range names {
		text, err := fs.ReadFile(policies.FS(), name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.rego") {
			tests.Write(text)
			continue
		}
		for _, found := range regexp.MustCompile(`"rule": "(`+folder+`/[a-z/-]+)"`).FindAllStringSubmatch(string(text), -1) {
			rules = append(rules, found[1])
		}
	}
	if len(rules) < least {
		t.Errorf("only %d rules of %s were found", len(rules), folder)
	}
	for _, rule := range rules {
		if !strings.Contains(tests.String(), `"`+rule+`"`) && rule != "install/silence" && rule != "install/doctor/probe" {
			t.Errorf("%s: no test names it", rule)
		}
	}
}
