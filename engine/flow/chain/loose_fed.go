package chain

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// A shell, or another interpreter, that is started without code runs what it is given to
// read: cmd.Stdin = res.Body, io.Copy(in, res.Body), print $sh $body.

// feedsOn reports whether a command is an interpreter that runs what it is fed: nothing of
// its words is code or a file.
func (l *looseProgram) feedsOn(program string, words []string) bool {
	return l.words.listeners[program] && !slices.ContainsFunc(words, func(word string) bool {
		word = strings.Trim(word, `"'`)
		return word != "-" && word != "-s" && (!strings.HasPrefix(word, "-") || codeOption.MatchString(word)) && pipeMode.FindString(word) == ""
	})
}

// pipeMode is what says of a pipe whether it is read or written: IO.popen("sh", "w").
var pipeMode = lazydfa.New(`^(?:pipe|[rw]\+?b?|stdin_data:?|true|false|` + holeBegin + `\w+` + holeEnd + `)$`)

// listens notes the names of an interpreter that a statement starts and that runs what it
// is fed, and tells of one that is fed by the call that starts it.
func (l *looseProgram) listens(s statement, call string, sink way.Sink) {
	text := strings.ReplaceAll(s.text, "\n", " ")
	if m := l.grammar.assigns.FindStringSubmatch(text); m != nil {
		for _, name := range l.grammar.name.FindAllString(m[1], 6) {
			if !keyword(name) {
				l.listeners[s.within+":"+name] = call
			}
		}
	}
	for _, m := range handle.FindAllStringSubmatch(s.text, 3) {
		l.listeners[s.within+":"+m[1]+m[2]] = call
	}
	for _, m := range pipesName.FindAllStringSubmatch(s.text, 2) {
		l.listeners[s.within+":"+m[1]] = call
	}
	if l.words.feeds.MatchString(s.text) && feeding.MatchString(s.text) {
		sink.Channel = "stdin"
		for _, one := range foreignOnes(l.sources(s, s.text)) {
			l.tell(one, sink)
		}
	}
}

// pipesName is what proc_open calls the pipes of what it starts.
var pipesName = lazydfa.New(`\bproc_open\s*\([^;]*,\s*\$(\w+)\s*[,)]`)

// listened goes through the statements behind one that starts such an interpreter: they give
// its input another name, or feed it what was fetched.
func (l *looseProgram) listened() {
	if l.read || len(l.listeners) == 0 {
		return
	}
	for _, s := range l.list {
		if !l.may(statementUnits) {
			return
		}
		call := ""
		for _, name := range l.piece(s.text).names {
			if call = l.listeners[s.within+":"+name]; call != "" {
				break
			}
		}
		if call == "" {
			continue
		}
		if m := l.grammar.assigns.FindStringSubmatch(strings.ReplaceAll(s.text, "\n", " ")); m != nil && inputOf.MatchString(m[2]) {
			for _, name := range l.grammar.name.FindAllString(m[1], 6) {
				if !keyword(name) {
					l.listeners[s.within+":"+name] = call
				}
			}
		}
		if !l.words.writes.MatchString(s.text) && !l.words.pours.MatchString(s.text) && !feeding.MatchString(s.text) && !inputOf.MatchString(s.text) {
			continue
		}
		for _, one := range foreignOnes(l.sources(s, s.text)) {
			l.tell(one, way.Sink{Kind: "run", Call: call, Channel: "stdin", Hosts: []string{}, File: l.text.File, Span: l.span(s)})
		}
	}
}

// inputOf is the input of a program that was started, or what starts one.
var inputOf = lazydfa.New(`(?i)stdin|standardinput|outputstream|outputwriter|bufferedwriter|printwriter|\.start\s*\(|\.spawn\s*\(|transferto`)
