package flow

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/document"
)

// The bounds of sentences that a document writes in base64 or in hexadecimal numbers: the
// shortest run of such characters and what is decoded of one, in bytes, and how many are read.
const (
	minSpelled = 40
	maxSpelled = 64 << 10
	maxRuns    = 500
)

// spelled reads the sentences that a document has in a code: whoever is told to decode them
// reads them as they are, and nobody else does. Orders in them count as hidden.
func (w *Finder) spelled(p snippet) {
	if w.inner {
		return
	}
	text, at, last, count := p.bytes(), p.start, 0, 0
	for begin := 0; begin < len(text); {
		end := run(text, begin)
		if end-begin < minSpelled {
			begin = max(end, begin+1)
			continue
		}
		if said, ok := sentenceIn(string(text[begin:min(end, begin+maxSpelled)])); ok {
			if count++; count > maxRuns || end-begin > maxSpelled {
				w.Beyond(p.file, "the text has more than %d sentences in a code, or one of more than %d bytes", maxRuns, maxSpelled)
			}
			if count > maxRuns {
				return
			}
			at, last = at.Past(text[last:begin]), begin
			w.said(p.file, said, document.Span{Start: at, End: at.Past(text[begin:end])})
		}
		begin = end
	}
}

// said looks through sentences that nobody sees.
func (w *Finder) said(file, text string, at document.Span) {
	before := len(w.Flows)
	inner := w.obeyed(file, text, at)
	for i := range w.Flows[min(before, len(w.Flows)):] {
		w.Flows[before+i].Coded = true
	}
	w.Unseen(file, &inner.Kept, at)
}

// run is where characters of base64 or of numbers end that begin at a place, the breaks
// between lines of nothing else left out.
func run(text []byte, begin int) int {
	end := begin
	for end < len(text) {
		c := text[end]
		switch {
		case prose.IsLetter(c), '0' <= c && c <= '9', c == '+', c == '/', c == '-', c == '_', c == '=':
			end++
		case c == '\n' && end > begin && end+1 < len(text) && fullLine(text[end+1:]):
			end++
		default:
			return end
		}
	}
	return end
}

// fullLine reports whether a text begins with a line in which a code may go on: it has no
// blanks, and more than a word.
func fullLine(text []byte) bool {
	length := 0
	for length < len(text) && text[length] != '\n' {
		c := text[length]
		if !prose.IsLetter(c) && (c < '0' || c > '9') && c != '+' && c != '/' && c != '-' && c != '_' && c != '=' {
			return false
		}
		length++
	}
	return length >= 4
}

// sentenceIn is what a run of characters says in base64 or in hexadecimal numbers, if that
// is a sentence.
func sentenceIn(text string) (string, bool) {
	text = strings.TrimRight(strings.ReplaceAll(text, "\n", ""), "=")
	for _, decode := range []func(string) ([]byte, error){hex.DecodeString, base64.RawStdEncoding.DecodeString, base64.RawURLEncoding.DecodeString} {
		said, err := decode(text)
		for range utf8.UTFMax - 1 { // the last character may be cut
			if n := len(said); n > 0 && !utf8.Valid(said) {
				said = said[:n-1]
			}
		}
		if err == nil && readsAsSentence(said) {
			return string(said), true
		}
	}
	return "", false
}

// readsAsSentence reports whether bytes are words with blanks between them, or letters of a
// writing that has none.
func readsAsSentence(text []byte) bool {
	if !utf8.Valid(text) {
		return false
	}
	letters, others, words, wide := 0, 0, 0, 0
	inWord := false
	for _, c := range string(text) {
		letter := unicode.IsLetter(c)
		switch {
		case unicode.IsControl(c) && c != '\n' && c != '\r' && c != '\t':
			return false
		case letter:
			letters++
			if c > 0x2e80 {
				wide++
			}
		case !unicode.IsSpace(c):
			others++
		}
		if letter && !inWord {
			words++
		}
		inWord = letter || inWord && !unicode.IsSpace(c)
	}
	return letters > 2*others && (words >= 4 || wide >= 8)
}
