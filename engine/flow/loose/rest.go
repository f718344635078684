package loose

import (
	"bytes"
	"slices"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
)

// Rest gives the ways by which what no service asks for (keys, wallets, what a browser,
// an agent or the screen has) comes to a statement that sends, in a program whose reader
// did not find one: through objects, callbacks and lists that it knows nothing of. known
// are the chains that it did find.
func Rest(one way.Text, known []way.Chain, left *work.Budget) way.Found {
	if !namesStore(one.Source) {
		return way.Found{}
	}
	found := followed(one, left)
	found.Chains = slices.DeleteFunc(found.Chains, func(c way.Chain) bool {
		if !noService(c.Source.Kind) {
			return true
		}
		return slices.ContainsFunc(known, func(k way.Chain) bool {
			return k.Sink.Kind == c.Sink.Kind && k.Source.Kind == c.Source.Kind && k.Source.File == c.Source.File
		})
	})
	return found
}

// noService reports whether no service asks for what a kind of source is.
func noService(kind string) bool {
	return slices.Contains([]string{"agent", "browser", "clipboard", "history", "key", "keychain", "screen", "system", "wallet"}, kind)
}

// namesStore reports whether a program names a store of credentials, or calls what reads one.
func namesStore(text []byte) bool {
	if store.Marked(text) {
		return true
	}
	for call, kind := range store.Calls() {
		if kind != store.Machine && bytes.Contains(text, []byte(code.LastPart(call)+"(")) {
			return true
		}
	}
	return false
}
