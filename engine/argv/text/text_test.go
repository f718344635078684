package text_test

import (
	"io/fs"
	"regexp"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/text"
	"github.com/skillctl/skillctl/policies"
)

// TestPolicyTrustsReadersThatThereAre holds the policy's list of languages that are
// read against the readers: a language that only the list had would be allowed
// unread.
func TestPolicyTrustsReadersThatThereAre(t *testing.T) {
	t.Parallel()
	source, err := fs.ReadFile(policies.FS(), "exec/strict/understood.rego")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^languages_read := \{(.*)\}$`).FindSubmatch(source)
	if list == nil {
		t.Fatal("the policy has no list of languages")
	}
	shown := []string{"find-printf", "regex", "printf"} // without any effect but what is printed
	found := 0
	for _, m := range regexp.MustCompile(`"([^"]+)"`).FindAllSubmatch(list[1], -1) {
		found++
		name := string(m[1])
		if _, ok := text.Reader(name); !ok && !slices.Contains(shown, name) {
			t.Errorf("no reader for %s", name)
		}
	}
	if found < 10 {
		t.Errorf("only %d languages in the policy", found)
	}
	if _, ok := text.Reader("cobol"); ok {
		t.Error("a reader for a language that has none")
	}
}
