package skill

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// HowCall is code that an interpreter is given by a call: exec(urlopen(…).read()).
const HowCall = "call"

// The bounds of a call that is looked into: the length of its arguments and of the
// right side of an assignment in bytes, and the calls and variables of one text.
const (
	maxArguments = 4 << 10
	maxCalls     = 1000
)

// dynamicWords are patterns of calls in programs, by what they do.
type dynamicWords struct {
	// evaluate run code of their own language, start a command line.
	evaluate, start *regexp.Regexp
	// decode and fetch are what code must not come from.
	decode, fetch *regexp.Regexp
	// assign is an assignment, bind the variable of a with.
	assign, bind, name *regexp.Regexp
	// invoke is where PowerShell runs a text, download what it fetches one with.
	invoke, download *regexp.Regexp
}

var dynamic = sync.OnceValue(func() dynamicWords {
	return dynamicWords{
		evaluate: regexp.MustCompile(`(?:^|[^.\w$]|\b(?:builtins|__builtins__|globalThis|window|vm|Kernel)\.)(exec|eval|execfile|Function|runInNewContext|runInThisContext|instance_eval|class_eval|loadstring|create_function)\s*\(`),
		start:    regexp.MustCompile(`\b(os\.system|os\.popen|execSync|child_process\.exec|shell_exec|passthru|popen2)\s*\(`),
		decode:   regexp.MustCompile(`(?i)\b(b(?:64|32|16|85)decode|a2b_(?:base64|hex)|base64_decode|decode64|unhexlify|fromhex|fromcharcode|atob|rot_?13|marshal\.loads|zlib\.decompress|gzinflate|str_rot13|frombase64string)\b|buffer\.from\([^()]*,\s*['"](base64|hex)`),
		fetch:    regexp.MustCompile(`(?i)\b(urlopen|urlretrieve|requests\.(?:get|post|request)|httpx\.(?:get|post)|aiohttp|http\.client|urllib3|axios(?:\.get)?|fetch|https?\.get|open-uri|URI\.open|file_get_contents|LWP::Simple|Net::HTTP)\b`),
		assign:   regexp.MustCompile(`(?m)(?:^|[;({])[ \t]*(?:(?:const|let|var|my|local)[ \t]+)?[$@]?([A-Za-z_]\w*)[ \t]*(?::[ \t]*\w+[ \t]*)?:?=[ \t]*([^=\n])`),
		bind:     regexp.MustCompile(`(?m)\b(?:with|async with)\b([^\n]*)\bas[ \t]+([A-Za-z_]\w*)`),
		name:     regexp.MustCompile(`[A-Za-z_]\w*`),
		invoke:   regexp.MustCompile("(?i)\\b(iex|invoke-expression)\\b\\s*[(\"'$\\[{&]|\\|\\s*(iex|invoke-expression)\\b|\\[scriptblock\\]::create\\s*\\("),
		download: regexp.MustCompile(`(?i)\b(downloadstring|downloaddata|downloadfile|iwr|irm|invoke-webrequest|invoke-restmethod|frombase64string|openread)\b|\b(curl|wget)\b`),
	}
})

// calls looks for code that a program fetches or decodes and then evaluates.
func (s *Skill) calls(p snippet) {
	if !p.marks.within(p.start.Offset, p.end, signEvaluate) || !p.marks.within(p.start.Offset, p.end, signSource) {
		return
	}
	words, text := dynamic(), p.bytes()
	tainted := taint(text)
	evaluated, started := words.evaluate.FindAllSubmatchIndex(text, maxCalls), words.start.FindAllSubmatchIndex(text, maxCalls)
	if len(evaluated) == maxCalls || len(started) == maxCalls {
		s.beyond(p.file, "a text has more than the %d calls that run code which are looked into", maxCalls)
	}
	for _, at := range evaluated {
		args := arguments(text, at[1])
		if source := sourceOf(args, tainted); source != "" {
			s.call(p, at[2], at[1]+len(args), string(text[at[2]:at[3]]), source)
		}
	}
	for _, at := range started {
		args := arguments(text, at[1])
		source := sourceOf(args, nil)
		if source == "" && len(args) < 200 {
			if from := sourceOf(args, tainted); words.decode.MatchString(from) {
				source = from
			}
		}
		if source != "" {
			s.call(p, at[2], at[1]+len(args), string(text[at[2]:at[3]]), source)
		}
	}
}

// call notes that one call evaluates what another one gives.
func (s *Skill) call(p snippet, begin, end int, to, source string) {
	end = min(end+1, p.end-p.start.Offset)
	one := p.part(begin, end, p.kind)
	text := string(one.bytes())
	f := Flow{
		From: []string{source}, To: to, How: HowCall, Text: text, File: p.file, Fenced: p.fenced(),
		Steps: []Step{{Program: source, Args: []string{text}}},
	}
	f.Span.Start, f.Span.End = one.start, advance(one.start, one.bytes())
	s.keep(f)
}

// arguments is the text between the parentheses of a call.
func arguments(text []byte, from int) []byte {
	depth := 1
	end := min(len(text), from+maxArguments)
	for i := from; i < end; i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return text[from:i]
			}
		}
	}
	return text[from:end]
}

// sourceOf is what a text gets its value from, "" for nothing that matters:
// a call that decodes or fetches, or a variable that holds what one gave.
func sourceOf(text []byte, tainted map[string]string) string {
	words := dynamic()
	for _, one := range []*regexp.Regexp{words.decode, words.fetch} {
		if found := one.Find(text); found != nil {
			name, _, _ := bytes.Cut(found, []byte("("))
			return strings.ToLower(string(name))
		}
	}
	if len(tainted) == 0 {
		return ""
	}
	for _, name := range words.name.FindAll(text, 100) {
		if source := tainted[string(name)]; source != "" {
			return source
		}
	}
	return ""
}

// taint are the variables of a program that hold what was fetched or decoded.
func taint(text []byte) map[string]string {
	words, tainted := dynamic(), map[string]string{}
	for _, at := range words.bind.FindAllSubmatchIndex(text, maxCalls) {
		if source := sourceOf(text[at[2]:at[3]], nil); source != "" {
			tainted[string(text[at[4]:at[5]])] = source
		}
	}
	for _, at := range words.assign.FindAllSubmatchIndex(text, 4*maxCalls) {
		end := at[4]
		for depth := 0; end < len(text) && end-at[4] < maxArguments && (depth > 0 || text[end] != '\n' && text[end] != ';'); end++ {
			switch text[end] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
		}
		if source := sourceOf(text[at[4]:min(end, at[4]+maxArguments)], tainted); source != "" {
			tainted[string(text[at[2]:at[3]])] = source
		}
	}
	return tainted
}

// powershell looks for text that PowerShell fetches and runs, which the grammar of
// other shells cannot read.
func (s *Skill) powershell(p snippet) {
	veil := p.kind == inCode && bytes.IndexByte(p.bytes(), '`') >= 0
	if !p.marks.within(p.start.Offset, p.end, signInvoke) && !(veil && p.marks.within(p.start.Offset, p.end, signCode)) {
		return
	}
	text := bytes.ReplaceAll(p.bytes(), []byte{'`'}, []byte{' '})
	if p.kind == inCode { // a backtick hides nothing but a letter
		text = bytes.ReplaceAll(p.bytes(), []byte{'`'}, nil)
	}
	words := dynamic()
	run, get := words.invoke.Find(text), words.download.Find(text)
	if run == nil || get == nil || len(text) > maxSnippet {
		return
	}
	to := strings.ToLower(words.name.FindString(strings.TrimLeft(string(run), "| \t[")))
	from := strings.ToLower(string(get))
	shown := strings.TrimSpace(string(p.bytes()))
	f := Flow{
		From: []string{from}, To: to, How: HowPipe, Text: shown, File: p.file, Fenced: p.fenced(),
		Steps: []Step{{Program: from, Args: strings.Fields(strings.NewReplacer("'", " ", `"`, " ", "(", " ", ")", " ").Replace(shown))}},
	}
	f.Span.Start, f.Span.End = p.start, advance(p.start, p.bytes())
	if !slices.ContainsFunc(s.Body.Flows, func(o Flow) bool {
		return o.File == f.File && o.Span.Start == f.Span.Start && slices.Equal(o.From, f.From)
	}) {
		s.keep(f)
	}
}
