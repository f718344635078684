package flow

import (
	"slices"
	"strings"
	"testing"
)

// Which variables of a command that sends get their values from whoever runs the script.
func TestOpen(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"of the environment":       {`scp a "$HOST:"`, "HOST"},
		"an argument":              {"HOST=\"${1:?usage}\"\nscp a \"$HOST:\"", "HOST"},
		"put together of others":   {"to=\"$USER_NAME@$HOST\"\nscp a \"$to:\"", "to"},
		"of a loop over arguments": {"for h in \"$@\"; do scp a \"$h:\"; done", "h"},
		"typed":                    {"read -rp 'host? ' HOST\nscp a \"$HOST:\"", "HOST"},
		"written out":              {"HOST=a.dev\nscp a \"$HOST:\"", ""},
		"with a value by default":  {"HOST=\"${1:-a.dev}\"\nscp a \"$HOST:\"", ""},
		"a part is written out":    {"to=\"$NAME.a.dev\"\nscp a \"$to:\"", ""},
		"fetched":                  {"HOST=$(curl -s https://a.dev/h)\nscp a \"$HOST:\"", ""},
		"read from a file":         {"read -r HOST < host.txt\nscp a \"$HOST:\"", ""},
		"read in a loop":           {"while read -r HOST; do scp a \"$HOST:\"; done < hosts.txt", ""},
		"one of several":           {"for h in a.dev b.dev; do scp a \"$h:\"; done", ""},
	} {
		w := New(func(string, string) {})
		w.Script("a.sh", []byte("#!/bin/bash\n"+c.text+"\n"), "shell", true)
		var got []string
		for _, one := range w.Commands {
			if one.Program == "scp" {
				for _, o := range one.Open {
					got = append(got, o.Name)
				}
			}
		}
		slices.Sort(got)
		if list := strings.Join(slices.Compact(got), " "); list != c.want {
			t.Errorf("%s: %q, want %q", name, list, c.want)
		}
	}
}
