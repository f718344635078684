package flow

import (
	"bytes"

	"github.com/skillctl/skillctl/engine/flow/prose"
)

// isMarkup reports whether a text of no known language, or one in HTML, is made of
// elements.
func isMarkup(text []byte) bool {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	return len(text) > 1 && text[0] == '<' && (prose.IsLetter(text[1]) || text[1] == '!' || text[1] == '?')
}

// markup looks through the text between the tags of XML or HTML, each piece line by
// line; what is in a comment or a CDATA section is text like any other.
func (w *Finder) markup(p snippet) {
	text, at := p.bytes(), p.cursor()
	for i := 0; i < len(text); {
		if text[i] == '<' {
			i += tagLength(text[i:])
			continue
		}
		end := i
		for end < len(text) && (text[end] != '<' || tagLength(text[end:]) == 1) {
			end++
		}
		stop := end
		for _, mark := range []string{"]]>", "-->"} {
			if j := bytes.Index(text[i:stop], []byte(mark)); j >= 0 {
				stop = i + j
			}
		}
		if one := at.piece(i, stop, inSentence); w.worth(one) {
			w.recipes(one)
		}
		i = end
	}
}

// maxTag is the longest tag, in bytes; what is longer is none.
const maxTag = 4096

// tagLength is how long the tag is that a text begins with, one byte when it is none.
func tagLength(text []byte) int {
	for _, mark := range []string{"<![CDATA[", "<!--"} {
		if bytes.HasPrefix(text, []byte(mark)) {
			return len(mark)
		}
	}
	if len(text) < 3 || !prose.IsLetter(text[1]) && text[1] != '/' && text[1] != '!' && text[1] != '?' {
		return 1
	}
	if end := bytes.IndexByte(text[:min(len(text), maxTag)], '>'); end > 0 {
		return end + 1
	}
	return 1
}
