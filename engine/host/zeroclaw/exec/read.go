package zeroclawexec

import (
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/internal/document"
)

// zeroClawPatterns are the texts that ZeroClaw takes out before it looks for a
// redirect. `\s` is Unicode white space there.
var zeroClawPatterns = sync.OnceValue(func() (p struct{ output, input, nul, merge *regexp.Regexp }) {
	const end = `([\s\v\x{85}\p{Z}]|[;&|)]|$)`
	p.output = regexp.MustCompile(`\p{Nd}*>[ ]?/dev/(null|stdout|stderr|zero)` + end)
	p.input = regexp.MustCompile(`<[ ]?/dev/(null|zero)` + end)
	p.nul = regexp.MustCompile(`(?i)\p{Nd}*>[ ]?(?:\\\\\.\\)?nul([\s\v\x{85}\p{Z}]|[;&|)]|$)`)
	p.merge = regexp.MustCompile(`\p{Nd}*[><]&[\p{Nd}-]`)
	return p
})

// Read scans the text of facts as ZeroClaw does; nil when it is no text
// or exceeds a bound, since its parts would not be bounded either.
func Read(f *command.Facts, scope *lookup.Scope) *View {
	if f.Parse.Limit != "" || !f.Source.UTF8 {
		return nil
	}
	var v *View
	analysis.Guard(f, func() { v = readZeroClaw(f.Source.Text, f.Source.Dialect, scope) })
	return v
}

func readZeroClaw(src string, d command.Dialect, scope *lookup.Scope) *View {
	t := script.New(src)
	v := &View{
		Dialect: d, Gates: map[string]bool{}, Spans: map[string]document.Span{}, Grammar: true, Variables: true,
		Segments: []Segment{}, PathTokens: []Token{}, Roots: map[string]string{},
	}
	v.roots(scope)
	if d == command.Bash {
		v.Dialect = command.POSIX
	}
	v.gates(t)
	parts := zeroClawSplit(src)
	if d == command.PowerShell {
		parts, v.Grammar = powerShellSplit(src)
		v.Variables = powerShellVariables(src)
	}
	for _, p := range parts {
		v.Segments = append(v.Segments, zeroClawSegment(t, p, d))
	}
	for _, s := range v.Segments {
		v.Commands = v.Commands || s.Word != ""
	}
	// The path gate splits like a POSIX shell whatever the dialect.
	for i, p := range zeroClawSplit(src) {
		z := zeroClawPaths{dialect: v.Dialect, segment: i, t: t, at: p.at, scope: scope}
		z.run(skipAssignments(p.text))
		v.PathTokens = append(v.PathTokens, z.out...)
	}
	return v
}

// gates fills in the checks that are about the text alone.
func (v *View) gates(t *script.Text) {
	src := t.Src
	p := zeroClawPatterns()
	fire := func(name string, at int) {
		v.Gates[name] = at >= 0
		if at >= 0 {
			v.Spans[name] = t.Span(at, at+1)
		}
	}
	fire("backtick", strings.IndexByte(src, '`'))
	fire("variable_or_command_expansion", zeroClawExpansion(src))
	proc := strings.Index(src, "<(")
	if i := strings.Index(src, ">("); proc < 0 || i >= 0 && i < proc {
		proc = i
	}
	fire("process_substitution", proc)

	out := p.output.ReplaceAllString(src, "$2")
	if v.Dialect == command.Cmd {
		out = p.nul.ReplaceAllString(out, "$1")
	}
	fire("output_redirect", where(src, p.merge.ReplaceAllString(out, ""), '>'))
	in := strings.ReplaceAll(strings.ReplaceAll(src, "<<<", ""), "<<", "")
	in = p.input.ReplaceAllString(in, "$2")
	fire("input_redirect", where(src, p.merge.ReplaceAllString(in, ""), '<'))

	tee := -1
	for _, w := range strings.Fields(src) {
		if w == "tee" || strings.HasSuffix(w, "/tee") {
			tee = strings.Index(src, w)
			break
		}
	}
	fire("tee", tee)
	amp := -1
	if zeroClawAmpersand(p.merge.ReplaceAllString(src, "")) {
		amp = max(0, zeroClawAmpersandAt(src))
	}
	fire("background_ampersand", amp)
}

// where is the offset of c in src when c stands unquoted in what is left of it.
func where(src, left string, c byte) int {
	if unquoted(left, c) < 0 {
		return -1
	}
	return max(0, unquoted(src, c))
}

func unquoted(s string, c byte) int {
	var q script.QuoteState
	for i, r := range s {
		if q.Plain(r) && r == rune(c) {
			return i
		}
	}
	return -1
}

func zeroClawAmpersand(s string) bool { return zeroClawAmpersandAt(s) >= 0 }

// zeroClawAmpersandAt finds a single unquoted "&".
func zeroClawAmpersandAt(s string) int {
	var q script.QuoteState
	skip := false
	for i, r := range s {
		if skip {
			skip = false
			continue
		}
		if !q.Plain(r) || r != '&' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '&' {
			skip = true
			continue
		}
		return i
	}
	return -1
}

// zeroClawExpansion finds a "$" outside single quotes that begins an
// expansion, double quotes included.
func zeroClawExpansion(s string) int {
	var q script.QuoteState
	for i, r := range s {
		before := q
		plain := q.Plain(r)
		inDouble := before.Quote == '"' && !before.Escaped && r == '$'
		if r != '$' || !plain && !inDouble || i+1 >= len(s) {
			continue
		}
		if n := s[i+1]; n >= '0' && n <= '9' || argv.IsLetter(n) || strings.IndexByte("{(#?!$*@-", n) >= 0 {
			return i
		}
	}
	return -1
}

// zeroClawPart is one segment and where it begins.
type zeroClawPart struct {
	text string
	at   int
}

// zeroClawSegment takes one segment apart.
func zeroClawSegment(t *script.Text, p zeroClawPart, d command.Dialect) Segment {
	s := Segment{Raw: p.text, Part: p.text, Skipped: []string{}, Args: []string{}, ArgsLower: []string{}, ArgSpans: []document.Span{}, Span: t.Span(p.at, min(p.at+len(p.text), len(t.Src)))}
	if d != command.PowerShell {
		s.Part = skipAssignments(p.text)
		s.Skipped = strings.Fields(p.text[:len(p.text)-len(s.Part)])
	}
	s.Lower = lowerASCII(s.Part)
	words := strings.Fields(s.Part)
	if len(words) == 0 {
		return s
	}
	s.Word = words[0]
	raw := strings.TrimSpace(stripQuotes(s.Word))
	s.Executable = raw
	if i := strings.IndexAny(raw, "<>"); i >= 0 && d != command.PowerShell {
		s.Executable = raw[:i]
	}
	s.Base = lowerASCII(baseName(s.Executable))
	s.RiskBase = lowerASCII(baseName(s.Word))
	s.Args = words[1:]
	for _, w := range words[1:] {
		s.ArgsLower = append(s.ArgsLower, lowerASCII(w))
	}
	s.place(t, p.at+len(p.text)-len(s.Part), words)
	if d == command.PowerShell {
		powerShellSegment(&s)
	}
	return s
}

// place finds where the words of a segment stand: one after the other from at
// on, though the bodies of heredocs may lie between them.
func (s *Segment) place(t *script.Text, at int, words []string) {
	s.ArgSpans = make([]document.Span, 0, len(words)-1)
	for i, w := range words {
		at = min(at, len(t.Src))
		if found := strings.Index(t.Src[at:], w); found >= 0 {
			at += found
		}
		span := t.Span(at, min(at+len(w), len(t.Src)))
		if i == 0 {
			s.WordSpan = span
		} else {
			s.ArgSpans = append(s.ArgSpans, span)
		}
		at += len(w)
	}
}

// roots resolves the roots as [lookup.Scope] has them. One that is not there is
// taken as written.
func (v *View) roots(scope *lookup.Scope) {
	if scope == nil {
		return
	}
	for _, root := range append([]string{scope.Dir}, scope.Roots...) {
		if !filepath.IsAbs(root) {
			continue
		}
		if real, exists, _, err := lookup.Follow(scope.System, root); err == nil && exists && real != root {
			v.Roots[root] = real
		}
	}
}

// skipAssignments drops leading words that hold "=" and begin with a letter or
// an underscore.
func skipAssignments(s string) string {
	rest := s
	for {
		words := strings.Fields(rest)
		if len(words) == 0 {
			return rest
		}
		w := words[0]
		if !strings.Contains(w, "=") || !argv.IsLetter(w[0]) {
			return rest
		}
		// The text may begin with white space only after a first word.
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		rest = strings.TrimLeftFunc(rest[len(w):], unicode.IsSpace)
	}
}

func stripQuotes(s string) string { return strings.Trim(s, `"'`) }

// baseName cuts at slashes and at backslashes.
func baseName(s string) string {
	s = s[strings.LastIndexByte(s, '/')+1:]
	return s[strings.LastIndexByte(s, '\\')+1:]
}

func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
