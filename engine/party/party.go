package party

import (
	"cmp"
	"slices"
	"strings"
)

// Kinds of parties.
const (
	// Mail is a mailbox, Phone a number by which somebody is called, Chat an account or a group of a
	// messenger, Handle a name behind a sign, as "@name".
	Mail   = "mail"
	Phone  = "phone"
	Chat   = "chat"
	Handle = "handle"
	// Bank is an account of a bank, Card the number of one, Wallet an address of a currency without a
	// bank, Pay an account of a payment service.
	Bank   = "bank"
	Card   = "card"
	Wallet = "wallet"
	Pay    = "pay"
	// Cloud is a principal or an account of a cloud, Cipher a key that something is encrypted for,
	// Client a program that is registered with a service.
	Cloud  = "cloud"
	Cipher = "cipher"
	Client = "client"
	// Referral is a code by which somebody is paid, or something is cheaper; Member a name that stands
	// where the text has members, reviewers or owners; Named a literal that a program compares with
	// who is paid, sells or asks.
	Referral = "referral"
	Member   = "member"
	Named    = "named"
)

// Found is a party in a text.
type Found struct {
	Kind string `json:"kind"`
	// Value is how it is written, Key the same without what may be left out: "de89 3704…" and
	// "DE89370400440532013000" have one.
	Value string `json:"value"`
	Key   string `json:"key"`
	// Proven says that digits which follow from the others are as they have to be.
	Proven bool `json:"proven"`
	// Word is the one by which it is known what it is, "" where its form says it.
	Word string `json:"word,omitempty"`
	// From and End are where it stands in the text, in bytes.
	From int `json:"-"`
	End  int `json:"-"`
}

// MaxFound is how many parties of one text are told.
const MaxFound = 200

// finder looks through one text.
type finder struct {
	text  string
	found []Found
	more  bool // it has more than are told
}

// Said finds who a sentence names. It reports whether there are more than are told.
func Said(text string) (found []Found, more bool) {
	f := finder{text: text}
	f.formed(LookAt(text))
	f.handles()
	return f.sorted(), f.more
}

// add notes a party where no other one is known to stand.
func (f *finder) add(one Found) {
	if f.more || slices.ContainsFunc(f.found, func(o Found) bool { return one.From < o.End && o.From < one.End }) {
		return
	}
	if len(f.found) >= MaxFound {
		f.more = true
		return
	}
	if one.Value == "" {
		one.Value = f.text[one.From:one.End]
	}
	if one.Key == "" {
		one.Key = one.Value
	}
	f.found = append(f.found, one)
}

func (f *finder) sorted() []Found {
	slices.SortFunc(f.found, func(a, b Found) int { return cmp.Compare(a.From, b.From) })
	return f.found
}

// each calls for each match of an expression whose first group is the word, and whose second one is
// the party.
func (f *finder) each(re matcher, with func(word string, from, end int)) {
	for _, m := range re.FindAllStringSubmatchIndex(f.text, -1) {
		with(f.text[m[2]:m[3]], m[4], m[5])
	}
}

type matcher interface {
	FindAllStringSubmatchIndex(s string, n int) [][]int
}

// only is what a text has of some characters.
func only(text, of string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(of, r) {
			return r
		}
		return -1
	}, text)
}

const decimal = "0123456789"
