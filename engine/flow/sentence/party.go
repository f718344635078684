package sentence

import (
	"strings"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/engine/party"
	"github.com/skillctl/skillctl/engine/work"
)

// Party is somebody whom a text names without a host, and what the text says there. Of a sentence the
// fields are those of a [Contact]. Of a line of a program or of settings Code is set: Text is then the
// line, Before what stands before the party in it, Behind what stands behind, and Above the lines of
// lesser indentation that it belongs to.
type Party struct {
	party.Found
	Contact

	Code bool `json:"code"`
	// Named is how many places of the texts of the package have it, this one included.
	Named int `json:"named"`
	// Remark says that the line is a comment.
	Remark bool `json:"remark,omitempty"`
}

// maxParties is how many parties the sentences of a package may name, partyByte what a byte of them
// takes of a [work.Budget].
const (
	maxParties = 300
	partyByte  = 1
)

const (
	manyParties  = "the package names more than %d persons and accounts in its sentences; those behind are not judged"
	denseParties = "a paragraph names more than %d persons and accounts; the others are not judged"
)

// party notes whom the sentences of a paragraph name; text is what [prose.Unmarked] made of it.
func (o *reader) party(begin, end int, text string, hidden bool) {
	if !o.May(work.Texts, o.all.File, partyByte*len(text)) {
		return
	}
	found, more := party.Said(text)
	if len(found) == 0 {
		return
	}
	if more {
		o.Beyond(o.all.File, denseParties, party.MaxFound)
	}
	_, foreign := clause.Tongue(text)
	list := clause.Sentences(text)
	for _, one := range found {
		if len(o.Parties) >= maxParties {
			o.Beyond(o.all.File, manyParties, maxParties)
			return
		}
		at := sentenceAt(list, one.From)
		if at < 0 {
			continue
		}
		p := Party{Found: one, Contact: Contact{Address: one.Value, Text: text[list[at][0]:list[at][1]], Before: o.lastSaid, Told: []string{}, Foreign: foreign, File: o.all.File, Hidden: hidden}}
		p.Link = strings.HasSuffix(text[list[at][0]:max(one.From, list[at][0])], "](")
		if at > 0 {
			p.Before = text[list[at-1][0]:list[at-1][1]]
		}
		if at+1 < len(list) {
			p.Behind = strings.TrimSpace(strings.ToValidUTF8(text[list[at+1][0]:min(len(text), list[at+1][0]+maxBehindBytes)], ""))
		}
		o.placeContact(&p.Contact, begin, end)
		o.Parties = append(o.Parties, p)
	}
}

// sentenceAt is the number of the sentence that a place of a text is in, -1 for none.
func sentenceAt(list [][2]int, at int) int {
	for i, s := range list {
		if s[0] <= at && at < s[1] {
			return i
		}
	}
	return -1
}
