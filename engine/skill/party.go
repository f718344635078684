package skill

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/sentence"
	"github.com/skillctl/skillctl/engine/party"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of the parties that programs and settings name: how many places of a package are told, how
// many of one party in the comments of a file and as many in the rest, how much of a line is read at a
// time, how much of that is read again with what follows, how near to its end a party may be cut
// off, and what is kept of a line, in bytes.
const (
	maxWritten   = 300
	maxSame      = 6
	maxPartyLine = 4 << 10
	partySeam    = 256
	partyCut     = 8
	maxPartySaid = 300
)

// rowsOf are files whose lines are rows of data: whom they name is what the skill works on.
var rowsOf = lazydfa.New(`(?i)\.(?:csv|tsv|jsonl|ndjson|log|svg|map|lock|sum|ipynb)$|(?:^|/)(?:package-lock\.json|pnpm-lock\.yaml|composer\.lock|npm-shrinkwrap\.json)$|\.min\.(?:js|css)$`)

// remarkOf is what a comment begins with.
var remarkOf = lazydfa.New(`^\s*(?:#[^!]|#$|//|/\*|\*[\s/]|--\s|;|%|<!--|"""|'''|REM\s|rem\s)`)

// parties notes whom a program or settings name, and the blocks of code of a document.
func (r *reader) parties(file string, text []byte) {
	if bytes.IndexByte(text, 0) >= 0 || rowsOf.MatchString(file) {
		return
	}
	ext := path.Ext(file)
	w := writtenText{reader: r, file: file, text: text, prose: isMarkdown(ext) || slices.Contains([]string{".txt", ".rst", ".adoc", ".org"}, strings.ToLower(ext)), look: party.LookAt(string(text))}
	if !w.look.Any() {
		return
	}
	w.at = document.Position{Line: 1, Column: 1}
	for off := 0; off < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[off:], '\n'); i >= 0 {
			end = off + i
		}
		w.line(off, end)
		off = end + 1
	}
}

// writtenText is a text that is looked through by its lines.
type writtenText struct {
	*reader

	file   string
	text   []byte
	prose  bool // of which the blocks of code alone are read
	fenced bool // it is in one
	look   party.Look
	at     document.Position
	told   int // where the last party of the line in hand ends in it
	// under are the lines of lesser indentation that the one in hand belongs to, with that.
	under []indented
}

type indented struct {
	by   int
	line string
}

// line looks at one line.
func (w *writtenText) line(off, end int) {
	line := bytes.TrimRight(w.text[off:end], "\r")
	bare := bytes.TrimLeft(line, " \t")
	if w.prose && (bytes.HasPrefix(bytes.TrimLeft(bare, "> "), []byte("```")) || bytes.HasPrefix(bare, []byte("~~~"))) {
		w.fenced, w.under = !w.fenced, nil
		return
	}
	if len(bare) == 0 || w.prose && !w.fenced {
		return
	}
	by := len(line) - len(bare)
	for n := len(w.under); n > 0 && w.under[n-1].by >= by; n-- {
		w.under = w.under[:n-1]
	}
	w.told = 0
	for from := 0; from < len(line); from += maxPartyLine - partySeam {
		end := min(len(line), from+maxPartyLine)
		w.piece(off, line, from, end)
		if end == len(line) {
			break
		}
	}
	if len(line) <= maxPartySaid && len(w.under) < 8 {
		w.under = append(w.under, indented{by, strings.ToValidUTF8(string(bare), "")})
	}
}

// piece looks at a line, or at a part of a long one.
func (w *writtenText) piece(off int, line []byte, from, end int) {
	remark := remarkOf.Match(line)
	found, more := w.look.Written(string(line[from:end]))
	if more {
		w.gap(w.file, GapCode, "a line names more than %d persons and accounts; the others are not judged", party.MaxFound)
	}
	for _, one := range found {
		if end < len(line) && one.From >= end-from-partySeam && one.End > end-from-partyCut {
			continue // the next part has it in full
		}
		if one.From, one.End = one.From+from, one.End+from; one.From < w.told {
			continue
		}
		w.told = one.End
		one.Value, one.Key = strings.ToValidUTF8(one.Value, "\uFFFD"), strings.ToValidUTF8(one.Key, "\uFFFD")
		if w.same(one, remark) >= maxSame {
			continue
		}
		if len(w.skill.written) >= maxWritten {
			w.gap(w.file, GapCode, "the package names more than %d persons and accounts in its programs and settings; those behind are not judged", maxWritten)
			w.look = party.Look{}
			return
		}
		w.note(off, line, one, remark)
	}
}

// note takes a party of a line down.
func (w *writtenText) note(off int, line []byte, one party.Found, remark bool) {
	begin := behind(w.at, w.text[w.at.Offset:off+one.From])
	w.at = begin
	p := sentence.Party{Found: one, Code: true, Remark: remark, Contact: sentence.Contact{
		Address: one.Value, Told: []string{}, File: w.file, Fenced: w.fenced,
		Before: strings.ToValidUTF8(string(line[max(0, one.From-maxPartySaid):one.From]), ""),
		Behind: strings.ToValidUTF8(string(line[one.End:min(len(line), one.End+maxPartySaid)]), ""),
		Span:   document.Span{Start: begin, End: behind(begin, w.text[off+one.From:off+one.End])},
	}}
	p.Text = p.Before + one.Value + p.Behind
	var above []string
	for _, u := range w.under[max(0, len(w.under)-3):] {
		above = append(above, u.line)
	}
	p.Above = strings.Join(above, "\n")
	w.skill.written = append(w.skill.written, p)
}

// same is how often a party is told already of the file: what a comment says of it is counted by itself,
// as it is not judged.
func (w *writtenText) same(one party.Found, remark bool) int {
	n := 0
	for i := range w.skill.written {
		if o := &w.skill.written[i]; o.File == w.file && o.Remark == remark && o.Kind == one.Kind && o.Key == one.Key {
			n++
		}
	}
	return n
}

// maxCounted is how many bytes are looked through for whom a package names more than once.
const maxCounted = 64 << 20

// namedBy counts the places of the documents of the package that have each party.
func (s *Skill) namedBy(list []sentence.Party) {
	if len(list) == 0 {
		return
	}
	texts := [][]byte{}
	for i := range s.Files {
		if text := s.textOf(s.Files[i].Path); text != nil {
			texts = append(texts, text)
		}
	}
	counts, left := map[string]int{}, maxCounted
	count := func(value string) int {
		n, known := counts[value]
		if !known {
			for _, text := range texts {
				if left -= len(text); left > 0 {
					n += named(text, value)
				}
			}
			counts[value] = n
		}
		return n
	}
	for i := range list {
		list[i].Named = max(count(list[i].Value), 1)
	}
}

// named is how often a text has a name. The address of a wallet is the same in lower case and with
// the capitals of its checksum.
func named(text []byte, value string) int {
	if strings.HasPrefix(value, "0x") {
		return bytes.Count(bytes.ToLower(text), []byte(strings.ToLower(value)))
	}
	return bytes.Count(text, []byte(value))
}
