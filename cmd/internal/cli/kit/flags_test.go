package kit

import "testing"

// TestUnknown says what there is to choose from, and when there is nothing.
func TestUnknown(t *testing.T) {
	for _, c := range []struct {
		list []string
		want string
	}{
		{[]string{"notes", "weather"}, `skill "wether" is not known; it must be one of notes, weather; did you mean "weather"?`},
		{nil, `skill "wether" is not known; no values are possible`},
	} {
		if got := UnknownValue(`skill "wether"`, "wether", c.list); got.Error() != c.want || ExitCode(got) != ExitUsage {
			t.Errorf("unknown(%v) = %q, code %d; want %q", c.list, got, ExitCode(got), c.want)
		}
	}
}
