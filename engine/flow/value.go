package flow

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"html"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/internal/document"
)

// The bounds of texts that stand in a document in another spelling: how many
// addresses that hold a text are decoded in one document, and the longest in bytes.
const (
	maxData     = 200
	maxDataText = 256 << 10
)

// Value looks through a text that a document spells in its own way, as the value of a
// key with quotes and escapes, or folded. All that is found in it stands where it does.
func (w *Finder) Value(file, value string, at document.Span) {
	w.leanValue(file, value, at)
	w.rulingValue(file, value, at)
	text := []byte(value)
	if len(watched().words.marks(text)) == 0 && !disguised(text) {
		return
	}
	w.value(file, text, at)
}

// Apart says where the document has such values, before it is looked through itself: what
// one says is told once, and as it says it.
func (w *Finder) Apart(file string, at []document.Span) {
	if w.values == nil {
		w.values = map[string][]document.Span{}
	}
	slices.SortFunc(at, func(a, b document.Span) int { return cmp.Compare(a.Start.Offset, b.Start.Offset) })
	w.values[file] = at
}

// without are marks but for those in parts of the text.
func without(found marks, parts []document.Span) marks {
	if len(parts) == 0 {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(m mark) bool { return inParts(parts, m.off) })
}

// value looks through a text that stands in a document in another spelling, and gives what
// looked.
func (w *Finder) value(file string, text []byte, at document.Span) *Finder {
	inner := w.another()
	d := markdown.Parse(text, document.Position{Line: 1, Column: 1})
	inner.Markdown(file, text, d)
	inner.Script(file, text, "", false)
	w.take(inner, at)
	return inner
}

// take keeps what another one found in a text that stands at a place.
func (w *Finder) take(inner *Finder, at document.Span) {
	w.spent(inner)
	for _, one := range inner.Uses {
		one.Span = at
		w.Uses = append(w.Uses, one)
	}
	for _, one := range inner.Flows {
		one.Span = at
		w.keep(one)
	}
	for _, one := range inner.Commands {
		one.Span = at
		w.keepCommand(one)
	}
	for _, one := range inner.Chains {
		one.Source.Span, one.Sink.Span = at, at
		w.Chains = append(w.Chains, one)
	}
	for _, one := range inner.Passages {
		one.Span = at
		w.keepPassage(one)
	}
}

// another is a Finder for a text that was taken out of another one, and spent counts what
// it did as done.
func (w *Finder) another() *Finder {
	return &Finder{gap: w.gap, Work: w.Work, pack: w.pack, snippets: w.snippets, steps: w.steps, recovered: w.recovered, tried: w.tried, traced: w.traced, examined: w.examined, sentOf: w.sentOf, inner: true}
}

func (w *Finder) spent(by *Finder) {
	w.snippets, w.steps, w.traced, w.examined = by.snippets, by.steps, by.traced, by.examined
	w.recovered, w.tried, w.sentOf = by.recovered, by.tried, by.sentOf
}

// keepPassage adds a passage that is not known yet.
func (w *Finder) keepPassage(one Passage) {
	for _, known := range w.Passages {
		if known.About == one.About && known.File == one.File && meet(known.Span, one.Span) && known.Text == one.Text && known.Fenced == one.Fenced {
			return
		}
	}
	if len(w.Passages) >= maxPassages {
		w.beyond(one.File, "the package has more than %d passages with words that rules look at", maxPassages)
		return
	}
	w.Passages = append(w.Passages, one)
}

// references looks through what the text outside of code spells with references to
// characters and with escapes: each paragraph, and each row of a table, as it is shown.
func (w *Finder) references(p snippet, fences []markdown.Fence) {
	text := p.bytes()
	if w.inner || bytes.IndexByte(text, '&') < 0 && bytes.IndexByte(text, '\\') < 0 {
		return
	}
	at := p.cursor()
	for begin := 0; begin < len(text); {
		if len(fences) > 0 && begin >= fences[0].Span.Start.Offset {
			begin, fences = max(begin, fences[0].Span.End.Offset), fences[1:]
			continue
		}
		end := len(text)
		if len(fences) > 0 {
			end = fences[0].Span.Start.Offset
		}
		length := 0
		for rest := text[begin:end]; length < len(rest); {
			line, _, _ := bytes.Cut(rest[length:], []byte("\n"))
			if length > 0 && (rowOf(line) || len(bytes.TrimSpace(line)) == 0) {
				break
			}
			length = min(len(rest), length+len(line)+1)
			if rowOf(line) || len(bytes.TrimSpace(line)) == 0 {
				break
			}
		}
		end = begin + max(length, 1)
		w.encoded(at.piece(begin, end, inLines))
		begin = end
	}
}

// encoded looks through what a paragraph spells with references and escapes.
func (w *Finder) encoded(p snippet) {
	text := p.bytes()
	if w.inner || bytes.IndexByte(text, '&') < 0 && bytes.IndexByte(text, '\\') < 0 {
		return
	}
	shown := html.UnescapeString(unescapedMarks(text))
	found := len(watched().words.marks([]byte(shown)))
	if shown == string(text) || found == 0 || html.UnescapeString(string(text)) == string(text) && found <= len(watched().words.marks(text)) {
		return // it has no word that is not read anyway
	}
	w.Value(p.file, shown, document.Span{Start: p.start, End: advance(p.start, text)})
}

// unescapedMarks is a text without the backslashes before marks of Markdown.
func unescapedMarks(text []byte) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (text[i+1] > ' ' && text[i+1] < 0x7f && !isLetter(text[i+1]) && (text[i+1] < '0' || text[i+1] > '9')) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// data looks through the texts that addresses of a document hold: data:text/plain,…
func (w *Finder) data(p snippet) {
	if w.inner {
		return
	}
	text, at, last := p.bytes(), p.start, 0
	for from, count := 0, 0; ; {
		i := bytes.Index(text[from:], []byte("data:"))
		if i < 0 {
			return
		}
		begin := from + i
		from = begin + len("data:")
		length := bytes.IndexAny(text[from:min(len(text), from+maxDataText)], " \t\r\n\"'<>)]`")
		if length < 0 {
			length = min(len(text)-from, maxDataText)
		}
		value, ok := dataText(string(text[from : from+length]))
		if !ok {
			continue
		}
		if length == maxDataText {
			w.beyond(p.file, "an address holds a text of which %d bytes are read", maxDataText)
		}
		if count++; count > maxData {
			w.beyond(p.file, "the text has more than the %d addresses that hold a text which are read", maxData)
			return
		}
		at, last = advance(at, text[last:begin]), begin
		w.Value(p.file, value, document.Span{Start: at, End: advance(at, text[begin:from+length])})
	}
}

// dataText is the text that an address behind "data:" holds, if it is one.
func dataText(address string) (string, bool) {
	kind, value, ok := strings.Cut(address, ",")
	if !ok || len(value) < 4 || len(kind) > 100 {
		return "", false
	}
	if strings.HasSuffix(strings.ToLower(kind), "base64") {
		value = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(value), "=")
		if len(address) == maxDataText {
			value = value[:len(value)&^3] // it goes on
		}
		decoded, err := base64.RawStdEncoding.DecodeString(value)
		text := string(decoded)
		for range utf8.UTFMax - 1 {
			if len(address) == maxDataText && !utf8.ValidString(text) {
				text = text[:len(text)-1] // the last character may be cut
			}
		}
		return text, err == nil && utf8.ValidString(text)
	}
	decoded, err := url.PathUnescape(value)
	return decoded, err == nil && decoded != value && utf8.ValidString(decoded)
}
