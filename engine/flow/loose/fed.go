package loose

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
func (l *program) feedsOn(program string, words []string) bool {
	return l.words.listeners[program] && !slices.ContainsFunc(words, func(word string) bool {
		word = strings.Trim(word, `"'`)
		return word != "-" && word != "-s" && (!strings.HasPrefix(word, "-") || codeOption.MatchString(word)) && pipeMode.FindString(word) == ""
	})
}

// pipeMode is what says of a pipe whether it is read or written: IO.popen("sh", "w").
var pipeMode = lazydfa.New(`^(?:pipe|[rw]\+?b?|stdin_data:?|true|false|` + holeBegin + `\w+` + holeEnd + `)$`)

// listens notes the names of an interpreter that a statement starts and that runs what it
// is fed, and tells of one that is fed by the call that starts it.
func (l *program) listens(s statement, call string, sink way.Sink) {
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
func (l *program) listened() {
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

// sent tells that a command sends what is secret, and keeps what it is fed.
func (l *program) sent(s statement, call, program string, words []string, arguments string) {
	line := l.resolved(s, strings.Join(words, " "), "")
	hosts := slices.Clone(l.piece(line).hosts)
	for _, word := range strings.Fields(line) {
		if m := hostWord.FindStringSubmatch(strings.Trim(word, `"'`)); m != nil && len(hosts) < maxHeld && !strings.Contains(program, "-") {
			hosts = merged(hosts, []string{m[1]})
		}
	}
	if hosts = merged(hosts, l.hosts(s, arguments)); len(hosts) == 0 {
		return
	}
	sink := way.Sink{Kind: "send", Call: program, Channel: "body", Hosts: hosts, File: l.text.File, Span: l.span(s)}
	for _, name := range holesOf(strings.Join(words, " ")) {
		for _, key := range []string{s.within + ":" + name, ":" + name} {
			for _, one := range secretOnes(l.held[key]) {
				l.tell(one, sink)
			}
		}
	}
	if !l.words.feeds.MatchString(s.text) {
		return
	}
	if m := l.grammar.assigns.FindStringSubmatch(strings.ReplaceAll(s.text, "\n", " ")); m != nil {
		if name := l.grammar.name.FindString(strings.TrimLeft(m[1], "( ")); name != "" {
			for _, one := range l.grammar.name.FindAllString(m[1], 6) {
				if !keyword(one) {
					l.feeds[s.within+":"+one] = hosts
				}
			}
		}
	}
	for _, m := range handle.FindAllStringSubmatch(s.text, 3) {
		l.feeds[s.within+":"+m[1]+m[2]] = hosts
	}
	for _, one := range secretOnes(l.sources(s, s.text)) { // Open3.capture2("curl …", stdin_data: text)
		l.tell(one, sink)
	}
}

// handle is what an open pipe is called: open(my $p, "|…"), IO.popen(…) do |p|.
var handle = lazydfa.New(`\bopen\s*\(?\s*(?:my\s+)?\$?([A-Za-z_]\w*)\s*,|(?:do|\{)\s*\|(\w+)`)

// fed tells that a command which sends is fed what is secret.
func (l *program) fed(s statement) {
	if l.read || !l.connecting && len(l.feeds) == 0 || !l.words.writes.MatchString(s.text) && !l.words.pours.MatchString(s.text) && !feeding.MatchString(s.text) {
		return
	}
	if at := l.words.pours.FindStringIndex(s.text); at != nil && l.connecting && strings.Contains(strings.ToLower(s.text[at[0]:at[1]]), "to") { // sendto: it says where
		if hosts := hostsOf(s.text[at[1]:]); len(hosts) > 0 {
			for _, one := range secretOnes(l.sources(s, s.text)) {
				l.tell(one, way.Sink{Kind: "send", Call: cleanCall(s.text[at[0]:at[1]]), Channel: "body", Hosts: hosts, File: l.text.File, Span: l.span(s)})
			}
		}
	}
	for _, name := range l.piece(s.text).names {
		hosts := l.feeds[s.within+":"+name]
		if len(hosts) == 0 {
			hosts = l.feeds[":"+name]
		}
		if len(hosts) == 0 {
			continue
		}
		for _, one := range secretOnes(l.sources(s, s.text)) {
			l.tell(one, way.Sink{Kind: "send", Call: name, Channel: "body", Hosts: hosts, File: l.text.File, Span: l.span(s)})
		}
	}
}

var feeding = lazydfa.New(`(?i)stdin|<<|^\s*(?:print|say|printf)\b|->print\(|:write\(|\.(?:puts|write|print|syswrite|send)\b`)
