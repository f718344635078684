package sentence

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/work"
)

// The bounds of what a document says of somebody by name: the shortest name, how many lines away
// from the address it has to stand, and how many of these lines are counted.
const (
	minSpoken  = 5
	farSpoken  = 12
	mostSpoken = 4
)

// speaking counts how often the document has the parts of a host as names, in other sections than
// that of the address or far from it, and not within an address: "gs://larch-raw" speaks of larch.
func (o *reader) speaking(one *Contact) map[string]int {
	host := strings.ToLower(one.Address)
	if _, rest, ok := strings.Cut(host, "://"); ok {
		host = rest
	}
	if i := strings.IndexAny(host, "/?#:"); i >= 0 {
		host = host[:i]
	}
	host = host[strings.LastIndexByte(host, '@')+1:]
	labels := strings.Split(host, ".")
	var found map[string]int
	for _, label := range labels[:len(labels)-1] {
		if len(label) < minSpoken {
			continue
		}
		n := 0
		for _, line := range o.spokenAt(label) {
			if n < mostSpoken && (max(line-one.Span.Start.Line, one.Span.End.Line-line) > farSpoken || o.sectionOf(line) != one.Section) {
				n++
			}
		}
		if n > 0 {
			if found == nil {
				found = map[string]int{}
			}
			found[label] = n
		}
	}
	return found
}

// sectionOf is the number of the heading that a line stands below.
func (o *reader) sectionOf(line int) int {
	n := 0
	for n < len(o.all.Page.Headings) && o.all.Page.Headings[n].Span.Start.Line <= line {
		n++
	}
	return n
}

// spokenAt are the lines in which a name stands that is no part of an address: in a name that is
// put together, or with a capital.
func (o *reader) spokenAt(label string) []int {
	if lines, known := o.spokenOf[label]; known {
		return lines
	}
	if o.spokenOf == nil {
		o.spokenOf = map[string][]int{}
	}
	o.spokenOf[label] = nil
	if !o.May(work.Texts, o.all.File, len(o.all.Source)/spokenByte) {
		return nil
	}
	if o.lower == nil {
		o.lower = prose.Lower(o.all.Source)
	}
	var lines []int
	line, last := 1, 0
	for from := 0; ; {
		i := bytes.Index(o.lower[from:], []byte(label))
		if i < 0 {
			break
		}
		begin, end := from+i, from+i+len(label)
		from = end
		if !o.proper(begin, end) {
			continue
		}
		line += bytes.Count(o.lower[last:begin], []byte("\n"))
		if last = begin; len(lines) == 0 || lines[len(lines)-1] != line {
			lines = append(lines, line)
		}
	}
	o.spokenOf[label] = lines
	return lines
}

// spokenByte is how many bytes of a document that is looked through for a name take one of a
// [work.Budget].
const spokenByte = 64

// proper reports whether a word is a name, or a part of one, and in no address of the web or of mail.
func (o *reader) proper(begin, end int) bool {
	text := o.lower
	before, behind := byte(' '), byte(' ')
	if begin > 0 {
		before = text[begin-1]
	}
	if end < len(text) {
		behind = text[end]
	}
	if prose.IsLetter(before) || prose.IsLetter(behind) || before == '@' || behind == '@' {
		return false
	}
	if behind == '.' && end+1 < len(text) && prose.IsLetter(text[end+1]) {
		return false
	}
	joined := strings.IndexByte("-_/:", before) >= 0 || strings.IndexByte("-_:/", behind) >= 0
	c := o.all.Source[begin]
	return joined || 'A' <= c && c <= 'Z' && before == ' ' && begin > 1 && prose.IsLetter(text[begin-2])
}
