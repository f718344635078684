package flow

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/command/deceptive"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// HowCall is code that an interpreter is given by a call: exec(urlopen(…).read()).
const HowCall = "call"

// The bounds of looking into calls: the length of the arguments of one and of the
// right side of an assignment, and what is read of both in a package, in bytes; and
// the calls of one text. Where they are reached it is said so.
const (
	maxArguments = 64 << 10
	maxExamined  = 2 << 20
	maxCalls     = 1000
)

// dynamicWords are patterns of calls in programs, by what they do.
type dynamicWords struct {
	// evaluate run code of their own language, start a command line.
	evaluate, start *lazydfa.Regexp
	// decode and fetch are what code must not come from.
	decode, fetch *lazydfa.Regexp
	// assign is an assignment, bind the variable of a with.
	assign, bind, name *lazydfa.Regexp
	// invoke is where PowerShell runs a text, download what it fetches one with.
	invoke, download *lazydfa.Regexp
}

var dynamic = sync.OnceValue(func() dynamicWords {
	return dynamicWords{
		evaluate: lazydfa.New(`(?:^|[^.\w$]|\b(?:builtins|__builtins__|globalThis|window|vm|Kernel)\.)(exec|eval|execfile|Function|runInNewContext|runInThisContext|instance_eval|class_eval|loadstring|create_function)\s*\(`),
		start:    lazydfa.New(`\b(os\.system|os\.popen|execSync|child_process\.exec|shell_exec|passthru|popen2)\s*\(`),
		decode:   lazydfa.New(`(?i)\b(b(?:64|32|16|85)decode|a2b_(?:base64|hex)|base64_decode|decode64|unhexlify|fromhex|fromcharcode|atob|rot_?13|marshal\.loads|zlib\.decompress|gzinflate|str_rot13|frombase64string)\b|buffer\.from\([^()]*,\s*['"](base64|hex)`),
		fetch:    lazydfa.New(`(?i)\b(urlopen|urlretrieve|requests\.(?:get|post|request)|httpx\.(?:get|post)|aiohttp|http\.client|urllib3|axios(?:\.get)?|fetch|https?\.get|open-uri|URI\.open|file_get_contents|LWP::Simple|Net::HTTP)\b`),
		assign:   lazydfa.New(`(?m)(?:^|[;({])[ \t]*(?:(?:const|let|var|my|local)[ \t]+)?[$@]?([A-Za-z_]\w*)[ \t]*(?::[ \t]*\w+[ \t]*)?:?=[ \t]*([^=\n])`),
		bind:     lazydfa.New(`(?m)\b(?:with|async with)\b([^\n]*)\bas[ \t]+([A-Za-z_]\w*)`),
		name:     lazydfa.New(`[A-Za-z_]\w*`),
		invoke:   lazydfa.New("(?i)\\b(iex|invoke-expression)\\b\\s*[(\"'$\\[{&]|\\|\\s*(iex|invoke-expression)\\b|\\[scriptblock\\]::create\\s*\\("),
		download: lazydfa.New(`(?i)\b(downloadstring|downloaddata|downloadfile|iwr|irm|invoke-webrequest|invoke-restmethod|frombase64string|openread)\b|\b(curl|wget)\b`),
	}
})

// calls looks for code that a program fetches or decodes and then evaluates.
func (w *Finder) calls(p snippet) {
	if (p.kind == inCode || p.kind == inOther) && p.end-p.start.Offset < len(p.text) { // a block in a document
		w.lists(p)
	}
	w.opens(p)
	if !p.marks.within(p.start.Offset, p.end, signEvaluate) || !p.marks.within(p.start.Offset, p.end, signSource) {
		return
	}
	words, read := dynamic(), asRead(p.bytes())
	text := read.text
	tainted, cut := w.assigned(text)
	evaluated, started := words.evaluate.FindAllSubmatchIndex(text, maxCalls), words.start.FindAllSubmatchIndex(text, maxCalls)
	if len(evaluated) == maxCalls || len(started) == maxCalls {
		w.Beyond(p.file, "a text has more than the %d calls that run code which are looked into", maxCalls)
	}
	for _, at := range evaluated {
		args, whole := w.arguments(text, at[1], 1)
		cut = cut || !whole
		if source := sourceOf(args, tainted); source != "" {
			w.call(p, read.at[at[2]], read.at[at[1]+len(args)], string(text[at[2]:at[3]]), source)
		}
	}
	for _, at := range started {
		args, whole := w.arguments(text, at[1], 1)
		cut = cut || !whole
		source := sourceOf(args, nil)
		if source == "" && len(args) < 200 {
			if from := sourceOf(args, tainted); words.decode.MatchString(from) {
				source = from
			}
		}
		if source != "" {
			w.call(p, read.at[at[2]], read.at[at[1]+len(args)], string(text[at[2]:at[3]]), source)
		}
	}
	if cut {
		w.Beyond(p.file, "calls and assignments of a program have more in them than is looked into (%d bytes each, %d in all)", maxArguments, maxExamined)
	}
}

// call notes that one call evaluates what another one gives.
func (w *Finder) call(p snippet, begin, end int, to, source string) {
	end = min(end+1, p.end-p.start.Offset)
	one := p.part(begin, end, p.kind)
	text := prose.Bounded(string(one.bytes()))
	f := Flow{
		From: []string{source}, To: to, How: HowCall, Text: text, File: p.file, Fenced: p.fenced(),
		Steps: []Step{{Program: source, Args: []string{text}}},
	}
	f.Span.Start, f.Span.End = one.start, one.start.Past(one.bytes())
	f.Row, f.Lead, f.After = w.row(p, f.Span.Start.Offset), p.lead(f.Span.Start.Offset), p.after(f.Span.End.Offset)
	w.keep(f)
}

// arguments is the text up to the parenthesis that closes those that are open, or,
// where none is, to the end of a statement; whole says that it is all of that, and
// not as much as is looked into.
func (w *Finder) arguments(text []byte, from, depth int) (found []byte, whole bool) {
	most := max(min(maxArguments, maxExamined-w.examined), 0)
	end, statement := from, depth == 0
	for ; end < len(text); end++ {
		if end-from == most {
			w.examined += most
			return text[from:end], false
		}
		c := text[end]
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth <= 0 && (!statement || c == '\n' || c == ';') {
			break
		}
	}
	w.examined += end - from
	return text[from:end], true
}

// sourceOf is what a text gets its value from, "" for nothing that matters:
// a call that decodes or fetches, or a variable that holds what one gave.
func sourceOf(text []byte, tainted map[string]string) string {
	words := dynamic()
	for _, one := range []*lazydfa.Regexp{words.decode, words.fetch} {
		if found := one.Find(text); found != nil {
			name, _, _ := bytes.Cut(found, []byte("("))
			return strings.ToLower(string(name))
		}
	}
	if len(tainted) == 0 {
		return ""
	}
	for _, name := range words.name.FindAll(text, -1) {
		if source := tainted[string(name)]; source != "" {
			return source
		}
	}
	return ""
}

// assigned are the variables of a program that hold what was fetched or decoded; cut
// says that not all assignments were looked into.
func (w *Finder) assigned(text []byte) (tainted map[string]string, cut bool) {
	words := dynamic()
	tainted = map[string]string{}
	for _, at := range words.bind.FindAllSubmatchIndex(text, -1) {
		if source := sourceOf(text[at[2]:at[3]], nil); source != "" {
			tainted[string(text[at[4]:at[5]])] = source
		}
	}
	for _, at := range words.assign.FindAllSubmatchIndex(text, -1) {
		value, whole := w.arguments(text, at[4], 0)
		cut = cut || !whole
		if source := sourceOf(value, tainted); source != "" {
			tainted[string(text[at[2]:at[3]])] = source
		}
	}
	return tainted, cut
}

// powershell looks for text that PowerShell fetches and runs, which the grammar of
// other shells cannot read.
func (w *Finder) powershell(p snippet) {
	veil := p.kind == inCode && bytes.IndexByte(p.bytes(), '`') >= 0
	if !p.marks.within(p.start.Offset, p.end, signInvoke) && !(veil && p.marks.within(p.start.Offset, p.end, signCode)) {
		return
	}
	text := bytes.ReplaceAll(deceptive.Readable(p.bytes()), []byte{'`'}, []byte{' '})
	if p.kind == inCode { // a backtick hides nothing but a letter
		text = bytes.ReplaceAll(deceptive.Readable(p.bytes()), []byte{'`'}, nil)
	}
	words := dynamic()
	if len(text) > maxSnippet {
		return
	}
	runAt, getAt := words.invoke.FindIndex(text), words.download.FindIndex(text)
	if runAt == nil || getAt == nil || p.kind != inCode && p.kind != inSpan && p.kind != inLiteral && !oneCommand(text, runAt[0], getAt[0]) {
		return
	}
	run, get := text[runAt[0]:runAt[1]], text[getAt[0]:getAt[1]]
	to := strings.ToLower(words.name.FindString(strings.TrimLeft(string(run), "| \t[")))
	from := strings.ToLower(string(get))
	shown := strings.TrimSpace(string(p.bytes()))
	f := Flow{
		From: []string{from}, To: to, How: HowPipe, Text: shown, File: p.file, Fenced: p.fenced(),
		Steps: []Step{{Program: from, Args: strings.Fields(strings.NewReplacer("'", " ", `"`, " ", "(", " ", ")", " ").Replace(shown))}},
	}
	f.Span.Start, f.Span.End = p.start, p.start.Past(p.bytes())
	f.Row, f.Lead, f.After = w.row(p, p.start.Offset), p.lead(p.start.Offset), p.after(p.end)
	if !slices.ContainsFunc(w.Flows, func(o Flow) bool {
		return o.File == f.File && meet(o.Span, f.Span) && slices.Equal(o.From, f.From)
	}) {
		w.keep(f)
	}
}

// oneCommand reports whether what runs a text and what fetches one can stand in one
// command of a sentence that begins with the one or the other.
func oneCommand(text []byte, run, get int) bool {
	margin := len(text) - len(bytes.TrimLeft(text, " \t"))
	begin, end, first := min(run, get), max(run, get), margin+wordLength(text[margin:])
	named := prose.Lower(text[:first])
	program := bytes.Contains(named, []byte("powershell")) || bytes.Contains(named, []byte("pwsh"))
	return (program || begin < first) && !bytes.Contains(text[begin:end], []byte(". ")) && !bytes.Contains(text[begin:end], []byte("</"))
}
