package openclawexec

import (
	"strings"
	"unicode/utf8"
)

// bareFacts are what the script preflight sees in text outside quotes.
type bareFacts struct {
	interpreter, complex, substitution, hint bool
}

func readBare(s string) bareFacts {
	f := bareFacts{hint: scriptHint(s), substitution: unescaped(s, "<(") || unescaped(s, ">(")}
	f.interpreter = anySegment(s, true, func(seg string) bool { return isScriptInterpreter(leadingProgram(seg)) })
	f.complex = f.substitution || strings.ContainsAny(s, "\n\r")
	for _, seq := range []string{"|", "&&", ";", "$(", "`"} {
		f.complex = f.complex || unescaped(s, seq)
	}
	return f
}

// quoting follows quotes and backslashes as the preflight does: within double
// quotes a backslash takes the next character, too.
type quoting struct {
	quote   rune
	escaped bool
}

// read takes one character; plain says that it stands for itself outside of
// quotes, behind says that a backslash outside of quotes took it.
func (q *quoting) read(r rune) (plain, behind bool) {
	switch {
	case q.escaped:
		q.escaped = false
		return false, q.quote == 0
	case q.quote != '\'' && r == '\\':
		q.escaped = true
	case q.quote != 0:
		if r == q.quote {
			q.quote = 0
		}
	case r == '\'' || r == '"':
		q.quote = r
	default:
		return true, false
	}
	return false, false
}

// bareText is what stands outside quotes, escapes kept; the text itself when a
// quote is open.
func bareText(s string) string {
	var out strings.Builder
	var q quoting
	for _, r := range s {
		plain, behind := q.read(r)
		if behind {
			out.WriteByte('\\')
		}
		if plain || behind {
			out.WriteRune(r)
		}
	}
	if q.quote != 0 || q.escaped {
		return s
	}
	return out.String()
}

func unescaped(s, seq string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
			continue
		}
		if strings.HasPrefix(s[i:], seq) {
			return true
		}
	}
	return false
}

// preflightSegments splits outside quotes at ; && || and line breaks, and at | if
// asked.
func preflightSegments(s string, pipes bool) []string {
	var out []string
	var q quoting
	from, skip := 0, 0
	push := func(to, next int) {
		if trimJS(s[from:to]) != "" {
			out = append(out, s[from:to])
		}
		from = next
	}
	for i, r := range s {
		if i < skip {
			continue
		}
		if plain, _ := q.read(r); !plain {
			continue
		}
		switch {
		case strings.HasPrefix(s[i:], "&&"), strings.HasPrefix(s[i:], "||"):
			push(i, i+2)
			skip = i + 2
		case r == '\n' || r == '\r' || r == ';' || pipes && r == '|':
			push(i, i+1)
		}
	}
	push(len(s), len(s))
	return out
}

func anySegment(s string, pipes bool, test func(string) bool) bool {
	for _, seg := range preflightSegments(s, pipes) {
		if test(seg) {
			return true
		}
	}
	return false
}

// scriptHint reports whether some bare word ends in .py or .js.
func scriptHint(s string) bool {
	var word []byte
	var q quoting
	ends := func() bool {
		w := strings.ToLower(trimJS(string(word)))
		word = word[:0]
		return strings.HasSuffix(w, ".py") || strings.HasSuffix(w, ".js")
	}
	for _, r := range s {
		open := q.quote
		plain, behind := q.read(r)
		switch {
		case plain && (strings.ContainsRune("|&;()<>", r) || trimJS(string(r)) == ""), open == 0 && q.quote != 0:
			if ends() {
				return true
			}
		case plain || behind:
			word = utf8.AppendRune(word, r)
		}
	}
	return ends()
}
