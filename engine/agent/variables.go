package agent

import (
	"strings"

	"github.com/skillctl/skillctl/engine/scan"
	"github.com/skillctl/skillctl/internal/document"
)

// FillVariables adds the variables that the lines of a file ".env" set. Readers of such
// files differ in what else they take, such as values over several lines: a line that looks
// like one that sets a variable is told as that. keys says whose they are.
func (p *Part) FillVariables(keys string, text []byte) {
	decoded, isText := scan.Text(text)
	switch {
	case text == nil:
		p.Problem = "it could not be read"
		return
	case len(text) > MaxFile:
		p.Problem = "it is longer than 1 MiB"
		return
	case !isText:
		p.Problem = "it is no text"
		return
	}
	w := &walk{part: p}
	at := document.Position{Line: 1, Column: 1}
	for line := range strings.Lines(string(decoded)) {
		plain := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")), "export "))
		name, value, ok := assigned(plain)
		end := position(at, strings.TrimRight(line, "\r\n"))
		if ok {
			w.add(Entry{Role: RoleVariable, Name: name, Value: value, Span: document.Span{Start: at, End: end}}, spot{keys: keys, shown: []string{name}})
		}
		at = position(at, line)
	}
	if w.cut {
		p.Problem = "it says more than is read of one file"
	}
}

// assigned is the variable that a line sets: with "=", or with ":" as some take it.
func assigned(line string) (name, value string, ok bool) {
	at := strings.IndexAny(line, "=:")
	if at < 1 || line[0] == '#' {
		return "", "", false
	}
	name = strings.TrimSpace(line[:at])
	for i, c := range name {
		if c != '_' && c != '.' && c != '-' && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return "", "", false
		}
	}
	value = strings.TrimSpace(line[at+1:])
	if len(value) > 1 && strings.ContainsRune("'\"`", rune(value[0])) {
		if end := strings.IndexByte(value[1:], value[0]); end >= 0 {
			return name, value[1 : end+1], true
		}
	}
	value, _, _ = strings.Cut(value, " #")
	return name, strings.TrimSpace(value), true
}
