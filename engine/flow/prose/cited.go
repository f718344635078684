package prose

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// above is what a document says above a paragraph, an item or a row that ends at an
// offset: the heading, and what leads to the list, the table or the quotation.
func above(text []byte, end int) string {
	head := text[max(0, end-maxLead):end]
	heading := headingOf(head)
	if title := titleOf(text[:end]); title != "" && title != heading {
		heading += "\n" + title
	}
	return Bounded(strings.TrimSpace(heading + "\n" + intro(head)))
}

// titleOf is the heading that a document begins with, "" where it begins with something else,
// as a manifest does.
func titleOf(text []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimLeft(text, " \t\r\n"), []byte("\n"))
	if !bytes.HasPrefix(line, []byte("# ")) {
		return ""
	}
	return strings.TrimSpace(Unmarked(line[len("# "):]))
}

// headingOf is the last heading of a text that ends outside of blocks of code: a comment in
// one is no heading.
func headingOf(text []byte) string {
	within := false
	at := lastLine(text, func(line []byte) bool {
		if fences(line) {
			within = !within
		}
		return !within && bytes.HasPrefix(line, []byte("#"))
	})
	if at < 0 {
		return ""
	}
	line, _, _ := bytes.Cut(text[at:], []byte("\n"))
	return strings.TrimSpace(strings.TrimLeft(Unmarked(line), "# "))
}

// SectionOf is the heading of the section that the last one before a place is a part of, "" for none:
// what stands below "Override" stands below "What attacks look like" as well.
func SectionOf(text []byte, off int) string {
	text = text[max(0, off-maxLead):off]
	level, within := 0, false
	at := lastLine(text, func(line []byte) bool {
		if fences(line) {
			within = !within
		}
		if within || !bytes.HasPrefix(line, []byte("#")) {
			return false
		}
		depth := len(line) - len(bytes.TrimLeft(line, "#"))
		if level == 0 {
			level = depth
		}
		return depth < level && depth > 1 // the title of all is of no section
	})
	if at < 0 {
		return ""
	}
	line, _, _ := bytes.Cut(text[at:], []byte("\n"))
	return strings.TrimSpace(strings.TrimLeft(Unmarked(line), "# "))
}

// maxCited is the longest paragraph in bytes that may be somebody's words as a whole.
const maxCited = 64 << 10

// Cited reports whether the whole paragraph, item or cell around an offset stands between
// quotes: it is somebody's words that are shown. What a sentence of its own leads to is
// not.
func Cited(text []byte, off int) bool {
	off = min(off, len(text))
	begin, end := LineAt(text, off)
	begin, end = ParagraphAt(text, begin, end)
	if end-begin > maxCited {
		return false
	}
	part := text[begin:end]
	if bytes.HasPrefix(bytes.TrimLeft(part, " \t>"), []byte("|")) {
		at := min(off-begin, len(part))
		part = part[cellBegin(part, at):cellEnd(part, at)]
	}
	part = bytes.TrimLeft(part, " \t>")
	if item(part) {
		part = bytes.TrimLeft(part, "-*+0123456789.) \t")
	}
	said := strings.TrimRight(strings.TrimSpace(string(part)), ".;,*_ ")
	said = strings.TrimLeft(said, "*_")
	for _, pair := range [][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}, {"„", "“"}, {"‘", "’"}} {
		inner, ok := strings.CutPrefix(said, pair[0])
		if !ok {
			continue
		}
		if inner, ok = strings.CutSuffix(inner, pair[1]); ok {
			return !strings.Contains(inner, pair[1]) // or there are words between two quotes
		}
	}
	return false
}

// cellBegin and cellEnd are the ends of the cell of a row in which an offset is.
func cellBegin(row []byte, at int) int {
	for ; at > 0; at-- {
		if row[at-1] == '|' && (at < 2 || row[at-2] != '\\') {
			break
		}
	}
	return at
}

func cellEnd(row []byte, at int) int {
	for ; at < len(row); at++ {
		if row[at] == '|' && (at == 0 || row[at-1] != '\\') {
			break
		}
	}
	return at
}

// InQuotation reports whether an offset is in a quotation of Markdown. What is set apart as a
// note to the reader is none.
func InQuotation(text []byte, off int) bool {
	begin, end := LineAt(text, min(off, len(text)))
	if !quotes(text[begin:end]) {
		return false
	}
	for begin > 0 {
		at, before := LineAt(text, begin-1)
		if !quotes(text[at:before]) {
			break
		}
		begin, end = at, before
	}
	return !callout().Match(text[begin:end])
}

// callout is the first line of what many renderers show as a note.
var callout = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^[ \t>]*(?:\[!|[^\w\s\[(]*\s*[*_]*(?:note|nb|tip|hint|important|warning|caution|attention|danger|info|remember|reminder|update|todo)\b[*_]*\s*(?:[:!–—-]|[*_]|$))`)
})

// quotes reports whether a line is one of a quotation.
func quotes(line []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte(">")) }

// place is where in a text the last words of what was read of it are; 0 where they were
// changed when marks were left out.
func place(text []byte, read string) int {
	words := strings.Fields(strings.Trim(read, `| "`))
	if len(words) == 0 {
		return 0
	}
	return max(0, bytes.LastIndex(text, []byte(words[len(words)-1])))
}

// Stands is what is above a paragraph, an item or a row of a text, and whether words that were
// read of it are cited, and in a quotation.
func Stands(text []byte, begin, end int, read string) (over string, between, quoted bool) {
	off := begin + place(text[begin:end], read)
	return above(text, end), Cited(text, off), InQuotation(text, off)
}
