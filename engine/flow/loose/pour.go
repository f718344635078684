package loose

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// What is written into a buffer, a pipe or a request that a block fills in, and what a
// function is called with.

var (
	// writesTo is a call whose first argument is what it writes to.
	writesTo = lazydfa.New(`\b(?:fmt\.Fprint(?:f|ln)?|io\.(?:Copy|CopyN|CopyBuffer|WriteString)|\w+\.New(?:Encoder|Writer\w*))\(\s*&?([A-Za-z_]\w*)\s*[,)]`)
	// piped are both ends of a pipe.
	piped = lazydfa.New(`^\s*(\w+)\s*,\s*(\w+)\s*:?=\s*(?:io|os)\.Pipe\(\)`)
	// madeOn gives a name to what writes to another one.
	madeOn = lazydfa.New(`^\s*[$@]?(\w+)(?:\s*,\s*\w+)?\s*:?=\s*[\w.]+\.(?:New(?:Encoder|Writer\w*)|Create\w*)\(\s*&?([A-Za-z_]\w*)\s*[,)]`)
	// codeText is a text that is nothing but a long code.
	codeText = lazydfa.New(`["']([A-Za-z0-9+/]{24,}={0,2}|(?:[0-9a-fA-F]{2}){16,})["']`)
)

// poured has what a call writes to hold what that writes.
func (l *program) poured(s statement, text string) {
	if m := piped.FindStringSubmatch(text); m != nil {
		l.under[s.within+":"+m[2]] = s.within + ":" + m[1]
	}
	if m := madeOn.FindStringSubmatch(text); m != nil && m[1] != m[2] {
		l.under[s.within+":"+m[1]] = s.within + ":" + m[2]
	}
	for _, m := range writesTo.FindAllStringSubmatch(text, 3) {
		l.give(s.within+":"+m[1], l.sources(s, text), nil)
	}
}

// filledIn are the sources of the request that a statement gives a block to fill in.
func (l *program) filledIn(s statement) []way.Source {
	var found []way.Source
	if l.read {
		return nil
	}
	for _, m := range blockName.FindAllStringSubmatch(s.text, 2) {
		found = append(found, l.held[s.within+":"+m[1]+m[2]+m[3]]...)
	}
	return found
}

// oneOf has the name of a loop be one of the texts that it goes over.
func (l *program) oneOf(s statement, key, list string) {
	if l.read || l.texts[key] != "" {
		return
	}
	if text, known := l.value(s, list); known {
		if words := strings.Fields(text); len(words) > 0 && placeLike(words[0]) {
			l.texts[key] = words[0]
		}
	}
}

// calledWith has the parameters of a function be the texts that it is called with.
func (l *program) calledWith(s statement, name string, params []string, behind string) {
	if l.read || !strings.HasPrefix(strings.TrimLeft(behind, " "), "(") {
		return
	}
	parts := commas(argumentsAt(behind, strings.IndexByte(behind, '(')+1))
	for i, part := range parts[:min(len(parts), len(params))] {
		key := name + ":" + params[i]
		if text, known := l.value(s, part); known && len(text) < 2000 && l.texts[key] == "" {
			l.texts[key] = text
		}
	}
}

// writesCode reports whether a text has a long code somewhere in it.
func (l *program) writesCode(text string) bool { return codeText.MatchString(text) }
