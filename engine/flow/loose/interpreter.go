package loose

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
)

// tellFile tells that a file is run that was fetched.
func (l *program) tellFile(s statement, word string, sink way.Sink) bool {
	sink.Kind, sink.Channel = "evaluate", "file"
	keys := []string{"=" + strings.ToLower(word), "=" + strings.ToLower(l.resolved(s, word, "*"))}
	if names := holesOf(word); len(names) == 1 && word == holeBegin+names[0]+holeEnd {
		keys = append(keys, s.within+":"+names[0], ":"+names[0])
	}
	told := false
	for _, key := range keys {
		for _, one := range l.files[key] {
			l.tell(one, sink)
			told = true
		}
	}
	return told
}

// tellValue tells that a command is run that was fetched.
func (l *program) tellValue(s statement, name string, sink way.Sink) {
	for _, key := range []string{s.within + ":" + name, ":" + name} {
		for _, one := range foreignOnes(l.held[key]) {
			l.tell(one, sink)
		}
	}
}

// interpreted tells that an interpreter is given what was fetched.
func (l *program) interpreted(s statement, words []string, sink way.Sink) {
	code := false
	for _, word := range words {
		word = strings.Trim(word, `"'`)
		if l.tellFile(s, word, sink) {
			return
		}
		if code = code || codeOption.MatchString(word); !code {
			continue
		}
		for _, name := range holesOf(word) {
			l.tellValue(s, name, sink)
		}
	}
}
