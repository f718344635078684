package loose

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// A connection is both: what it is given leaves the machine, and what it says is somebody
// else's. So a name that holds one is fed like a command that sends, and what is read
// from it must not be run.

var (
	// socketHost is a host in quotes, as what opens a connection is called with.
	socketHost = lazydfa.New(`["'](?:(?:tcp|ssl|tls|udp)://)?((?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}|\d+(?:\.\d+){3})(?::\d+)?["']`)
	// joinedTo has the input or output of the program, or of one that it starts, be a
	// connection.
	joinedTo   = lazydfa.New(`\bopen\s*\(?\s*\*?STD(?:IN|OUT|ERR)\s*,\s*["'][<>+]*&|(?:\bSTD(?:IN|OUT|ERR)|\$std(?:in|out|err))\.reopen\b|(?:\b|:)(?:in|out|err)\s*(?:=>|:)\s*\w*(?:sock|conn|client)\w*\b|<&\s*(?:%d|#\{|\$\{?\w)|\barray\s*\(\s*0\s*=>\s*\$\w*(?:sock|conn|fp|s)\b|\.Std(?:in|out|err)\s*=\s*\w*(?:sock|conn|c|s)\b|\bdup2\s*\(|\bfrom_raw_fd\b`)
	shellStart = lazydfa.New(`\b(?:exec|system|spawn|popen3?|proc_open|Command|Process\.Start|ProcessBuilder|execve?|sprintf)\b[^;\n]{0,80}(?:["'/\s(](?:ba|z|da|k|a|c)?sh\b|cmd(?:\.exe)?["'\s]|powershell)`)
)

// mayConnect reports whether a text has a word of a call that opens a connection.
func mayConnect(text []byte) bool {
	for _, word := range []string{"ocket", "sockopen", "Dial", "TcpClient", "TcpStream", "inet_aton", "NWConnection", "connect(", "UdpClient"} {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}

// connects is the call of a text that opens a connection, with the host that it leads to.
func connects(text string) (call string, hosts []string) {
	if !mayConnect([]byte(text)) {
		return "", nil
	}
	at := tables().connects.FindStringIndex(text)
	if at == nil {
		return "", nil
	}
	return text[at[0]:at[1]], hostsOf(text[at[0]:])
}

// hostsOf is the first host of a text that stands in quotes.
func hostsOf(text string) []string {
	if m := socketHost.FindStringSubmatch(text); m != nil {
		return []string{m[1]}
	}
	return nil
}

// leads are the hosts of the connections that a text opens, or that its names are, where
// it makes what writes to one of these or hands it on.
func (l *program) leads(s statement, text string) []string {
	if l.read || !l.connecting {
		return nil
	}
	if call, hosts := connects(text); call != "" {
		if len(hosts) == 0 {
			hosts = l.hosts(s, text)
		}
		return hosts
	}
	wraps := l.words.wraps.MatchString(text)
	for i, name := range l.piece(text).names {
		if hosts := l.fedTo(s, name); len(hosts) > 0 && (wraps || i == 0 && (isFunction(text, name) && l.defined[name] || strings.Trim(text, " \t;$&*@()") == name)) {
			return hosts
		}
	}
	return nil
}

// handsOn has the parameters of a function be the connections that it is called with.
func (l *program) handsOn(s statement, name string, params []string, behind string) {
	if l.read || !l.connecting {
		return
	}
	parts := commas(argumentsAt(behind, strings.IndexByte(behind, '(')+1))
	for i, part := range parts[:min(len(parts), len(params))] {
		if one := plain.FindStringSubmatch(part); one != nil {
			l.feed(name+":"+params[i], l.fedTo(s, one[1]))
		}
	}
}

// isFunction reports whether a text calls a name.
func isFunction(text, name string) bool {
	_, after, found := strings.Cut(text, name)
	return found && strings.HasPrefix(strings.TrimLeft(after, " "), "(")
}

// fedTo are the hosts of the connection that a name is.
func (l *program) fedTo(s statement, name string) []string {
	if hosts := l.feeds[s.within+":"+name]; len(hosts) > 0 {
		return hosts
	}
	return l.feeds[":"+name]
}

// feed has a name be what is fed to some hosts.
func (l *program) feed(key string, hosts []string) {
	if len(hosts) == 0 || l.known["feed\x00"+key] {
		return
	}
	l.known["feed\x00"+key], l.feeds[key] = true, hosts
}

// feedsTo has the names of an assignment be what is fed to the hosts of a connection.
func (l *program) feedsTo(keys, hosts []string) {
	for _, key := range keys {
		l.feed(key, hosts)
	}
}

// joins has names be connections that a statement leads to a host: s.connect(…),
// socket_connect($s, …), Socket.tcp(…) do |s|, .use { s -> …; and functions, what they give.
func (l *program) joins(s statement, text string) {
	if l.read || !l.connecting {
		return
	}
	if m := l.grammar.returns.FindStringSubmatch(text); m != nil && s.within != "" {
		l.feed(":"+s.within, l.leads(s, m[1]))
	}
	if call, hosts := connects(text); call != "" {
		if len(hosts) == 0 {
			hosts = l.hosts(s, text)
		}
		for _, m := range blockName.FindAllStringSubmatch(text, 3) {
			l.feed(s.within+":"+m[1]+m[2]+m[3], hosts)
		}
	}
	at := l.words.joins.FindStringIndex(text)
	if at == nil {
		return
	}
	hosts := hostsOf(text[at[1]:])
	if len(hosts) == 0 {
		hosts = l.hosts(s, text[at[1]:])
	}
	name := receiver.FindString(strings.TrimRight(text[:at[0]], ".->:"))
	if name == "" {
		name = l.grammar.name.FindString(text[at[1]:])
	}
	name = strings.TrimLeft(name, "$@")
	l.feed(s.within+":"+name, hosts)
	if s.within == "" {
		l.feed(":"+name, hosts)
	}
}

// blockName is what a block calls what it is given: do |s|, { |s|, { s ->, |s|.
var blockName = lazydfa.New(`(?:do|\{)\s*\|(\w+)|\{\s*(\w+)\s*->|\(\s*(\w+)\s*\)\s*=>`)

// attached tells that a shell is started whose input and output is a connection.
func (l *program) attached() {
	if l.read || !mayConnect(l.text.Source) || !joinedTo.Match(l.text.Source) || !shellStart.Match(l.text.Source) {
		return
	}
	for _, s := range l.list {
		call, hosts := connects(s.text)
		if call == "" {
			continue
		}
		from := way.Source{Kind: way.Connection, Name: cleanCall(call), Hosts: append([]string{}, hosts...), File: l.text.File, Span: l.span(s)}
		for _, other := range l.list {
			if found := shellStart.FindString(other.text); found != "" {
				l.tell(from, way.Sink{Kind: "attach", Call: cleanCall(firstWord(found)), Channel: "command", Hosts: []string{}, File: l.text.File, Span: l.span(other)})
				return
			}
		}
	}
}

// firstWord is what a call begins with.
func firstWord(call string) string { return regexpWord.FindString(call) }

var regexpWord = lazydfa.New(`^[\w.]+`)

// rejoined is a statement in which texts that are put together are one: 'ev' + 'al'.
func (l *program) rejoined(text string) string {
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
	return slurp.Compiled().ReplaceAllFunc(source, func(found []byte) []byte {
		name := slurp.FindSubmatch(found)[1]
		return append(append([]byte("<$"), append(name, '>')...), bytes.Repeat([]byte(" "), len(found)-len(name)-3)...)
	})
}

var slurp = lazydfa.New(`do\s*\{\s*local\s*\(?\s*\$/\s*\)?(?:\s*=\s*undef)?\s*;\s*<\$?(\w+)>\s*;?\s*\}`)
