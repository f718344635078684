package flow

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/work"
)

// The bounds of looking for commands in a line: maxStarts is how many of its words are
// tried as a command's first, maxPieces how many pairs of brackets or quotes are looked
// into, nearSign how many bytes behind a word a sign of a command belongs to it.
const (
	maxStarts = 500
	maxPieces = 2000
	nearSign  = 40
	// maxPiece is the longest part of a line between brackets, maxWord the longest word,
	// maxTried how many bytes of a package are tried as commands in lines; a command in a
	// line is tried up to maxLine behind its first word, and a line of a program that is
	// longer than maxLine is looked through for strings only. In bytes.
	maxPiece = 4096
	// maxLooked is how many bytes behind such marks are looked through for those that close
	// them, of a package.
	maxLooked = 16 << 20
	maxWord   = 400
	maxTried  = 4 << 20
	maxLine   = 16 << 10
)

// as is the same text read in another way.
func (p snippet) as(kind snippetKind) snippet {
	p.kind = kind
	return p
}

// line looks for commands in a line that is not one itself: in its strings, between
// brackets, from each word on that may be the first of one; and once more without marks
// of comments, quotations, tables and tags. Spans of code are looked into elsewhere.
func (w *Finder) line(p snippet) {
	if !w.May(work.Texts, p.file, 10+lineByte*len(p.bytes())) {
		return
	}
	switch {
	case w.known && p.end-p.start.Offset > maxLine:
		w.literals(p)
		return
	case w.statement:
		w.starts(p)
	case len(codeSpans(p.bytes())) == 0:
		w.literals(p)
		w.pieces(p)
		w.starts(p)
	}
	w.statement = false
	before := w.guess
	w.guess = true
	if bare, ok := w.bare(p); ok {
		w.literals(bare)
		w.pieces(bare)
		w.starts(bare)
	}
	w.guess = before
}

// starts tries words of a line as the first of a command: those that show a sign of
// one and, where the line hands something on, those shortly before or in disguise.
func (w *Finder) starts(p snippet) {
	line := p.bytes()
	whole, margin, ends := structural(line), -1, ends(line)
	if w.statement {
		ends = nil
		margin = len(line) - len(bytes.TrimLeft(line, " \t"))
	}
	at, unsigned, signed, row := p.cursor(), 0, 0, w.row(p, p.start.Offset)
	named := !w.statement && (w.pack.named(line) || w.trail.names(line))
	for i := 0; i < len(line); i++ {
		if !beginsWord(line, i) || row && !beginsCell(line[i:]) || i == margin {
			continue
		}
		from, length := p.start.Offset+i, wordLength(line[i:])
		switch {
		case p.marks.within(from, min(from+length+2, p.end), signCode), watched().begins(line[i:], length), named && startsProgram(line[i:i+length]) && (!w.other || prose.IsLetter(line[i])):
			signed++
		case whole && (p.marks.within(from, min(from+length+nearSign, p.end), signCode) || disguised(line[i:i+length])):
			unsigned++
		default:
			continue
		}
		far := min(len(line), i+maxLine) // a command begins anew behind it
		if w.tried += far - i; signed+unsigned > maxStarts || w.tried > maxTried {
			w.Beyond(p.file, "a line has more than the %d words that are tried as the begin of a command", maxStarts)
			return
		}
		if begin := at.piece(i, far, p.kind); !prose.IsLetter(line[i]) && (w.other || !startsProgram(line[i:i+length])) {
			w.guessed(begin)
		} else {
			w.flows(begin)
		}
		for _, end := range ends {
			if i < end && end < far {
				w.tried += end - i
				w.guessed(at.piece(i, end, p.kind))
			}
		}
	}
}

// maxEnds is how many places of a line are tried as a command's end.
const maxEnds = 20

// ends are the places of a line where a program for code that it is given through a
// pipe is followed by words of the sentence: curl … | sh to install it.
func ends(line []byte) []int {
	var found []int
	for i := 0; i < len(line) && len(found) < maxEnds; i++ {
		if line[i] != '|' {
			continue
		}
		begin := i + 1
		for {
			begin += len(line[begin:]) - len(bytes.TrimLeft(line[begin:], " \t"))
			if !bytes.HasPrefix(line[begin:], []byte("sudo ")) {
				break
			}
			begin += len("sudo ")
		}
		end := begin
		for end < len(line) && (isName(line[end]) && line[end] != '"' && line[end] != '\'' || line[end] == '_') {
			end++
		}
		next := bytes.TrimSpace(line[end:])
		word := next[:wordLength(next)]
		if end > begin && end < len(line) && len(next) > 0 && next[0] != '-' && !bytes.ContainsAny(bytes.TrimRight(word, ".,;:!?)"), "./") {
			found = append(found, end)
		}
	}
	return found
}

// unmarkedEnd is where a text ends without marks that may stand behind a command.
func (p snippet) unmarkedEnd() int {
	if p.kind != inSentence {
		return p.end
	}
	return p.start.Offset + len(bytes.TrimRight(p.bytes(), " \t\r>)]}*_~|\"'`-.,;:!?"))
}

// row reports whether a place of a document is in a row of a table.
func (w *Finder) row(p snippet, off int) bool {
	if p.kind == inCode || p.kind == inOther {
		return false
	}
	text := p.text
	if w.copied(p) {
		text = w.shownOf
	}
	begin, end := prose.LineAt(text, off)
	return rowOf(text[begin:end])
}

// copied reports whether a snippet is of the copy in which marks are blank.
func (w *Finder) copied(p snippet) bool { return len(w.shown) > 0 && &p.text[0] == &w.shown[0] }

func rowOf(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 1 && line[0] == '|' && line[len(line)-1] == '|'
}

// beginsWord reports whether a command may begin at a byte of a line: it is no blank,
// and what is before it does not belong to the same word.
func beginsWord(line []byte, i int) bool {
	if line[i] == ' ' || line[i] == '\t' || line[i] == '\n' || line[i] == '\r' {
		return false
	}
	if i == 0 {
		return !opensQuote(line, 0)
	}
	switch c := line[i-1]; {
	case c == '(' && i > 1 && line[i-2] == ']', bytes.HasPrefix(line[i:], []byte("CDATA[")): // where a link leads
		return false
	case opensQuote(line, i-1):
		return bytes.IndexByte(line[i:], line[i-1]) < 0
	case opensQuote(line, i), line[i] == '-', line[i] == '<' && i+1 < len(line) && prose.IsLetter(line[i+1]), bytes.HasPrefix(line[i:], []byte("//")), c == '<' && bytes.IndexByte(line[i:i+wordLength(line[i:])], '>') >= 0, c == '/' && i > 1 && line[i-2] == '<':
		return false // an option, an address, a tag
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		return true
	case !prose.IsLetter(line[i]) && line[i] != '/' && line[i] != '$' && line[i] != '(' && line[i] != '.' && line[i] != '~':
		return false
	case c == '-' && len(bytes.Trim(line[:i], " \t@+-")) == 0: // of a rule of make
		return true
	case c == '-':
		return i > 1 && line[i-2] == '-' && (i < 3 || line[i-3] == '!' || line[i-3] == '-')
	case c >= utf8.RuneSelf:
		r, _ := utf8.DecodeLastRune(line[:i])
		// Marks and blanks, and letters of a writing that has no blanks between words.
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) ||
			unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	}
	return !isName(line[i-1])
}

// opensQuote reports whether a byte is a quote before a word that is not in it alone.
func opensQuote(line []byte, i int) bool {
	return (line[i] == '"' || line[i] == '\'') && (i == 0 || !isName(line[i-1])) && bytes.IndexByte(line[i+1:i+wordLength(line[i:])], line[i]) < 0
}

// beginsCell reports whether a text, up to the next cell of a table, is a command with
// arguments: the names of programs in cells beside each other are no pipe.
func beginsCell(text []byte) bool {
	cell, _, _ := bytes.Cut(text, []byte("|"))
	words := bytes.Fields(cell)
	return len(words) > 1 && slices.ContainsFunc(words[1:], func(word []byte) bool { return bytes.ContainsAny(word, "-./:@$=") })
}

// isName reports whether a byte may be within a word of a shell that names something.
func isName(c byte) bool {
	return prose.IsLetter(c) || '0' <= c && c <= '9' || bytes.IndexByte([]byte(`./\$"'%+-`), c) >= 0
}

func wordLength(text []byte) int {
	text = text[:min(len(text), maxWord)]
	if i := bytes.IndexAny(text, " \t\n"); i >= 0 {
		return i
	}
	return len(text)
}

// pairs are what stands around a part of a line: the text behind it may be none of
// a command that is in it.
func pairs() [][2]string {
	return [][2]string{{"(", ")"}, {"[", "]"}, {"{", "}"}, {"<", ">"}, {"“", "”"}, {"„", "“"}, {"‘", "’"}, {"«", "»"}, {"「", "」"}, {"_", "_"}, {"*", "*"}, {"**", "**"}, {"~~", "~~"}, {"==", "=="}, {"|", "|"}, {">", "<"}, {"%}", "{%"}, {"{#", "#}"}, {"/*", "*/"}, {"<!--", "-->"}}
}

// pieces looks into what stands between two marks of a line.
func (w *Finder) pieces(p snippet) {
	line, at, tried := p.bytes(), p.cursor(), 0
	for i := 0; i < len(line); i++ {
		for _, pair := range pairs() {
			if line[i] != pair[0][0] || !bytes.HasPrefix(line[i:], []byte(pair[0])) {
				continue
			}
			begin := i + len(pair[0])
			if !p.marks.within(p.start.Offset+begin, min(p.end, p.start.Offset+begin+maxPiece), signCode) {
				continue
			}
			if tried++; tried > maxPieces {
				w.Beyond(p.file, "a line has more than the %d pairs of brackets that are looked into", maxPieces)
				return
			}
			inner := line[begin:min(len(line), begin+maxPiece)]
			if w.looked += len(inner); w.looked > maxLooked {
				w.Beyond(p.file, "there are so many brackets that only %d bytes between such were looked through for commands", maxLooked)
				return
			}
			length := closing(inner, pair)
			if length < 4 || !p.command(begin, begin+length) {
				continue
			}
			before := w.guess
			w.guess = true
			w.starts(at.piece(begin, begin+length, p.kind))
			w.guess = before
		}
	}
}

// closing is where the mark stands that closes one, -1 for nowhere. Of brackets those
// between count.
func closing(text []byte, pair [2]string) int {
	if pair[0] == pair[1] {
		return bytes.Index(text, []byte(pair[1]))
	}
	if !bytes.Contains(text, []byte(pair[1])) {
		return -1
	}
	depth := 1
	for i := 0; i < len(text); {
		switch {
		case bytes.HasPrefix(text[i:], []byte(pair[1])):
			if depth--; depth == 0 {
				return i
			}
			i += len(pair[1])
		case bytes.HasPrefix(text[i:], []byte(pair[0])):
			depth++
			i += len(pair[0])
		default:
			i++
		}
	}
	return -1
}

// again reports whether the same part of the document was taken apart before.
func (w *Finder) again(p snippet) bool {
	key := [3]int{p.start.Offset, p.end, int(p.kind)}
	if w.guess {
		key[2] += 100
	}
	if w.copied(p) {
		key[2] = -1 - key[2]
	}
	if w.read[key] {
		return true
	}
	if w.read == nil {
		w.read = map[[3]int]bool{}
	}
	w.read[key] = true
	return false
}

// begins reports whether a line begins with the name of a program whose commands rules
// look at, and has in it what they look for.
func (t *watchTable) begins(line []byte, length int) bool {
	word := line[:length]
	if i := bytes.LastIndexAny(word, `/\`); i >= 0 {
		word = word[i+1:]
	}
	hints, ok := t.Watched[string(prose.Lower(word))]
	if !ok || len(hints) == 0 {
		return ok
	}
	rest := string(prose.Lower(line[length:]))
	return slices.ContainsFunc(hints, func(hint string) bool { return strings.Contains(rest, hint) })
}

// bare is a snippet of which what only marks text is blank: what comments, items,
// quotations and changes begin a line with, tags, and marks of emphasis. It reports
// whether a line with a sign of a command is another one for it.
func (w *Finder) bare(p snippet) (snippet, bool) {
	text := p.bytes()
	shown, differs := bytes.Clone(text), false
	if p.kind == inSentence {
		for _, span := range codeSpans(shown) {
			blank(shown[span[0]:span[1]])
		}
	}
	for begin := 0; begin < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[begin:], '\n'); i >= 0 {
			end = begin + i
		}
		if p.kind != inLines || !rowOf(text[begin:end]) {
			blankLine(shown[begin:end])
		}
		differs = differs || !bytes.Equal(shown[begin:end], text[begin:end]) && p.marks.within(p.start.Offset+begin, p.start.Offset+end, signCode)
		begin = end + 1
	}
	if !differs {
		return p, false
	}
	if len(w.shown) != len(p.text) || &w.shownOf[0] != &p.text[0] {
		w.shown, w.shownOf = bytes.Clone(p.text), p.text
	}
	copy(w.shown[p.start.Offset:], shown)
	p.text = w.shown
	return p, true
}

// blankLine puts blanks where a line has marks.
func blankLine(line []byte) {
	i, row := 0, rowOf(line)
	for i < len(line) && bytes.IndexByte([]byte(" \t#/*-+>;%:!=@,?^|"), line[i]) >= 0 && (line[i] != '|' || row) {
		if line[i] == '/' && (i+1 == len(line) || prose.IsLetter(line[i+1]) || line[i+1] == '.') {
			break // a path
		}
		line[i] = ' '
		i++
	}
	for ; i < len(line); i++ {
		switch n := markLength(line[i:]); {
		case n > 0:
			blank(line[i : i+n])
			i += n - 1
		case line[i] == '_' && (i == 0 || !isName(line[i-1]) || i+1 == len(line) || !isName(line[i+1]) && line[i+1] != '='):
			line[i] = ' '
		}
	}
	if end := bytes.TrimRight(line, " \t\r"); row && len(end) > 0 && end[len(end)-1] == '|' {
		line[len(end)-1] = ' '
	}
}

func blank(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}

// markLength is the length of the tag, or of another mark around text, that a text
// begins with; 0 for none.
func markLength(text []byte) int {
	if text[0] == '<' && len(text) > 2 && (prose.IsLetter(text[1]) || text[1] == '/' && prose.IsLetter(text[2])) {
		if end := bytes.IndexAny(text[1:min(len(text), maxTag)], "<>"); end > 0 && text[1+end] == '>' {
			return end + 2
		}
		return 0
	}
	if bytes.IndexByte([]byte("<]-?{%#}*/~$[`"), text[0]) < 0 {
		return 0
	}
	for _, mark := range []string{"<![CDATA[", "]]>", "<!--", "-->", "<?", "?>", "<!", "{%", "%}", "{#", "#}", "{/*", "*/}", "/*", "*/", "**", "~~", "$$", "[[", "]]", "`"} {
		if bytes.HasPrefix(text, []byte(mark)) {
			return len(mark)
		}
	}
	return 0
}
