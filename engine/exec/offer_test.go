package exec_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
)

// TestHintsAtEntries: a hint at an entry of the allow-list is given where the entry changes
// the answer, and names no more than that takes; else it says what would stay.
func TestHintsAtEntries(t *testing.T) {
	t.Parallel()
	const never = "skillctl allow"
	for command, want := range map[string]string{
		"foo | bar":                         "run `skillctl allow bar foo` to allow it here",
		"npm run build":                     "run `skillctl allow 'npm run build'` to allow it here",
		"npm run build --foo":               "npm has the option --foo, and what that does is not known: write it without, or run `skillctl allow 'npm run build' --any-arguments` to allow all that npm run build can do",
		"git -C sub log":                    "run `skillctl allow 'git -C sub log'` to allow it here",
		"git push --force":                  "run `skillctl allow 'git push --force'` to allow it here",
		"python3 -m pip install x":          "run `skillctl allow 'python3 -m pip' pip` to allow it here",
		"foo > /etc/x":                      "",
		"rm -rf /; foo":                     "",
		"foo; sudo ls":                      "",
		"cat ~/.ssh/id_rsa | foo":           "",
		"python3 -m http.server":            "",
		"docker run --privileged -v /:/x a": "",
	} {
		got := decide(t, sharedDecider(), request(command), engine.PlainSettings{"exec": map[string]any{"security": "allowlist", "ask": "on-miss"}})
		var hints []string
		for _, reason := range got.Reasons {
			if strings.Contains(reason.Hint, never) {
				hints = append(hints, reason.Hint)
			}
		}
		if told := strings.Join(hints, "|"); told != want {
			t.Errorf("%s: hints %q, want %q; %+v", command, told, want, got.Reasons)
		}
	}
	// What no other reason tells, and would stay, is said; once.
	ask := engine.PlainSettings{"exec": map[string]any{"security": "allowlist", "ask": "on-miss"}}
	got := decide(t, sharedDecider(), request("make -f /etc/x"), ask)
	if want := `with an entry it would still be asked: "-f" makes "make" run code of "/etc/x", which is outside the working directory and /tmp`; len(got.Reasons) != 1 || got.Reasons[0].Hint != want {
		t.Errorf("make: %+v; want the hint %q", got.Reasons, want)
	}
	got = decide(t, sharedDecider(), request("foo"), engine.PlainSettings{"exec": map[string]any{"security": "allowlist", "ask": "always"}})
	for _, reason := range got.Reasons {
		if reason.Hint != "" {
			t.Errorf("always: %+v has a hint", reason)
		}
	}
}
