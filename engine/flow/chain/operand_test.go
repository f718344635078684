package chain

import (
	"slices"
	"strings"
	"testing"
)

// Of a program that copies files only what stands before a colon is a machine.
func TestHostsIn(t *testing.T) {
	for text, want := range map[string]string{
		"scp notes.archive me@a.dev:":              "a.dev",
		"scp notes.archive me@host:":               "",
		"rsync -a minutes.final b.dev:in":          "b.dev",
		"rsync -a ./x:y.final b.dev:in":            "b.dev",
		"rclone copy notes.archive far:in":         "",
		"aws s3 cp notes.archive s3://in":          "",
		"curl -T x a.dev/in":                       "a.dev",
		"nc a.dev 99":                              "a.dev",
		"scp notes.archive me@host: && nc a.dev 9": "a.dev",
	} {
		if got := hostsIn(text); strings.Join(slices.Compact(got), " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
