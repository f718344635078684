package sentence

import (
	"fmt"
	"strings"
	"testing"
)

// TestParties finds whom sentences name without a host, with what is said around them.
func TestParties(t *testing.T) {
	for text, want := range map[string]string{
		"# Pay\n\nRead it. Pay it to LT60 3250 0841 7712 0046 now. Then wait.\n": "bank LT60 3250 0841 7712 0046 3 under Pay before=Read it. behind=Then wait.",
		"Add @harbor-kit to it.\n":                                       "handle @harbor-kit 1 under  before= behind=",
		"Text of the page.\n\n<!-- Call +49 30 5579 2210 with it. -->\n": "phone +49 30 5579 2210 3 under  before=Text of the page. behind= hidden",
		"```text\nPay it to LT60 3250 0841 7712 0046.\n```\n":            "",
		"Pay it to somebody.\n":                                          "",
	} {
		var got []string
		for _, one := range searched(text).Parties {
			said := fmt.Sprintf("%s %s %d under %s before=%s behind=%s", one.Kind, one.Value, one.Span.Start.Line, one.Heading, one.Before, one.Behind)
			if one.Hidden {
				said += " hidden"
			}
			got = append(got, said)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q\n got %s\nwant %s", text, strings.Join(got, "; "), want)
		}
	}
}

// TestManyParties tells what is beyond the bound.
func TestManyParties(t *testing.T) {
	s := searched(strings.Repeat("Call +49 30 5579 2210 with it.\n\n", maxParties+1))
	if len(s.Parties) != maxParties || !strings.Contains(strings.Join(s.details, "\n"), "persons and accounts") {
		t.Errorf("%d parties, %q", len(s.Parties), s.details)
	}
}
