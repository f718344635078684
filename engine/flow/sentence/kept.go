package sentence

import (
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Kept is what the sentences of a package say that rules look at.
type Kept struct {
	work.Meter

	// Orders are what they have somebody do.
	Orders []Order
	// Remarks are those near others that keep something from somebody.
	Remarks []Remark
	// Leans are paragraphs that may have an outcome turned.
	Leans []Lean
	// Rulings are paragraphs that lay down what comes out for whom they name.
	Rulings []Ruling
	// Foreign are paragraphs in languages whose orders are not read.
	Foreign []Foreign
	// Contacts are the addresses that they name.
	Contacts []Contact
	// Parties are persons and accounts that they name without a host.
	Parties []Party
	// ReadOut says that somebody is to run what a file lists, or a program prints.
	ReadOut bool

	// words counts the bytes of those that were read for orders, noted of those that were
	// looked through for remarks.
	words, noted int
}

// What is taken of the budget by a byte of a paragraph, and of sentences that are read for orders
// or remarks, or weighed.
const (
	sentenceByte = 2
	readByte     = 10
	weighByte    = 2
)

// Spent counts what the sentences of another text have taken.
func (k *Kept) Spent(by *Kept) { k.words += by.words }

// Said takes over the addresses that a program names where it says something.
func (k *Kept) Said(file string, inner *Kept, at document.Span) {
	hidden(k, file, &k.Contacts, inner.Contacts, maxContacts, manyContacts, func(one *Contact) { one.Span, one.Fenced = at, false })
}

// SpeaksTo are the places of a text, up to some number, with words by which somebody speaks to an
// agent, or takes back what it was told.
func SpeaksTo(text []byte, most int) [][]int { return spoken.FindAllIndex(text, most) }

var spoken = lazydfa.New(`(?:[Aa]ssistants?|[Aa]gents?|Claude|Copilot|(?:AI|LLM|language) models?|LLMs?|AIs?)(?: that [\w ]{3,40}| which [\w ]{3,40})?(?:[:,] | must | should | are to | is to )|(?:[Ii]gnore|[Dd]isregard|[Ff]orget) (?:all |any |the |your )*(?:earlier|previous|prior|other) (?:guidance|instructions?|rules|prompts?)`)

// What is said where more is found than is kept.
const (
	manyOrders  = "the package has more than %d sentences that rules look at; those behind are not read"
	manyRemarks = "the package has more than %d sentences that say how something is done; those behind are not read"
	manyLeans   = "the package has more than %d paragraphs that speak of how outcomes are to be; those behind are not judged"
	manyRulings = "the package has more than %d paragraphs that lay down what comes out for somebody; those behind are not judged"
	manyForeign = "the package has more than %d paragraphs that name addresses in languages whose orders are not read"
)

// Unseen takes over what sentences say that nobody sees where they stand.
func (k *Kept) Unseen(file string, inner *Kept, at document.Span) {
	hidden(k, file, &k.Orders, inner.Orders, maxOrders, manyOrders, func(one *Order) { one.Span, one.Hidden = at, true })
	hidden(k, file, &k.Leans, inner.Leans, maxLeans, manyLeans, func(one *Lean) { one.Span, one.Hidden = at, true })
	hidden(k, file, &k.Rulings, inner.Rulings, maxRulings, manyRulings, func(one *Ruling) { one.Span, one.Hidden = at, true })
	hidden(k, file, &k.Remarks, inner.Remarks, maxRemarks, manyRemarks, func(one *Remark) { one.Span, one.Hidden = at, true })
	hidden(k, file, &k.Contacts, inner.Contacts, maxContacts, manyContacts, func(one *Contact) { one.Span, one.Hidden = at, true })
	hidden(k, file, &k.Parties, inner.Parties, maxParties, manyParties, func(one *Party) { one.Span, one.Contact.Hidden = at, true })
	hidden(k, file, &k.Foreign, inner.Foreign, maxForeign, manyForeign, func(one *Foreign) { one.Span, one.Hidden = at, true })
}

// hidden adds to what is kept, up to a bound that is told where it is met.
func hidden[T any](k *Kept, file string, kept *[]T, found []T, most int, beyond string, hide func(*T)) {
	for _, one := range found {
		if len(*kept) >= most {
			k.Beyond(file, beyond, most)
			return
		}
		hide(&one)
		*kept = append(*kept, one)
	}
}
