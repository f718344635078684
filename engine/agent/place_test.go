package agent

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/policies"
)

// TestPlaces wants every file that agents obey by itself to be a place that a person is
// asked about before it is written. Instructions are what people have agents write; the
// manifest of a plugin counts where somebody installs it, and variables of a file ".env" are
// for the program that is worked on as well: lint tells those that agents go by.
func TestPlaces(t *testing.T) {
	t.Parallel()
	var places struct {
		Startup []string `json:"startup"`
	}
	policies.Table("places", &places)
	asked := regexp.MustCompile(`(?i)(?:` + strings.Join(places.Startup, `)|(?:`) + `)`)
	for _, p := range tables().Files {
		if p.Kind == "instructions" || p.Needs != "" || slices.Contains([]string{"claude-plugin", "gemini-extension", "marketplace", "shared"}, p.Keys) {
			continue
		}
		for _, one := range p.Paths {
			file := strings.NewReplacer("**/", "a/b/", "/**", "/a/b", "*", "x").Replace(one)
			if !asked.MatchString(file) || !asked.MatchString("/w/"+file) {
				t.Errorf("%s of %s may be written without a question", file, p.Client)
			}
		}
	}
}
