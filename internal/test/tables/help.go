package tables

import (
	"regexp"
	"strings"
)

// Arity says whether an option takes a value.
type Arity int

// The arities. Unknown is one that the help text does not tell, which is compared
// with nothing; Joined is a value that stands in the same word or not at all.
const (
	Unknown Arity = iota
	None
	Value
	Joined
)

// String names the arity as messages do.
func (a Arity) String() string {
	return [...]string{"unknown", "no value", "a value", "an optional value"}[a]
}

// Option is one option as a help text prints it.
type Option struct {
	// Name is one spelling, with its dashes.
	Name  string
	Arity Arity
	// Line is what stands there, for whoever looks up why.
	Line string
}

// head has the patterns of a line that describes options. A spelling is a dash and
// one character, or dashes and a word; what may stand right behind it is its value.
type head struct {
	short, long, single, digits, value, constant, next, lower *regexp.Regexp
}

func newHead() head {
	return head{
		short:  regexp.MustCompile(`^-[A-Za-z0-9?#@%$.:,!]`),
		long:   regexp.MustCompile(`^--[A-Za-z0-9][-A-Za-z0-9_.]*`),
		single: regexp.MustCompile(`^-[A-Za-z0-9?][-A-Za-z0-9_:]*`),
		digits: regexp.MustCompile(`^-[A-Z]{2,}\b`),
		// --sort=none beside another spelling is an example, not a value; so is the H of
		// -nH, --no-host-directories.
		constant: regexp.MustCompile(`^(=[a-z][-a-z0-9]*(,|$)|[A-Z],)`),
		// <X>, 'X', X of capitals, and one more of them behind a mark.
		value: regexp.MustCompile(`^(<[^>]*>|'[^']*'|"[^"]*"|\{[^}]*\}|[A-Z][-A-Z0-9_]*\b|(\[[^\]]*\])+[A-Z]+)([.,:=/|@]?(\[[^\]]*\]|<[^>]*>|[A-Z]+\b|\.\.\.))*`),
		next:  regexp.MustCompile(`^(\s*[,|/]\s*|\s+or\s+|\s+)(-)`),
		lower: regexp.MustCompile(`^[-a-z0-9_:|./#]*[a-z0-9#]$`),
	}
}

// Read returns the options that a help text describes, those with lines of their
// own: `  -x, --long=VALUE   what it does`. With single, long options have one dash.
// Text that it does not understand gives no option, never a wrong one as far as it
// can tell: what is not sure has the arity Unknown.
func Read(text string, single bool) []Option {
	patterns := newHead()
	var options []Option
	seen := map[string]int{}
	for line := range strings.Lines(plain(text)) {
		trimmed := strings.TrimLeft(strings.TrimRight(line, "\r\n "), " ")
		if !strings.HasPrefix(trimmed, "-") {
			continue
		}
		for _, o := range patterns.line(trimmed, single) {
			at, known := seen[o.Name]
			switch {
			case !known:
				seen[o.Name] = len(options)
				options = append(options, o)
			case options[at].Arity != o.Arity:
				options[at].Arity = Unknown // described twice, and differently
			}
		}
	}
	return options
}

// plain takes the overstriking of manual pages and the sequences of terminals away
// and writes tabs out.
func plain(text string) string {
	var b []rune
	for _, r := range text {
		if r == '\b' {
			if len(b) > 0 {
				b = b[:len(b)-1]
			}
			continue
		}
		b = append(b, r)
	}
	escape := regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]")
	return strings.ReplaceAll(escape.ReplaceAllString(string(b), ""), "\t", "        ")
}

// line reads the options that one line begins with.
func (h head) line(line string, single bool) []Option {
	part, _, _ := strings.Cut(line, "  ")
	// `-x  --long  text` and `-x,  --long`: the head goes on behind the gap.
	if rest := strings.TrimLeft(line[len(part):], " "); strings.HasPrefix(rest, "--") {
		more, _, _ := strings.Cut(rest, "  ")
		part += " " + more
	}
	var options []Option
	shared, constant, comma := None, false, false
	for rest := part; ; {
		name := h.name(rest, single)
		if name == "" {
			break
		}
		arity, after := h.arity(name, rest[len(name):], single)
		constant = constant || h.constant.MatchString(rest[len(name):])
		options = append(options, Option{Name: name, Arity: arity, Line: line})
		if arity > None {
			shared = max(shared, arity)
		}
		sep := h.next.FindString(after)
		comma = comma || strings.HasPrefix(strings.TrimSpace(sep), ",")
		if sep == "" {
			if strings.Trim(after, " :.;,") != "" {
				options[len(options)-1].Arity = Unknown
				shared = Unknown
			}
			break
		}
		rest = after[len(sep)-1:]
	}
	for i := range options {
		if single && !comma {
			break // what stands beside each other are several options
		}
		if constant && len(options) > 1 {
			options[i].Arity = Unknown
		}
		if options[i].Arity != None {
			continue
		}
		switch {
		case shared == Value:
			options[i].Arity = Value // -m, --max-count=NUM
		case shared != None:
			options[i].Arity = Unknown // -F, --classify[=WHEN]: -F may take none
		}
	}
	return options
}

func (h head) name(rest string, single bool) string {
	if name := h.long.FindString(rest); name != "" {
		return strings.TrimRight(name, ".")
	}
	if single {
		return h.single.FindString(rest)
	}
	name := h.short.FindString(rest)
	// -NUM is no letter with a value; -name is a long option of a program that has
	// both.
	if tail := rest[len(name):]; name != "" && tail != "" && tail[0] >= 'a' && tail[0] <= 'z' {
		return ""
	}
	if name != "" && h.digits.MatchString(rest) {
		return ""
	}
	return name
}

// arity reads what stands behind a spelling: `[=X]`, `=X`, ` X`, `X`.
func (h head) arity(name, rest string, single bool) (arity Arity, after string) {
	bare := strings.TrimPrefix(rest, "=")
	switch {
	case strings.HasPrefix(rest, "["):
		end := strings.IndexByte(rest, ']')
		if end < 0 || single && len(name) == 2 && rest[1] >= 'a' && rest[1] <= 'z' {
			return Unknown, ""
		}
		if tail := rest[end+1:]; tail != "" && tail[0] != ' ' && tail[0] != ',' && tail[0] != '.' {
			return Unknown, ""
		}
		return Joined, strings.TrimPrefix(rest[end+1:], "...")
	case bare != rest && strings.HasPrefix(bare, "[") && strings.Index(bare, "]") == len(bare)-1:
		return Joined, ""
	case bare != rest:
		end := strings.IndexByte(bare, ' ')
		if end < 0 {
			return Value, ""
		}
		return Value, bare[len(strings.TrimSuffix(bare[:end], ",")):]
	}
	spaced := strings.TrimPrefix(rest, " ")
	if spaced != rest && strings.HasPrefix(spaced, "-") {
		return None, rest
	}
	if v := h.value.FindString(spaced); v != "" {
		after = strings.TrimPrefix(spaced[len(v):], "...")
		if strings.HasSuffix(v, ">") && strings.HasPrefix(after, " ") && !strings.HasPrefix(after, " -") && !strings.HasPrefix(after, " or ") {
			after = "" // a description with one space before it: <file> Write to file
		}
		return Value, after
	}
	if spaced != rest && h.lower.MatchString(spaced) && len(name) > 1 {
		return Value, ""
	}
	return None, rest
}
