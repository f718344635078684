package flow

import (
	"math/bits"

	"github.com/skillctl/skillctl/engine/command/deceptive"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/document"
)

// Disguise is a place of a text whose characters say something else than they show.
type Disguise struct {
	// Kind is one of the Spot constants of package deceptive.
	Kind string `json:"kind"`
	// Text is what it says: the message of characters that are not seen, or the word
	// as it reads; "" when nothing can be made of it. Count is how many characters do it.
	Text  string `json:"text"`
	Count int    `json:"count"`
	// Hides says that a word which rules look at is read there and not written.
	Hides bool `json:"hides"`
	// Foreign is how many words of the file are in other scripts than the Latin one.
	Foreign int           `json:"foreign"`
	File    string        `json:"file"`
	Span    document.Span `json:"span"`
}

// maxDisguises bounds those of a package, maxAlike those of a text between which nobody
// makes a difference, maxSaid what is told of one, in bytes.
const (
	maxDisguises = 5000
	maxAlike     = 20
	maxSaid      = 500
)

// disguiseKind is what there is to judge of a disguise beside its text: its kind, whether it
// hides a word, and about how many characters it has (the bits of their number).
type disguiseKind struct {
	kind  string
	hides bool
	size  int
}

// marksOf are the words of a document that rules look at, by where they are written,
// whatever they are written with. It notes where that is not what is shown.
func (w *Finder) marksOf(file string, text []byte) marks {
	read, changed := deceptive.Read(text)
	if !changed {
		read.Text = text
	}
	found := watched().words.marks(read.Text)
	if len(found) == maxMarks {
		w.Beyond(file, "the text has more than %d words that rules look at", maxMarks)
	}
	if !changed {
		return found
	}
	for i := range found {
		found[i].off = read.At[found[i].off]
	}
	if len(read.Spots) > 0 {
		w.disguises(file, text, read, found)
	}
	return found
}

// disguises notes the places where a text says something else than it shows.
func (w *Finder) disguises(file string, text []byte, read deceptive.Reading, found marks) {
	written, at := watched().words.marks(text), document.Position{Line: 1, Column: 1}
	i, alike := 0, map[disguiseKind]int{}
	if read.More {
		w.Beyond(file, "the text has more than %d places that say something else than they show", len(read.Spots))
	}
	for _, s := range read.Spots {
		if len(w.Disguises) == maxDisguises {
			w.Beyond(file, "the package has more than %d places that say something else than they show", maxDisguises)
			return
		}
		at = at.Past(text[at.Offset:max(at.Offset, s.From)])
		one := Disguise{Kind: s.Kind, Text: s.Text, Count: s.Count, Foreign: read.Foreign, File: file}
		one.Span = document.Span{Start: at, End: at.Past(text[at.Offset:max(at.Offset, s.To)])}
		groups := ^uint32(0)
		switch s.Kind {
		case deceptive.SpotStyled, deceptive.SpotMarks:
			groups = signCode | signEvaluate | signInvoke // what is only written in style hides no other word
			fallthrough
		case deceptive.SpotLookalike, deceptive.SpotInvisible:
			for i < len(read.At) && read.At[i] < s.From {
				i++
			}
			end := i
			for end < len(read.Text) && read.At[end] < s.To {
				end++
			}
			if one.Text == "" {
				one.Text = string(read.Text[i:end])
			}
			one.Hides = found.within(s.From, s.To, groups) && !written.within(s.From, s.To, groups)
		}
		if s.Text != "" {
			w.message(snippet{file, text, at, s.To, inSentence, found})
		}
		one.Text = prose.Bounded(one.Text[:min(len(one.Text), maxSaid)])
		kind := disguiseKind{s.Kind, one.Hides, bits.Len(uint(one.Count))}
		if alike[kind]++; alike[kind] <= maxAlike {
			w.Disguises = append(w.Disguises, one)
		}
	}
}

// message takes apart what characters say that are not shown, from each of its words on.
func (w *Finder) message(p snippet) {
	read := asRead(p.bytes())
	for i, starts := 0, 0; i < len(read.text) && starts < maxStarts; i++ {
		if read.text[i] == ' ' || i > 0 && read.text[i-1] != ' ' && read.text[i-1] != '\n' && read.text[i-1] != '`' {
			continue
		}
		starts++
		w.flows(p.part(read.at[i], len(p.bytes()), inSentence))
	}
}
