package dialect

import (
	"slices"

	"github.com/skillctl/skillctl/internal/document"
)

// openclawTools takes which tools an agent has. layers are the tools of the agent, if
// it has its own, and then those of all.
func (t *translation) openclawTools(layers [][]any) {
	at := func(layer []any, path ...any) *document.Node { return t.at(slices.Concat(layer, path)...) }
	all := layers[len(layers)-1]
	for _, key := range []string{"allow", "alsoAllow", "deny"} {
		t.set(at(all, key), "openclaw", "tools", key)
		if len(layers) > 1 {
			t.set(at(layers[0], key), "openclaw", "tools", "agent", key)
		}
	}
	// What the agent says of these holds instead of what all have.
	for _, part := range []struct {
		from []any
		to   []string
	}{
		{[]any{"profile"}, []string{"profile"}},
		{[]any{"alsoAllow"}, []string{"widened"}},
		{[]any{"sandbox", "tools", "allow"}, []string{"sandbox", "allow"}},
		{[]any{"sandbox", "tools", "alsoAllow"}, []string{"sandbox", "alsoAllow"}},
		{[]any{"sandbox", "tools", "deny"}, []string{"sandbox", "deny"}},
	} {
		for _, layer := range layers {
			if n := at(layer, part.from...); n != nil {
				t.set(n, append([]string{"openclaw", "tools"}, part.to...)...)
				break
			}
		}
	}
}
