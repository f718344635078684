package grammar

import (
	"maps"
	"slices"
	"strings"
)

// Lasting are the sub-commands, and options of them, that change what is on another machine
// so that it cannot be taken back: they publish, or delete and overwrite there.
func (e *Entry) Lasting() []string {
	out := e.lasting("", false)
	slices.Sort(out)
	return slices.Compact(out)
}

func (e *Entry) lasting(path string, sends bool) (out []string) {
	for _, names := range slices.Sorted(maps.Keys(e.Sub)) {
		sub := e.Sub[names]
		name, _, _ := strings.Cut(names, " ")
		name = strings.TrimSpace(path + " " + name)
		sends := sends || slices.Contains(sub.Effect, "network")
		switch {
		case slices.Contains(sub.Effect, "publishes"), slices.Contains(sub.Effect, "alters"), sends && slices.Contains(sub.Effect, "deletes"):
			out = append(out, name)
		case sends:
			for _, o := range sub.known {
				if o.has("deletes") {
					out = append(out, name+" "+o.names[len(o.names)-1])
				}
			}
		}
		out = append(out, sub.lasting(name, sends)...)
	}
	return out
}
