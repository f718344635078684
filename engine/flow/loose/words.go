package loose

import (
	"strings"
)

// A command, or the name of a file, is put together of texts and of names. What comes of
// that is kept as a text in which a name that is not known stands between two marks.
const (
	holeBegin = "\x01"
	holeEnd   = "\x02"
)

// putTogether is what an expression makes of texts and names: parts behind a comma stand
// behind a blank, those of a call that joins a path behind a slash. Where words says so a
// blank divides them, as in a shell.
func (l *program) putTogether(s statement, expression string, words bool) string {
	if !words {
		expression = l.formed(expression)
	}
	var b strings.Builder
	homes := map[int]int{}
	for _, at := range l.words.home.FindAllStringIndex(expression, 8) {
		homes[at[0]] = at[1]
	}
	signs := []string{" "}
	for i := 0; i < len(expression); {
		c := expression[i]
		switch end := homes[i]; {
		case end > 0:
			b.WriteString("~")
			i = end
		case c == '"' || c == '\'' || c == '`':
			stop := closing(expression, i)
			l.quoted(s, &b, expression[i+1:stop], c)
			i = stop + 1
		case words && (c == '-' || c == '/' || c == '.' || c == '\\'):
			stop := i
			for stop < len(expression) && !strings.ContainsRune(" \t\n,;|)", rune(expression[stop])) {
				stop++
			}
			stop = max(stop, i+1)
			b.WriteString(expression[i:stop])
			i = stop
		case isWordByte(c) || c == '$' || c == '@':
			i = l.word(s, &b, expression, i, &signs, words)
		case c == '(' || c == '[' || c == '{':
			signs = append(signs, signs[len(signs)-1])
			i++
		case c == ')' || c == ']' || c == '}':
			signs = signs[:max(1, len(signs)-1)]
			i++
		case c == ',':
			b.WriteString(signs[len(signs)-1])
			i++
		case (c == '|' || c == ';' || c == '&') && words, c == ' ' && words:
			b.WriteByte(c)
			i++
		default:
			i++
		}
	}
	return b.String()
}

// closing is where a text ends that begins with a quotation mark.
func closing(text string, from int) int {
	for i := from + 1; i < len(text); i++ {
		if text[i] == '\\' {
			i++
		} else if text[i] == text[from] {
			return i
		}
	}
	return len(text)
}

// word writes what a name stands for, and gives where it ends.
func (l *program) word(s statement, b *strings.Builder, text string, from int, signs *[]string, bare bool) int {
	end := from
	for end < len(text) && (isWordByte(text[end]) || '0' <= text[end] && text[end] <= '9' || strings.IndexByte("$@:!?", text[end]) >= 0 || text[end] == '.' && end+1 < len(text) && isWordByte(text[end+1]) || text[end] == '-' && strings.HasPrefix(text[end:], "->")) {
		if text[end] == '-' {
			end++
		}
		end++
	}
	if end == from {
		return from + 1
	}
	name := strings.TrimRight(text[from:end], ":!?")
	first := l.grammar.name.FindString(name)
	if end < len(text) && text[end] == '(' {
		last := strings.ToLower(name[strings.LastIndexAny(name, ".:>")+1:])
		sign := " "
		if strings.HasSuffix(last, "join") || last == "combine" || last == "resolve" || last == "catfile" {
			sign = "/"
		}
		*signs = append(*signs, sign)
		if (strings.ContainsAny(name, ".>") || l.defined[name]) && l.holds(s, first) {
			b.WriteString(holeBegin + first + holeEnd)
		}
		return end + 1
	}
	switch {
	case strings.EqualFold(name, "join-path"):
		(*signs)[len(*signs)-1] = "/"
	case bare && !strings.HasPrefix(text[from:], "$"):
		b.WriteString(text[from:end])
	case first != "" && first != "new" && first != "nil" && first != "true" && first != "false" && first != "do":
		b.WriteString(holeBegin + first + holeEnd)
	}
	return end
}

// holds reports whether something is known of a name.
func (l *program) holds(s statement, name string) bool {
	for _, key := range []string{s.within + ":" + name, ":" + name} {
		if l.texts[key] != "" || len(l.held[key]) > 0 || len(l.files[key]) > 0 {
			return true
		}
	}
	return false
}

// quoted writes a text, with holes for what is filled in.
func (l *program) quoted(s statement, b *strings.Builder, text string, quote byte) {
	if quote == '`' && l.words.backticks[strings.ToLower(l.text.Language)] {
		b.WriteString("$(")
		defer b.WriteString(")")
	}
	if quote == '\'' {
		b.WriteString(text)
		return
	}
	homes := map[int]int{}
	for _, at := range l.words.home.FindAllStringIndex(text, 8) {
		homes[at[0]] = at[1]
	}
	for i := 0; i < len(text); {
		c := text[i]
		var name string
		switch {
		case homes[i] > 0:
			b.WriteString("~")
			i = homes[i]
		case c == '\\' && i+1 < len(text) && strings.IndexByte("\"'$`", text[i+1]) >= 0:
			b.WriteByte(text[i+1])
			i += 2
		case (c == '#' || c == '$' || c == '\\') && i+1 < len(text) && (text[i+1] == '{' || text[i+1] == '('):
			stop := strings.IndexAny(text[i:], "})")
			if stop < 0 {
				stop = len(text) - i
			}
			inner := text[i+2 : i+stop]
			if l.words.home.MatchString(inner) {
				b.WriteString("~")
			} else if name = l.grammar.name.FindString(inner); name != "" {
				b.WriteString(holeBegin + name + holeEnd)
			}
			i = min(len(text), i+stop+1)
		case (c == '$' || c == '@') && i+1 < len(text) && isWordByte(text[i+1]):
			name = l.grammar.name.FindString(text[i:])
			stop := i + 1 + len(name)
			if strings.HasPrefix(text[i:], "$env:") { // a variable of the environment
				b.WriteString("$env:")
				i += len("$env:")
				continue
			}
			b.WriteString(holeBegin + name + holeEnd)
			i = stop
		case c == '{' && filledIn(text[i:]) != "":
			name = filledIn(text[i:])
			b.WriteString(holeBegin + name + holeEnd)
			i += strings.IndexByte(text[i:], '}') + 1
		default:
			b.WriteByte(c)
			i++
		}
	}
}

// filledIn is the name in braces that a text begins with: "{name}", "{$name}", "{name:?}".
func filledIn(text string) string {
	inner, _, closed := strings.Cut(text[1:], "}")
	inner, _, _ = strings.Cut(strings.TrimLeft(inner, "$"), ":")
	for i := range len(inner) {
		if !isWordByte(inner[i]) && (i == 0 || inner[i] < '0' || inner[i] > '9') {
			return ""
		}
	}
	if !closed {
		return ""
	}
	return inner
}

// resolved is a text whose holes are filled with what is known; unknown stands for the others.
func (l *program) resolved(s statement, text, unknown string) string {
	for range maxFolds {
		before, rest, found := strings.Cut(text, holeBegin)
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, holeEnd)
		known := l.texts[s.within+":"+name]
		if known == "" {
			known = l.texts[":"+name]
		}
		if known == "" {
			known = unknown
		}
		text = before + known + after
	}
	return text
}

// holesOf are the names that are filled into a text.
func holesOf(text string) []string {
	var names []string
	for {
		_, rest, found := strings.Cut(text, holeBegin)
		if !found {
			return names
		}
		name, after, _ := strings.Cut(rest, holeEnd)
		names, text = append(names, name), after
	}
}

// value is the text that an expression stands for, where it is known.
func (l *program) value(s statement, expression string) (string, bool) {
	text := l.putTogether(s, strings.TrimRight(strings.TrimSpace(expression), ";"), false)
	text = l.resolved(s, text, holeBegin)
	return text, text != "" && !strings.Contains(text, holeBegin)
}

// argumentsAt are the arguments of a call that begin at an offset, as they are written:
// up to its parenthesis, or to the end of the statement where it has none.
func argumentsAt(text string, from int) string {
	if from > 0 && from <= len(text) && text[from-1] == '(' {
		depth := 1
		for i := from; i < len(text); i++ {
			switch text[i] {
			case '"', '\'', '`':
				i = closing(text, i)
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					return text[from:i]
				}
			}
		}
	}
	return text[min(from, len(text)):]
}

// commas are the parts of arguments.
func commas(text string) []string {
	var parts []string
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"', '\'', '`':
			i = closing(text, i)
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				parts, from = append(parts, text[from:i]), i+1
			}
		}
	}
	return append(parts, text[min(from, len(text)):])
}
