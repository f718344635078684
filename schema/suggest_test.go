package schema_test

import (
	"testing"

	"github.com/skillctl/skillctl/schema"
)

func TestMeant(t *testing.T) {
	t.Parallel()
	flags := []string{"min-severity", "fail-on", "no-cache", "no-config", "format", "suppressions"}
	for word, want := range map[string]string{
		"formt": "format", "severity": "min-severity", "suppress": "suppressions", "fail": "fail-on",
		"no": "", "cach": "", "ever": "", "config": "no-config",
	} {
		if got := schema.Meant(word, flags); got != want {
			t.Errorf("Meant(%q) = %q, want %q", word, got, want)
		}
	}
	if got := schema.Meant("sand", []string{"sandbox-roots", "sandbox-images"}); got != "" {
		t.Errorf("of two that begin with it, Meant gives %q", got)
	}
}
