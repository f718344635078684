package sentence

import (
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/flow/tenant"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Contact is an address of the web or of mail that a sentence of a document names, and what the
// text says there: rules tell a reference, which leads a reader somewhere, from something that is
// done with whoever answers at the address.
type Contact struct {
	// Address is as it is written; Link says that a link of Markdown leads there.
	Address string `json:"address"`
	Link    bool   `json:"link"`
	// Tenants are whose accounts at hosts that many share the address is of.
	Tenants []tenant.Tenant `json:"tenants"`
	// Called is what the text calls it, such as "Case Desk" in "the Case Desk (https://…)".
	Called string `json:"called,omitempty"`
	// Text is the sentence, without marks of formatting; Before is the one before it, Behind the
	// rest of the paragraph, or the sentence that the next one begins with.
	Text   string `json:"text"`
	Before string `json:"before"`
	Behind string `json:"behind"`
	// Told are sentences elsewhere in the document that have the name.
	Told []string `json:"told"`
	// Foreign says that the paragraph is in a language of which orders are not read.
	Foreign bool `json:"foreign"`
	// Spoken counts the places of the document, far from this one, that have a part of the host as
	// a name.
	Spoken map[string]int `json:"spoken,omitempty"`
	// The rest is as of an [Order]; Above of a block of code is the paragraph before it.
	Shown   string        `json:"shown,omitempty"`
	Heading string        `json:"heading"`
	Section int           `json:"section"`
	Above   string        `json:"above,omitempty"`
	Cited   bool          `json:"cited,omitempty"`
	Quoted  bool          `json:"quoted,omitempty"`
	File    string        `json:"file"`
	Span    document.Span `json:"span"`
	Fenced  bool          `json:"fenced"`
	Hidden  bool          `json:"hidden"`
}

// The bounds of contacts: those of a package, those of a paragraph, how many sentences with one's
// name are kept, and how many bytes of the paragraph behind the sentence.
const (
	maxContacts    = 400
	maxNamed       = 32
	maxTold        = 40
	maxBehindBytes = 600
)

const manyContacts = "the package has more than %d sentences that name an address; those behind are not judged as such"

// calledBefore finds the name that a text gives an address which stands behind it: words that begin
// with a capital, or a label.
var calledBefore = lazydfa.New(`(?:\b(?:The|An?|Our|Your|This|See|Use|At) )?((?:[A-Z][\w&'’-]*[ -]){0,3}[A-Z][\w&'’-]*)(?:\s*[:=—–-]|\s+(?:at|under|behind|is|lives at))?\s*[\["(<]{1,2}$`)

// contact notes the addresses that a paragraph names; text is what [prose.Unmarked] made of it.
func (o *reader) contact(begin, end int, text string, fenced, hidden bool) {
	prior := o.lastSaid
	list := clause.Sentences(text)
	if len(list) > 0 {
		o.behind(text[list[0][0]:list[0][1]])
		last := list[len(list)-1]
		o.lastSaid = text[last[0]:last[1]]
	}
	n := 0
	_, foreign := clause.Tongue(text)
	for i, at := range list {
		said := text[at[0]:at[1]]
		if !strings.Contains(said, "://") && !strings.ContainsAny(said, "@/") && !bareNames().host.MatchString(said) {
			continue
		}
		for _, address := range namedIn(said, maxNamed+1) {
			if n++; n > maxNamed {
				o.crowd("a paragraph names more than %d addresses; those behind are not judged as such", maxNamed)
				return
			}
			if len(o.Contacts) >= maxContacts {
				o.crowd(manyContacts, maxContacts)
				return
			}
			one := Contact{Address: address, Tenants: append([]tenant.Tenant{}, tenant.In(address, false)...), Text: said, Told: []string{}, File: o.all.File, Fenced: fenced, Hidden: hidden}
			lead := said[:max(0, strings.Index(said, address))]
			one.Link = strings.HasSuffix(lead, "](")
			if m := calledBefore.FindStringSubmatch(lead); m != nil && len(m[1]) > 3 {
				one.Called = m[1]
			}
			if one.Before = prior; i > 0 {
				one.Before = text[list[i-1][0]:list[i-1][1]]
			}
			if i+1 < len(list) {
				one.Behind = strings.ToValidUTF8(text[list[i+1][0]:min(len(text), list[i+1][0]+maxBehindBytes)], "")
			} else {
				o.open = append(o.open, len(o.Contacts))
			}
			one.Foreign = foreign
			o.placeContact(&one, begin, end)
			one.Spoken = o.speaking(&one)
			o.Contacts = append(o.Contacts, one)
		}
	}
}

// crowd tells once for a document that it has more of what addresses are judged by than is kept.
func (o *reader) crowd(format string, most int) {
	if !o.crowded {
		o.crowded = true
		o.Beyond(o.all.File, format, most)
	}
}

// behind gives the sentence that a paragraph begins with to the addresses of the one before it.
func (o *reader) behind(said string) {
	for _, i := range o.open {
		o.Contacts[i].Behind = said
	}
	o.open = o.open[:0]
}

// placeContact says where it stands.
func (o *reader) placeContact(one *Contact, begin, end int) {
	if begin < o.contactAt.Offset || o.contactAt.Line == 0 {
		o.contactAt = document.Position{Line: 1, Column: 1}
	}
	o.contactAt = o.contactAt.Past(o.all.Source[o.contactAt.Offset:begin])
	one.Span = document.Span{Start: o.contactAt, End: o.contactAt.Past(o.all.Source[begin:end])}
	one.Heading, one.Section = o.under(begin)
	if one.Fenced {
		one.Above = prose.Bounded(o.lastText)
	} else {
		one.Above, one.Cited, one.Quoted = prose.Stands(o.all.Source, begin, end, one.Text)
	}
}

// told gives the addresses of the document that have a name the other sentences with it.
func (o *reader) told(from int) {
	o.open = nil
	named := map[string][]*Contact{}
	for i := range o.Contacts[from:] {
		if one := &o.Contacts[from+i]; one.Called != "" {
			named[one.Called] = append(named[one.Called], one)
		}
	}
	if len(named) == 0 {
		return
	}
	for _, p := range o.paragraphs {
		if !o.May(work.Texts, o.all.File, len(named)*len(p.text)/toldByte) {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(named)) {
			if !strings.Contains(p.text, name) {
				continue
			}
			for _, at := range clause.Sentences(p.text) {
				if said := p.text[at[0]:at[1]]; strings.Contains(said, name) {
					o.tell(named[name], strings.ToValidUTF8(said[:min(len(said), maxShown)], ""))
				}
			}
		}
	}
}

// toldByte is how many bytes of a paragraph that is looked through for a name take one of a
// [work.Budget].
const toldByte = 64

// tell adds a sentence to those of a name.
func (o *reader) tell(list []*Contact, said string) {
	for _, one := range list {
		switch {
		case strings.HasPrefix(one.Text, said), slices.Contains(one.Told, said):
		case len(one.Told) < maxTold:
			one.Told = append(one.Told, said)
		default:
			o.crowd("more than %d sentences have the name of one address; those behind are not judged as such", maxTold)
		}
	}
}
