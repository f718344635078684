package reading

import (
	"fmt"
	"strings"
)

// String is a reading in one line, for tests and messages to developers.
func (r Reading) String() string {
	var out []string
	for _, p := range r.Reads {
		out = append(out, p.show("reads"))
	}
	for _, p := range r.Writes {
		out = append(out, p.show("writes"))
	}
	for _, c := range r.Runs {
		out = append(out, strings.TrimSpace("runs "+c.Text))
	}
	if r.Opaque != nil {
		out = append(out, fmt.Sprintf("opaque: %s", r.Opaque.Why))
	}
	if len(out) == 0 {
		return "harmless"
	}
	return strings.Join(out, "; ")
}

func (p Place) show(verb string) string {
	if !p.Known {
		return verb + " something"
	}
	return verb + " " + p.Name
}
