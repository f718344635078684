package chain

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazyregexp"
)

// Languages without a reader are followed by their statements alone: what one of them
// assigns is made of the names that it has, whatever it does with these. That is true of
// Go, Ruby, PHP, Perl, PowerShell, Rust, Java and their like, and it is all that is asked
// here: does what a store of credentials holds come to a statement that sends.

// MaxLoose is how large a program may be that is followed so, in bytes.
const MaxLoose = 256 << 10

// The other bounds of that: how many lines make a statement, and how often all of them are
// gone through.
const (
	maxStatement = 12
	rounds       = 4
)

// looseWords are what such programs have in common.
type looseWords struct {
	text, name, whole, into, variable, assigns, method, defines, returns, sends, address, header *regexp.Regexp
	// loops gives each part of what is behind it a name, opens what is before it.
	loops, opens *regexp.Regexp
}

var loosely = sync.OnceValue(func() *looseWords {
	return &looseWords{
		text:     regexp.MustCompile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"|'((?:[^'\\\\\\n]|\\\\.)*)'|`([^`]*)`"),
		name:     regexp.MustCompile(`[A-Za-z_]\w*`),
		whole:    regexp.MustCompile(`\bos\.Environ\(\)|\bENV\.(?:to_h|to_a|to_hash|map|each|inspect|select|collect|to_s|sort|filter)\b|[(,]\s*ENV\s*[,)]|\$_ENV\b(?:\s*[^\[\s]|$)|\bgetenv\(\s*\)|%ENV\b|\benv::vars\b|\bSystem\.getenv\(\s*\)|\bGetEnvironmentVariables\b|(?i:\b(?:gci|dir|ls|get-childitem|get-item)\s+env:)`),
		into:     regexp.MustCompile(`\bopen\s*\(?\s*(?:my\s+)?\$?([A-Za-z_]\w*)\s*,|[(,]\s*&(?:mut\s+)?([A-Za-z_]\w*)\s*[,)]`),
		variable: regexp.MustCompile(`(?:\b(?:os\.)?(?:Getenv|LookupEnv)\(\s*["']|\bENV(?:\.fetch\(|\[)\s*["']|\bgetenv\(\s*["']|\$_(?:ENV|SERVER)\[["']|\$(?i:env):|\$ENV\{\s*["']?|\benv::var\(\s*"|\bGetEnvironmentVariable\(\s*"|\bProcessInfo\.processInfo\.environment\[")([A-Za-z_]\w*)`),
		assigns:  regexp.MustCompile(`^\s*((?:(?:export|public|private|protected|static|final|const|let|var|my|our|local|mut|val|auto|string|String|byte\[\]|char\s*\*)\s+)*[$@%&*(]*[A-Za-z_][\w.\[\]"'>:$-]*(?:\s*,\s*[$@%]*\w+)*\)?(?:\s+\w+)?)\s*(?::=|\+=|\.=|<<|\?=|\|\|=|=)\s*([^=~>].*|$)`),
		method:   regexp.MustCompile(`^\s*[$@]?([A-Za-z_]\w*)(?:\.|->|::)\w+[!?]?\s*[( ]`),
		defines:  regexp.MustCompile(`(?m)^[ \t]*(?:(?:pub|public|private|protected|static|async|final|override|internal)\s+)*(?:func|def|function|sub|fn|fun|Function)\s+(?:\([^)\n]*\)\s*)?(?:self\.)?([A-Za-z_][\w-]*[?!]?)\s*(?:\(([^)\n]*)\))?`),
		returns:  regexp.MustCompile(`^\s*return\b(.*)`),
		sends:    regexp.MustCompile(`\bhttp\.(?:Post|PostForm|NewRequest|NewRequestWithContext|Get|post|put|request)\b|\.(?:Post|PostForm|Do|post|put|patch|request|send|newCall|dataTask|uploadTask|PostAsync|SendAsync|PutAsync|post_form|send_request|POST|WriteString|Write|sendall|execute)\s*\(|\bnet\.(?:Dial|Lookup)\w*\(|\bNet::HTTP\b|\b(?:HTTParty|RestClient|Faraday|Excon|Typhoeus|HTTP|Http|HTTPoison|Req|Guzzle\w*)(?:\.|::|->)(?:post|put|get|patch|request|post_form)|\bURI\.(?:open|parse\([^)]*\)\.(?:read|open))|\bcurl_(?:setopt\w*|exec)\(|\bfile_get_contents\(|\bstream_context_create\(|\bfsockopen\(|\bmail\(|\bwp_remote_(?:post|get)\(|->(?:post|put|request|post_form|send|get)\(|\b(?i:invoke-restmethod|invoke-webrequest|irm|iwr|send-mailmessage|resolve-dnsname)\b|\bUpload(?:String|Data|File|Values)(?:Async|TaskAsync)?\(|\bureq::(?:post|put|get)\(|\breqwest\b|\bBodyPublishers\b|\bgetOutputStream\(|\bRequestBody\b|\bhttpBody\b|\bTCPSocket\b|\bResolv\b|\bIO::Socket\b|\bgethostbyname\b`),
		address:  regexp.MustCompile(`(?i)\b(?:https?|wss?|ftp)://[^\s"'<>` + "`" + `)\\]+`),
		loops:    regexp.MustCompile(`^\s*(?:async\s+)?for(?:each)?\s*(?:await\s*)?\(?\s*(?:(?:const|let|var|my|final|auto)\s+)?[(\[]?([\w$@%, ]+?)[)\]]?\s+(?:in|of)\s+(.+)`),
		opens:    regexp.MustCompile(`^\s*(?:async\s+)?with\s+(.+?)\s+as\s+(\w+)`),
		header:   regexp.MustCompile(`(?i)\bheaders?\b|authorization|bearer|set_header|add_header|setRequestProperty|\bauth\b`),
	}
})

// WantsLoose reports whether a program names a store of credentials, or reads the
// environment, and also an address: only then it is followed by its statements.
func WantsLoose(text []byte) bool {
	t, w := tables(), loosely()
	if !bytes.Contains(text, []byte("://")) {
		return false
	}
	for _, m := range t.Marks {
		if bytes.Contains(text, []byte(m)) {
			return true
		}
	}
	return bytes.Contains(text, []byte(".env")) || w.whole.Match(text) || w.variable.Match(text)
}

// statement is one, with the function that it stands in.
type statement struct {
	text   string
	offset int
	within string
}

// Loose gives the ways by which what is secret comes to a statement that sends, in a
// program of a language that has no reader.
func Loose(one Text) []Chain { return followed(one, false) }

// followed is [Loose]; read says that a reader did not find a way in the program, which
// would have seen that a place is opened in the request that names it.
func followed(one Text, read bool) []Chain {
	if len(one.Source) > MaxLoose || !WantsLoose(one.Source) {
		return nil
	}
	l := &looseProgram{text: one, read: read, words: loosely(), held: map[string][]Source{}, at: map[string][]string{}, params: map[string][]string{}, near: map[string][]Source{}, known: map[string]bool{}}
	l.cut()
	for range rounds {
		before := len(l.known)
		for _, s := range l.list {
			l.follow(s)
		}
		if len(l.known) == before {
			break
		}
	}
	for _, s := range l.list {
		if s.within == "" {
			continue
		}
		for _, one := range l.sources(s, l.heard(s)) {
			if noService(one.Kind) {
				l.near[s.within] = append(l.near[s.within], one)
			}
		}
	}
	for _, s := range l.list {
		l.end(s)
	}
	return l.found
}

type looseProgram struct {
	text  Text
	read  bool // see followed
	words *looseWords
	list  []statement
	// held are the sources of each name, at the hosts that it names, both by the function
	// that the name is one of; params are the parameters of each function.
	held   map[string][]Source
	at     map[string][]string
	params map[string][]string
	// near are the stores that a function names anywhere: what it makes of them is held by
	// names that no statement shows, such as what a callback is given.
	near  map[string][]Source
	known map[string]bool
	found []Chain
}

// cut finds the statements: lines, and those that go on in the next one.
func (l *looseProgram) cut() {
	source := string(l.text.Source)
	defs := l.words.defines.FindAllStringSubmatchIndex(source, 500)
	within := func(offset int) string {
		name := ""
		for _, d := range defs {
			if d[0] > offset {
				break
			}
			name = source[d[2]:d[3]]
		}
		return name
	}
	for _, d := range defs {
		if d[4] >= 0 {
			for _, p := range strings.Split(source[d[4]:d[5]], ",") {
				if names := l.words.name.FindAllString(p, 3); len(names) > 0 {
					l.params[source[d[2]:d[3]]] = append(l.params[source[d[2]:d[3]]], names...)
				}
			}
		}
	}
	for off := 0; off < len(source); {
		end, depth, lines := off, 0, 0
		for end < len(source) {
			next := strings.IndexByte(source[end:], '\n')
			if next < 0 {
				next = len(source) - end
			}
			line := source[end : end+next]
			depth += strings.Count(line, "(") + strings.Count(line, "[") - strings.Count(line, ")") - strings.Count(line, "]")
			end = min(len(source), end+next+1)
			if lines++; depth <= 0 && !strings.HasSuffix(strings.TrimSpace(line), "|") && !strings.HasSuffix(strings.TrimSpace(line), "`") || lines >= maxStatement {
				break
			}
		}
		at := off
		for _, text := range l.parts(strings.TrimRight(source[off:end], "\r\n")) {
			if strings.TrimSpace(text) != "" {
				l.list = append(l.list, statement{text, at, within(at)})
			}
			at += len(text)
		}
		off = end
	}
}

// parts are the statements of a line: those behind a semicolon, and the first one of a
// function whose head stands before it.
func (l *looseProgram) parts(line string) []string {
	var list []string
	if at := l.words.defines.FindStringIndex(line); at != nil && at[0] == 0 {
		if body := strings.Index(line[at[1]:], "{ "); body >= 0 {
			body += at[1] + len("{ ")
			list, line = append(list, line[:body]), line[body:]
		}
	}
	return append(list, strings.SplitAfter(line, "; ")...)
}

// span is where a statement stands.
func (l *looseProgram) span(s statement) document.Span {
	u := &unit{text: &l.text}
	begin := s.offset + len(s.text) - len(strings.TrimLeft(s.text, " \t\n"))
	stop := begin
	if line, _, _ := strings.Cut(s.text[begin-s.offset:], "\n"); line != "" {
		stop = begin + len(line)
	}
	span := document.Span{Start: u.position(begin), End: u.position(stop)}
	if l.text.Span != nil {
		return *l.text.Span
	}
	if l.text.Move != nil {
		l.text.Move(&span)
	}
	return span
}

// names are those of a statement: outside of its texts, and in these what is filled in.
func (l *looseProgram) names(text string) []string {
	bare := l.words.text.ReplaceAllStringFunc(text, func(one string) string {
		kept := " "
		for i := 0; i+1 < len(one); i++ {
			if one[i] == '$' || one[i] == '{' || one[i] == '@' {
				kept += l.words.name.FindString(one[i:]) + " "
			}
		}
		return kept
	})
	return l.words.name.FindAllString(bare, 60)
}

// sources are those of a statement: what it reads itself, and what its names hold.
func (l *looseProgram) sources(s statement, text string) []Source {
	var found []Source
	add := func(kind, name string) {
		found = append(found, Source{Kind: kind, Name: name, Hosts: []string{}, File: l.text.File, Span: l.span(s)})
	}
	var all []string
	for _, m := range l.words.text.FindAllStringSubmatch(text, 20) {
		all = append(all, m[1]+m[2]+m[3])
	}
	t := tables()
	for _, one := range append(slices.Clone(all), strings.Join(all, "/")) {
		if strings.Contains(one, "://") || len(one) > 300 || strings.HasSuffix(one, ".pub") || strings.HasSuffix(one, ".example") || one == "" {
			continue
		}
		for _, p := range t.places {
			if slices.ContainsFunc(p.paths, func(re *lazyregexp.Regexp) bool {
				return re.MatchString("/"+strings.TrimLeft(one, "/~")) || re.MatchString(one)
			}) {
				add(p.kind, one)
			}
		}
		for i := range t.Commands {
			if c := &t.Commands[i]; c.Kind != "machine" && c.match != nil && c.match.MatchString(one) {
				add(c.Kind, one)
			}
		}
	}
	if w := l.words.whole.FindString(text); w != "" {
		add("environment", strings.TrimSpace(w))
	}
	for _, m := range l.words.variable.FindAllStringSubmatch(text, 10) {
		if t.names.MatchString(m[1]) && !t.plain[strings.ToUpper(m[1])] {
			add("variable", m[1])
		}
	}
	for call, kind := range t.stores {
		if kind != "machine" && !strings.HasPrefix(call, "*") && strings.Contains(text, tail(call)+"(") {
			add(kind, call)
		}
	}
	for _, name := range l.names(text) {
		found = append(append(found, l.held[s.within+":"+name]...), l.held[":"+name]...)
	}
	return found
}

// hosts are those that a statement names, itself or by its names.
func (l *looseProgram) hosts(s statement, text string) []string {
	var found []string
	for _, one := range l.words.address.FindAllString(text, 5) {
		if host := addressed(one); host != "" && !slices.Contains(found, host) {
			found = append(found, host)
		}
	}
	for _, name := range l.names(text) {
		for _, host := range append(slices.Clone(l.at[s.within+":"+name]), l.at[":"+name]...) {
			if !slices.Contains(found, host) {
				found = append(found, host)
			}
		}
	}
	return found
}

// give has a name of a function hold some sources, and name some hosts.
func (l *looseProgram) give(key string, list []Source, to []string) {
	for _, one := range list {
		if mark := key + "\x00" + one.Kind + one.Name; !l.known[mark] && len(l.held[key]) < 8 {
			l.known[mark], l.held[key] = true, append(l.held[key], one)
		}
	}
	for _, host := range to {
		if mark := key + "\x01" + host; !l.known[mark] && len(l.at[key]) < 8 {
			l.known[mark], l.at[key] = true, append(l.at[key], host)
		}
	}
}

// follow goes through a statement once.
func (l *looseProgram) follow(s statement) {
	scope := s.within + ":"
	if m := l.words.returns.FindStringSubmatch(s.text); m != nil {
		l.give(":"+s.within, l.sources(s, m[1]), l.hosts(s, m[1]))
		return
	}
	if m := l.words.assigns.FindStringSubmatch(strings.ReplaceAll(s.text, "\n", " ")); m != nil && !strings.HasPrefix(strings.TrimSpace(s.text), "#") && !strings.HasPrefix(strings.TrimSpace(s.text), "//") {
		if list, to := l.sources(s, m[2]), l.hosts(s, m[2]); len(list)+len(to) > 0 {
			for _, part := range strings.Split(m[1], ",") {
				names := l.words.name.FindAllString(part, 6)
				for _, name := range names {
					if !slices.Contains([]string{"export", "public", "private", "protected", "static", "final", "const", "let", "var", "my", "our", "local", "mut", "val", "auto", "string", "String", "byte", "err", "_", "ok"}, name) {
						l.give(scope+name, list, to)
						if s.within == "" || strings.ContainsAny(part, "@") {
							l.give(":"+name, list, to)
						}
						break // of req.body it is req
					}
				}
			}
		}
	} else if m := l.words.loops.FindStringSubmatch(s.text); m != nil {
		for _, name := range l.words.name.FindAllString(m[1], 6) {
			l.give(scope+name, l.sources(s, m[2]), l.hosts(s, m[2]))
		}
	} else if m := l.words.opens.FindStringSubmatch(s.text); m != nil {
		l.give(scope+m[2], l.sources(s, m[1]), l.hosts(s, m[1]))
	} else if m := l.words.method.FindStringSubmatch(s.text); m != nil {
		l.give(scope+m[1], l.sources(s, l.heard(s)), nil)
	}
	// What is opened or read into a name: open(my $h, …), json.Unmarshal(text, &into).
	for _, m := range l.words.into.FindAllStringSubmatch(s.text, 5) {
		l.give(scope+m[1]+m[2], l.sources(s, s.text), nil)
	}
	// What a function is called with comes to its parameters.
	for _, name := range l.names(s.text) {
		if params := l.params[name]; len(params) > 0 && name != s.within && strings.Contains(s.text, name) {
			_, behind, _ := strings.Cut(s.text, name)
			list := l.sources(s, behind)
			for _, p := range params {
				l.give(name+":"+p, list, l.hosts(s, behind))
			}
		}
	}
}

// end tells that a statement sends what is secret.
func (l *looseProgram) end(s statement) {
	call := l.words.sends.FindString(s.text)
	if call == "" {
		return
	}
	to := l.hosts(s, s.text)
	if len(to) == 0 {
		for _, one := range l.words.address.FindAll(l.text.Source, 4) {
			if host := addressed(string(one)); host != "" && !slices.Contains(to, host) {
				to = append(to, host)
			}
		}
		if len(to) != 1 { // which one is not known
			return
		}
	}
	channel := "body"
	if l.words.header.MatchString(s.text) {
		channel = "header"
	}
	for _, one := range append(l.sources(s, l.heard(s)), l.near[s.within]...) {
		mark := "end" + one.Kind + one.Name + strings.Join(to, " ")
		if l.known[mark] || len(l.found) >= maxChains {
			continue
		}
		l.known[mark] = true
		l.found = append(l.found, Chain{Source: one, Steps: []Step{}, Sink: Sink{Kind: "send", Call: strings.Trim(call, ".>-( "), Channel: channel, Hosts: to, File: l.text.File, Span: l.span(s)}})
	}
}

// heard is a statement as far as it is believed: where there is a reader, without the
// texts that a request is given.
func (l *looseProgram) heard(s statement) string {
	if l.read {
		if at := l.words.sends.FindStringIndex(s.text); at != nil {
			return s.text[:at[1]] + l.words.text.ReplaceAllString(s.text[at[1]:], `""`)
		}
	}
	return s.text
}

// addressed is the host of an address, "" where it is not written out.
func addressed(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	if host := hostOf(rest); strings.Contains(host, ".") && !strings.ContainsAny(host, "${}#%<>*") {
		return host
	}
	return ""
}
