package loose

import (
	"bytes"
	"slices"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// word is the kind of what a program is run with, as long as nothing opens it: a word, and not
// yet the file that it names, which is an [argument].
const word = "word"

// maxParams is how many lists of parameters are read, and how many names of one are taken.
const maxParams = 30

// paramBlock begins the parameters of a script of PowerShell, or of a function of it.
var paramBlock = lazydfa.New(`(?i)\bparam\s*\(`)

// paramName is one of them: what stands in brackets before it is its type.
var paramName = lazydfa.New(`(?:^|[,\]\s(])\$([A-Za-z_]\w*)\s*(?:[,)=\r\n]|$)`)

// parameters gives the names of the parameters of a script what it is run with.
func (l *program) parameters() {
	if l.read || !l.powershell() {
		return
	}
	blocks := paramBlock.FindAllIndex(l.text.Source, maxParams+1)
	if len(blocks) > maxParams {
		l.found.Cut = true
		blocks = blocks[:maxParams]
	}
	for _, at := range blocks {
		end := bracketEnd(l.text.Source, at[1])
		if !l.may(statementUnits + pieceByte*(end-at[0])) {
			return
		}
		s := statement{text: string(l.text.Source[at[0]:end]), offset: at[0]}
		for _, m := range paramName.FindAllStringSubmatch(s.text, maxParams) {
			l.give(":"+m[1], []way.Source{{Kind: word, Name: "what $" + m[1] + " names", Hosts: []string{}, File: l.text.File, Span: l.span(s)}}, nil)
		}
	}
}

// bracketEnd is where the bracket ends that is open at an offset.
func bracketEnd(text []byte, at int) int {
	depth := 1
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// givenTo adds the words that the program is run with, where a text has them, and makes files of
// them where it opens what they name.
func (l *program) givenTo(s statement, text string, list []way.Source) []way.Source {
	if l.read {
		return list
	}
	if call := l.words.given.FindString(text); call != "" {
		list = append(list, way.Source{Kind: word, Name: "what " + cleanCall(call) + " names", Hosts: []string{}, File: l.text.File, Span: l.span(s)})
	}
	if !slices.ContainsFunc(list, func(one way.Source) bool { return one.Kind == word }) || !l.words.reads.MatchString(text) && !l.words.opens.MatchString(text) && !l.words.hands.MatchString(text) {
		return list
	}
	out := slices.Clone(list)
	for i := range out {
		if out[i].Kind == word {
			out[i].Kind = way.Argument
		}
	}
	return out
}

// wantsGiven reports whether a program may send a file that it is run with.
func wantsGiven(text []byte) bool {
	w := tables()
	return bytes.Contains(text, []byte("://")) && (w.given.Match(text) || paramBlock.Match(text)) && (w.reads.Match(text) || w.opens.Match(text) || w.hands.Match(text))
}
