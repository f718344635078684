package markdown

import (
	"bytes"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

// maxBrackets is how many open brackets are remembered; of more, the older half
// is forgotten. Texts that people write have a handful.
const maxBrackets = 512

// inliner looks into one region of text.
type inliner struct {
	p       *parser
	text    []byte // up to the end of the region
	off     int
	taken   int // what is before it belongs to something found already
	example bool
	code    bool // in a code span: only mentions count
	literal bool // in a code block or comment: no code spans, no mentions
	links   bool // brackets count

	cursor   document.Position // goes forward only
	brackets []bracket
	plain    int // brackets that are not images
	// ticks holds the last offset of every length of backtick run; it is made
	// when a run has no partner, so that the search is done once.
	ticks     map[int]int
	noComment bool // no comment ends behind here
}

// bracket is an opening "[" or "![".
type bracket struct {
	at    document.Position
	text  int // offset of the text behind it
	image bool
	links int // links and mentions found before it
	words int
}

// special reports whether something can start at a byte.
func special(c byte) bool {
	switch c {
	case '`', '[', ']', '<', '\\', ':', '/':
		return true
	}
	return false
}

// inline looks into the text of a paragraph or heading.
func (p *parser) inline(r region) {
	p.scan(r, inliner{links: true})
}

// literal looks into a code block or comment, where nothing but addresses
// counts, and inline links if links is set.
func (p *parser) literal(r region, links bool) {
	p.scan(r, inliner{example: true, literal: true, links: links})
}

func (p *parser) scan(r region, in inliner) {
	in.p, in.text, in.off, in.taken = p, p.text[:r.end], r.start, r.start
	in.cursor = document.Position{Line: r.line, Column: 1, Offset: r.lineStart}
	in.brackets = p.brackets[:0]
	in.run()
	p.brackets = in.brackets[:0]
}

func (in *inliner) run() {
	for in.off < len(in.text) {
		c := in.text[in.off]
		if !special(c) {
			in.off++
			continue
		}
		switch c {
		case '`':
			in.backticks()
		case '[':
			in.openBracket()
		case ']':
			in.closeBracket()
		case '<':
			in.angle()
		case '\\':
			in.backslash()
		case ':':
			in.colon()
		case '/':
			in.word()
		}
	}
}

// at returns the position of an offset. Offsets must not go back, so that
// every byte is counted once.
func (in *inliner) at(off int) document.Position {
	c := &in.cursor
	for c.Offset < off {
		part := in.p.text[c.Offset:off]
		n := bytes.IndexByte(part, '\n')
		if in.p.hasReturns {
			n = bytes.IndexAny(part, "\r\n")
		}
		if n < 0 {
			c.Column += utf8.RuneCount(part)
			c.Offset = off
			break
		}
		if part[n] == '\r' && n+1 < len(part) && part[n+1] == '\n' {
			n++
		}
		c.Line++
		c.Column = 1
		c.Offset += n + 1
	}
	return *c
}

// backticks takes in a code span, or goes past a run of backticks that starts
// none.
func (in *inliner) backticks() {
	if in.literal || in.code {
		in.off++
		return
	}
	start := in.off
	n := run(in.text[start:])
	in.off += n
	end := in.closingTicks(in.off, n)
	if end < 0 {
		return
	}
	in.nested(in.off, end, func(c *inliner) { c.code = true })
	in.off = end + n
	in.taken = in.off
}

// closingTicks returns the offset of the next run of exactly n backticks, -1
// when there is none.
func (in *inliner) closingTicks(from, n int) int {
	if in.ticks != nil {
		if last, ok := in.ticks[n]; !ok || last < from {
			return -1
		}
	}
	for i := from; ; {
		j := bytes.IndexByte(in.text[i:], '`')
		if j < 0 {
			break
		}
		i += j
		m := run(in.text[i:])
		if m == n {
			return i
		}
		i += m
	}
	in.ticks = map[int]int{}
	for i := from; i < len(in.text); {
		j := bytes.IndexByte(in.text[i:], '`')
		if j < 0 {
			break
		}
		i += j
		m := run(in.text[i:])
		in.ticks[m] = i
		i += m
	}
	return -1
}

// run returns the number of backticks at the start of b.
func run(b []byte) int {
	n := 0
	for n < len(b) && b[n] == '`' {
		n++
	}
	return n
}

// nested looks into a part of the region by other rules.
func (in *inliner) nested(from, to int, rules func(*inliner)) {
	sub := inliner{p: in.p, text: in.text[:to], off: from, taken: from, example: in.example, cursor: in.cursor}
	rules(&sub)
	sub.run()
	in.cursor = sub.cursor
}

func (in *inliner) openBracket() {
	off := in.off
	in.off++
	if !in.links || in.code {
		return
	}
	b := bracket{text: off + 1, links: len(in.p.doc.Links), words: len(in.p.doc.Mentions)}
	if off > in.taken && in.text[off-1] == '!' {
		b.image = true
		off--
	} else {
		in.plain++
	}
	b.at = in.at(off)
	if len(in.brackets) >= maxBrackets {
		in.brackets = in.brackets[:copy(in.brackets, in.brackets[maxBrackets/2:])]
	}
	in.brackets = append(in.brackets, b)
}

// closeBracket takes in a link or image, if the bracket ends one.
func (in *inliner) closeBracket() {
	off := in.off
	in.off++
	if len(in.brackets) == 0 {
		return
	}
	b := in.brackets[len(in.brackets)-1]
	in.brackets = in.brackets[:len(in.brackets)-1]
	if !b.image {
		in.plain--
	}
	if in.off < len(in.text) && in.text[in.off] == '(' {
		if target, n := inlineTarget(in.text[in.off:]); n > 0 {
			in.off += n
			in.dropInside(b)
			in.p.addLink(Link{
				Text: cut(in.text[b.text:off], MaxText), Target: target, Image: b.image, Example: in.example,
				Span: document.Span{Start: b.at, End: in.at(in.off)},
			})
			in.linked(b)
			return
		}
	}
	in.reference(b, off)
}

// reference notes what may be the use of a reference.
func (in *inliner) reference(b bracket, off int) {
	p := in.p
	if !p.hasDefinitions || in.literal {
		return
	}
	key := in.text[b.text:off]
	if in.off < len(in.text) && in.text[in.off] == '[' {
		if n := labelEnd(in.text[in.off:]); n > 0 {
			if n > 1 {
				key = in.text[in.off+1 : in.off+n]
			}
			in.off += n + 1
		}
	}
	if len(key) == 0 || len(key) > maxLabel {
		return
	}
	if len(p.uses) >= MaxItems {
		p.doc.Truncated = true
		return
	}
	p.uses = append(p.uses, use{
		label: label(key), text: cut(in.text[b.text:off], MaxText), image: b.image, example: in.example,
		span: document.Span{Start: b.at, End: in.at(in.off)},
	})
}

// linked forgets the brackets that cannot start a link any more, because a link
// cannot hold a link.
func (in *inliner) linked(b bracket) {
	in.taken = in.off
	if b.image || in.plain <= 0 {
		return
	}
	keep := in.brackets[:0]
	for _, o := range in.brackets {
		if o.image {
			keep = append(keep, o)
		}
	}
	in.brackets, in.plain = keep, 0
}

// dropInside takes back the bare addresses and mentions in a link's text: the
// link says where they lead.
func (in *inliner) dropInside(b bracket) {
	d := in.p.doc
	for len(d.Links) > b.links && d.Links[len(d.Links)-1].bare {
		d.Links = d.Links[:len(d.Links)-1]
	}
	if len(d.Mentions) > b.words {
		d.Mentions = d.Mentions[:b.words]
	}
}

// backslash goes past an escaped character, or takes in a path of Windows.
func (in *inliner) backslash() {
	next := in.off + 1
	switch {
	case next < len(in.text) && isAlnum(in.text[next]) && next-1 > in.taken && isWord(in.text[next-2]):
		in.word()
	case in.literal || in.code || next >= len(in.text) || !isPunct(in.text[next]):
		in.off++
	default:
		in.off += 2
	}
}

// addLink notes a link.
func (p *parser) addLink(l Link) {
	if len(p.doc.Links) >= MaxItems {
		p.doc.Truncated = true
		return
	}
	p.doc.Links = append(p.doc.Links, l)
}
