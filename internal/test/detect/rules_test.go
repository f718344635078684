package detect

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/policies"
)

// wanted is how many cases of each kind a rule about malice has at least: skills in which
// it finds something that counts for a verdict, and skills that come near and in which it
// finds nothing.
const wanted = 5

// aboutMalice are the categories whose rules find what somebody does on purpose.
func aboutMalice() []string { return []string{"exe", "exf", "inj", "purpose"} }

// fired counts the malicious cases in which each rule finds something.
type fired struct {
	mutex sync.Mutex
	times map[string]int
}

func (f *fired) add(rules []string) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, rule := range rules {
		f.times[rule]++
	}
}

// testRules: testdata/detect/rules has more cases of rules, "fires-…" and "silent-…", each
// a skill that is linted by itself. With the examples of its page, and the malicious cases
// in which it finds something, each rule has enough of both.
func testRules(t *testing.T, linter *lint.Linter, known map[string]int) {
	t.Helper()
	rules, err := lint.Rules(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, rule := range rules {
		category, _, _ := strings.Cut(rule.ID, "/")
		if !slices.Contains(aboutMalice(), category) {
			continue
		}
		seen[rule.ID+".txtar"] = true
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			cases := casesOf(t, "../../../testdata/detect/rules/"+rule.ID+".txtar")
			fires, silent := known[rule.ID]+len(fixture.Examples(rule.Page, "Fails")), len(fixture.Examples(rule.Page, "Passes"))
			for _, name := range slices.Sorted(maps.Keys(cases)) {
				report, err := linter.Lint(t.Context(), []string{cases[name]})
				if err != nil {
					t.Fatal(err)
				}
				got := itemOf(Label{Path: name}, &report)
				if got.Skills != 1 {
					t.Errorf("%s: %d skills", name, got.Skills)
				}
				does := slices.Contains(got.Rules, rule.ID)
				switch kind, _, _ := strings.Cut(name, "-"); kind {
				case "fires":
					if fires++; !does {
						t.Errorf("%s: nothing is found, only %v", name, got.Rules)
					}
				case "silent":
					if silent++; does {
						t.Errorf("%s: something is found", name)
					}
				default:
					t.Errorf("%s: neither fires nor silent", name)
				}
			}
			if fires < wanted || silent < wanted {
				t.Errorf("%d cases in which it finds something and %d in which it does not; %d of each are wanted", fires, silent, wanted)
			}
		})
	}
	files, err := filepath.Glob("../../../testdata/detect/rules/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name, _ := filepath.Rel("../../../testdata/detect/rules", file); !seen[filepath.ToSlash(name)] {
			t.Errorf("%s is of no rule about malice", name)
		}
	}
}

// casesOf writes the skills of a file, each into a folder of its own. A rule whose page and
// malicious cases are enough has no such file.
func casesOf(t *testing.T, file string) map[string]string {
	t.Helper()
	if _, err := os.Stat(file); os.IsNotExist(err) {
		return nil
	}
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	root, cases := t.TempDir(), map[string]string{}
	for _, one := range archive.Files {
		name, _, _ := strings.Cut(one.Name, "/")
		cases[name] = filepath.Join(root, name)
	}
	fixture.Unpack(t, root, archive)
	return cases
}
