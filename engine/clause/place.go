package clause

import (
	"bytes"
	"slices"
	"strings"
)

// Acts that many sentences without harm have are clauses only where the sentence speaks of
// what they do harm to: "place" of a place that others read, "take" of a store of keys,
// "swap" of whom something goes to, "pay" of an account.

// bounded reports whether an act is one of these.
func bounded(act string) bool { return slices.Contains([]string{"place", "take", "swap", "pay"}, act) }

// speaks reports whether a sentence makes a clause of an act; behind its verb stands what
// begins at an offset.
func (t *table) speaks(act, text string, behind int, things []thing, accounts []string) bool {
	about := func(kinds ...string) bool {
		return slices.ContainsFunc(things, func(one thing) bool { return slices.Contains(kinds, one.kind) })
	}
	switch act {
	case "place":
		return len(t.sinksIn(text[behind:])) > 0 || len(t.sinksIn(text[:behind])) > 0 || len(t.destinations(text[behind:])) > 0
	case "take":
		return about("store")
	case "swap":
		return about("recipient") || about("money") && len(accounts) > 0
	case "pay":
		return len(accounts) > 0 || about("money") && t.address.MatchString(text)
	}
	return true
}

// actOf is the act of a verb, or of a participle.
func (t *table) actOf(verb string, done bool) string {
	if done {
		return t.done[spaced(verb)]
	}
	return t.acts[spaced(verb)]
}

// spaced is a verb in lower case with single blanks.
func spaced(verb string) string { return strings.Join(strings.Fields(strings.ToLower(verb)), " ") }

// sinksIn are the kinds of places that a part of a sentence has something go to.
func (t *table) sinksIn(text string) []string {
	found, lower := []string{}, folded(text)
	for _, kind := range t.sinkNames {
		if t.sinks[kind].in(text, lower) {
			found = append(found, kind)
		}
	}
	return found
}

// accountsIn are the accounts of banks and wallets that a text names.
func (t *table) accountsIn(text string) []string {
	found := []string{}
	for _, one := range t.accounts.FindAllString(text, 20) {
		if strings.ContainsAny(one, "0123456789") {
			found = append(found, one)
		}
	}
	return found
}

// shortAccount is the length of the shortest account that is told by itself.
const shortAccount = 15

// Pays reports whether a text names an account of a bank or a wallet that is one word.
func Pays(text []byte) bool {
	begin := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && ('0' <= text[i] && text[i] <= '9' || 'a' <= text[i]|0x20 && text[i]|0x20 <= 'z') {
			continue
		}
		if i-begin >= shortAccount && bytes.ContainsAny(text[begin:i], "0123456789") && words().accounts.Match(text[begin:i]) {
			return true
		}
		begin = i + 1
	}
	return false
}
