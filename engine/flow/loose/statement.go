package loose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// cut finds the statements: lines, and those that go on in the next one.
func (l *program) cut() {
	source := string(l.text.Source)
	defs := l.grammar.defines.FindAllStringSubmatchIndex(source, 500)
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
		l.defined[source[d[2]:d[3]]] = true
		if d[4] >= 0 {
			for _, p := range strings.Split(source[d[4]:d[5]], ",") {
				if names := l.grammar.name.FindAllString(p, 3); len(names) > 0 {
					l.params[source[d[2]:d[3]]] = append(l.params[source[d[2]:d[3]]], names...)
				}
			}
		}
	}
	heres := 0
	for off := 0; off < len(source); {
		end := statementEnd(source, off)
		at, code := off, strings.TrimRight(source[off:end], "\r\n")
		if m := hereBegins.FindStringSubmatchIndex(code); m != nil && !l.read && heres < maxHeres && l.words.backticks[strings.ToLower(l.text.Language)] {
			code, end = hereText(source, code, off, end, m)
			heres++
		}
		for _, text := range l.parts(code) {
			if strings.TrimSpace(text) != "" {
				s := statement{l.folded(text), at, within(at)}
				l.list = append(l.list, s)
				l.decoders[s.within] = l.decoders[s.within] || s.within != "" && !l.read && l.words.decodes.MatchString(s.text)
			}
			at += len(text)
		}
		off = end
	}
}

// statementEnd is where the statement that begins at an offset ends: with its line, unless
// that leaves something open, or the next one goes on with a call of what it gives.
func statementEnd(source string, off int) int {
	end, depth, lines, table := off, 0, 0, false
	for end < len(source) {
		next := strings.IndexByte(source[end:], '\n')
		if next < 0 {
			next = len(source) - end
		}
		line := source[end : end+next]
		if lines == 0 && declares.MatchString(line) { // each line of it is a statement
			return min(len(source), end+next+1)
		}
		depth += strings.Count(line, "(") + strings.Count(line, "[") - strings.Count(line, ")") - strings.Count(line, "]")
		if table = table || tableBegins.MatchString(line); table {
			depth += strings.Count(line, "{") - strings.Count(line, "}")
		}
		end = min(len(source), end+next+1)
		trimmed := strings.TrimSpace(line)
		goesOn := depth > 0 || strings.HasSuffix(trimmed, "|") || strings.HasSuffix(trimmed, "`") || strings.HasSuffix(trimmed, `" +`) || strings.HasSuffix(trimmed, "' +") || trimmed != "" && chained(source[end:])
		if lines++; !goesOn || lines >= maxStatement {
			break
		}
	}
	return end
}

// declares begins a block of constants, variables or packages of Go.
var declares = lazydfa.New(`^\s*(?:const|var|import|type)\s*\(\s*$`)

// tableBegins is the end of a line that opens a table of names and values.
var tableBegins = lazydfa.New(`(?:@|[=(,:\[]\s*)\{\s*$`)

// chained reports whether a text begins with a call of what stands before it.
func chained(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return len(rest) > 1 && (rest[0] == '.' && isWordByte(rest[1]) || strings.HasPrefix(rest, "->") || strings.HasPrefix(rest, "?.") || strings.HasPrefix(rest, "|>"))
}

func isWordByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// parts are the statements of a line: those behind a semicolon that stands in no table of
// names and values, and the first one of a function whose head stands before it.
func (l *program) parts(line string) []string {
	var list []string
	if at := l.grammar.defines.FindStringIndex(line); at != nil && at[0] == 0 {
		if body := strings.Index(line[at[1]:], "{ "); body >= 0 {
			body += at[1] + len("{ ")
			list, line = append(list, line[:body]), line[body:]
		}
	}
	if !strings.Contains(line, "; ") && !strings.Contains(line, ") { ") {
		return append(list, line)
	}
	open, from, quote, last := []bool{}, 0, byte(0), byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0:
			if c == quote && (i == 0 || line[i-1] != '\\') {
				quote = 0
			}
		case c == '"' || c == '\'' && (i == 0 || !isWordByte(line[i-1])):
			quote = c
		case c == '(' || c == '[':
			open = append(open, true)
		case c == '{':
			open = append(open, strings.IndexByte("=(,@:[", last) >= 0)
			if last == ')' && i+1 < len(line) && line[i+1] == ' ' && !slices.Contains(open, true) && blockBegins.MatchString(line[from:i]) {
				list, from = append(list, line[from:i+2]), i+2
			}
		case (c == ')' || c == ']' || c == '}') && len(open) > 0:
			open = open[:len(open)-1]
		case c == ';' && i+1 < len(line) && line[i+1] == ' ' && !slices.Contains(open, true):
			list, from = append(list, line[from:i+2]), i+2
		}
		if c != ' ' && c != '\t' {
			last = c
		}
	}
	return append(list, line[from:])
}

// blockBegins is the head of a block whose statements stand in its line.
var blockBegins = lazydfa.New(`^\s*(?:<\?(?:php)?\s*)?(?:\}\s*)?(?:if|else|elsif|elseif|while|for|foreach|switch|unless|until|function|fn|catch)\b`)

// maxFolds is how many texts of a statement are put together.
const maxFolds = 64

// folded is a statement in which texts that are put together are one.
func (l *program) folded(text string) string {
	if l.read {
		return text
	}
	text = l.assigned(putInOne(text))
	for range maxFolds {
		at := l.grammar.joined.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		part := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return text[at[2*i]:at[2*i+1]]
		}
		quote := text[at[0] : at[0]+1]
		text = text[:at[0]] + quote + part(1) + part(2) + part(3) + part(4) + quote + text[at[1]:]
	}
	if at := turned.Compiled().FindStringSubmatchIndex(text); at != nil {
		begin, end := at[2], at[3]
		if begin < 0 {
			begin, end = at[4], at[5]
		}
		word := []rune(text[begin:end])
		slices.Reverse(word)
		text = text[:at[0]] + `"` + string(word) + `"` + text[at[1]:]
	}
	if placed := placedTexts.FindStringSubmatchIndex(text); placed != nil {
		text = text[:placed[0]] + `"` + ordered(text[placed[2]:placed[3]], text[placed[4]:placed[5]]) + `"` + text[placed[1]:]
	}
	return text
}

// assigned is a statement that gives a name a value in a way of its own, written as others
// do: x <- y in R, set x to y in AppleScript, Set x = y in Visual Basic.
func (l *program) assigned(text string) string {
	switch strings.ToLower(l.text.Language) {
	case "r":
		return arrowAssigns.ReplaceAllString(text, "$1 = ")
	case "applescript", "osascript":
		return setsTo.ReplaceAllString(text, "$1 = ")
	case "vb", "vbs", "vbscript":
		return setsObject.ReplaceAllString(text, "$1 = ")
	}
	return text
}

var (
	arrowAssigns = lazydfa.New(`^\s*([A-Za-z_][\w.]*)\s*<<?-\s*`)
	setsTo       = lazydfa.New(`^\s*set\s+(\w+)\s+to\s+`)
	setsObject   = lazydfa.New(`(?i)^\s*set\s+(\w+)\s*=\s*`)
)

// turned is a text that is turned round.
var turned = lazydfa.New(`["']([^"'\n]{2,60})["']\.reverse\b(?:\(\))?|\b(?:strrev|string\.reverse|String\.reverse|reverse)\s*\(\s*["']([^"'\n]{2,60})["']\s*\)`)

// placedTexts is a text of PowerShell with places for others: "{1}{0}" -f 'b','a'.
var placedTexts = lazydfa.New(`["']((?:\{\d\})+)["']\s*-f\s*((?:["'][^"']*["']\s*,?\s*)+)`)

// ordered are some texts in the places of another one.
func ordered(places, texts string) string {
	for i, one := range strings.Split(texts, ",") {
		places = strings.ReplaceAll(places, fmt.Sprintf("{%d}", i), strings.Trim(one, ` '"`))
	}
	return places
}
