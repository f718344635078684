package frontmatter

import (
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// leftOpen finds the first value of a key of the top level that starts with a
// quote or bracket and is not closed before a line that is not indented: its row,
// and that of the other line, the number of lines where nothing closes it. -1
// for none. YAML 1.2 has no such values; the library "yaml" 2 of OpenClaw 2026.9.6
// refuses them, and others put up with some.
func leftOpen(lines []string) (open, noticed int) {
	for row := 0; row < len(lines); {
		value, ok := openValue(lines[row])
		if !ok {
			row++
			continue
		}
		endOf := endOfBracket
		if value[0] == '"' || value[0] == '\'' {
			endOf = endOfQuote
		}
		end := endOf(lines, row, value)
		if end < 0 {
			return row, -end
		}
		row = end + 1
	}
	return -1, -1
}

// openValue is the value of a line "key: value" where it starts with a quote or a
// bracket.
func openValue(line string) (string, bool) {
	key, value, ok := lineKey(line)
	if !ok || value == "" || !strings.ContainsRune("\"'[{", rune(value[0])) || !strings.ContainsRune(" \t", rune(line[len(key)+1])) {
		return "", false
	}
	return value, true
}

// endOfQuote returns the row in which a quoted value ends. Where it does not, it
// is the row that is not indented, or the number of rows, negative.
func endOfQuote(lines []string, row int, value string) int {
	quote, outside, escaped := value[0], 0, false
	text := value[1:]
	for at := row; ; {
		for i := 0; i < len(text); i++ {
			switch {
			case escaped:
				escaped = false
			case text[i] == '\\' && quote == '"':
				escaped = true
			case text[i] != quote:
			case quote == '\'' && i+1 < len(text) && text[i+1] == quote:
				i++
			case outside > 0:
				return -outside // there is a partner, and a line between them that is not indented
			default:
				return at
			}
		}
		if at++; at == len(lines) {
			return -at
		}
		escaped = false
		if text = lines[at]; outside == 0 && text != "" && text[0] != ' ' {
			outside = at
		}
	}
}

// endOfBracket is [endOfQuote] for lists and mappings in brackets.
func endOfBracket(lines []string, row int, value string) int {
	depth, quote, text := 0, byte(0), value
	for at := row; ; {
		for i := 0; i < len(text); i++ {
			switch c := text[i]; {
			case quote != 0:
				if c == '\\' && quote == '"' {
					i++
				} else if c == quote {
					quote = 0
				}
			case (c == '"' || c == '\'') && (i == 0 || strings.ContainsRune(" \t[{,:", rune(text[i-1]))):
				quote = c
			case c == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t'):
				i = len(text)
			case c == '[' || c == '{':
				depth++
			case c == ']' || c == '}':
				if depth--; depth == 0 {
					return at
				}
			}
		}
		if at++; at == len(lines) {
			return -at
		}
		text = lines[at]
		if text != "" && !strings.ContainsRune(" \t#", rune(text[0])) && (depth != 1 || text[0] != ']' && text[0] != '}') {
			return -at
		}
	}
}

// firstOf is the row of the first line that is neither blank nor a comment.
func firstOf(lines []string) int {
	for row, line := range lines {
		if text := strings.TrimLeft(line, " \t"); text != "" && text[0] != '#' {
			return row
		}
	}
	return len(lines)
}

// CheckOpen is an error for a value that goes on in a line that is not indented,
// and for what stands before the first key and must not.
func CheckOpen(file string, text []byte, base document.Position) error {
	lines := hostLines(text)
	_, row := leftOpen(lines)
	message := "a value in quotes or brackets has to be closed, and its further lines have to be indented"
	if first := firstOf(lines); first < len(lines) && strings.HasPrefix(lines[first], "%") {
		row, message = first, "front matter holds no directives"
	} else if lines[0] == "..." && len(lines) > 1 {
		row, message = 0, "the front matter ends with `...` before it begins"
	}
	if row < 0 {
		return nil
	}
	line := Line{Start: len(text)}
	for i, next := 0, 0; i <= row && next < len(text); i++ {
		line = CutLine(text, next)
		next = line.Next
	}
	at := document.Position{Line: base.Line + min(row, len(lines)-1), Column: 1, Offset: base.Offset + line.Start}
	return &document.Error{
		Kind: document.Syntax, File: file, Span: document.Span{Start: at, End: at},
		Message: message,
	}
}
