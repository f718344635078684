package chain

import (
	"bytes"
	"regexp"
	"slices"
	"sync"
)

// A connection is both: what it is given leaves the machine, and what it says is somebody
// else's. So a name that holds one is fed like a command that sends, and what is read
// from it must not be run.

var (
	// socketCall opens a connection; what it is called with has the host in quotes.
	socketCall = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:TCPSocket(?:\.(?:new|open))?|Socket\.tcp|IO::Socket(?:::\w+)*(?:->|\.)new|p?fsockopen|stream_socket_client|socket_connect|inet_aton|net\.Dial\w*|tls\.Dial\w*|(?:new\s+(?:System\.)?(?:Net\.Sockets\.)?|new-object\s+(?:System\.)?Net\.Sockets\.)(?:Socket|TcpClient)|TcpStream::connect|socket\.connect)\b`)
	})
	socketHost = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`["'](?:(?:tcp|ssl|tls|udp)://)?((?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}|\d+(?:\.\d+){3})(?::\d+)?["']`)
	})
	// joinedTo has the input or output of the program, or of one that it starts, be a
	// connection.
	joinedTo = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\bopen\s*\(?\s*\*?STD(?:IN|OUT|ERR)\s*,\s*["'][<>+]*&|(?:\bSTD(?:IN|OUT|ERR)|\$std(?:in|out|err))\.reopen\b|(?:\b|:)(?:in|out|err)\s*(?:=>|:)\s*\w*(?:sock|conn|client)\w*\b|<&\s*(?:%d|#\{|\$\{?\w)|\barray\s*\(\s*0\s*=>\s*\$\w*(?:sock|conn|fp|s)\b|\.Std(?:in|out|err)\s*=\s*\w*(?:sock|conn|c|s)\b|\bdup2\s*\(|\bfrom_raw_fd\b`)
	})
	shellStart = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:exec|system|spawn|popen3?|proc_open|Command|Process\.Start|ProcessBuilder|execve?|sprintf)\b[^;\n]{0,80}(?:["'/\s(](?:ba|z|da|k|a|c)?sh\b|cmd(?:\.exe)?["'\s]|powershell)`)
	})
)

// mayConnect reports whether a text has a word of a call that opens a connection.
func mayConnect(text []byte) bool {
	for _, word := range []string{"ocket", "fsockopen", "Dial", "TcpClient", "TcpStream", "inet_aton"} {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}

// connects is the call of a text that opens a connection, with the hosts that it leads to.
func connects(text string) (call string, hosts []string) {
	if !mayConnect([]byte(text)) {
		return "", nil
	}
	at := socketCall().FindStringIndex(text)
	if at == nil {
		return "", nil
	}
	for _, m := range socketHost().FindAllStringSubmatch(text[at[1]:], 2) {
		if len(hosts) == 0 && !slices.Contains(hosts, m[1]) {
			hosts = append(hosts, m[1])
		}
	}
	return text[at[0]:at[1]], hosts
}

// feedsTo has the names of an assignment be what is fed to the hosts of a connection.
func (l *looseProgram) feedsTo(keys []string, right string) {
	if l.read {
		return
	}
	if _, hosts := connects(right); len(hosts) > 0 {
		for _, key := range keys {
			l.feeds[key] = hosts
		}
	}
}

// attached tells that a shell is started whose input and output is a connection.
func (l *looseProgram) attached() {
	if l.read || !mayConnect(l.text.Source) || !joinedTo().Match(l.text.Source) || !shellStart().Match(l.text.Source) {
		return
	}
	for _, s := range l.list {
		call, hosts := connects(s.text)
		if call == "" {
			continue
		}
		from := Source{Kind: connection, Name: cleanCall(call), Hosts: append([]string{}, hosts...), File: l.text.File, Span: l.span(s)}
		for _, other := range l.list {
			if found := shellStart().FindString(other.text); found != "" {
				l.tell(from, Sink{Kind: "attach", Call: cleanCall(firstWord(found)), Channel: "command", Hosts: []string{}, File: l.text.File, Span: l.span(other)})
				return
			}
		}
	}
}

// firstWord is what a call begins with.
func firstWord(call string) string { return regexpWord().FindString(call) }

var regexpWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w.]+`) })

// rejoined is a statement in which texts that are put together are one: 'ev' + 'al'.
func (l *looseProgram) rejoined(text string) string {
	for range 6 {
		next := l.grammar.joined.ReplaceAllString(text, `"$1$2$3$4"`)
		if next == text {
			break
		}
		text = next
	}
	return text
}

// slurped is the idiom of Perl that reads a whole handle, written as reading from it, of
// the same length.
func slurped(source []byte) []byte {
	if !bytes.Contains(source, []byte("local $/")) {
		return source
	}
	return slurp().ReplaceAllFunc(source, func(found []byte) []byte {
		name := slurp().FindSubmatch(found)[1]
		return append(append([]byte("<$"), append(name, '>')...), bytes.Repeat([]byte(" "), len(found)-len(name)-3)...)
	})
}

var slurp = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`do\s*\{\s*local\s*\(?\s*\$/\s*\)?(?:\s*=\s*undef)?\s*;\s*<\$?(\w+)>\s*;?\s*\}`)
})
