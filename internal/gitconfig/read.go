package gitconfig

import (
	"strings"
	"unicode/utf8"
)

// Setting is one setting. Section and Key are lower case, as Git compares them;
// Subsection is as it is written. Section is empty for what stands before the first
// one.
type Setting struct {
	Section    string `json:"section"`
	Subsection string `json:"subsection"`
	Key        string `json:"key"`
	// Value is "true" for a key without one.
	Value string `json:"value"`
	Line  int    `json:"line"`
}

// Name is the name of the setting as "git config" has it.
func (s Setting) Name() string {
	if s.Subsection == "" {
		return s.Section + "." + s.Key
	}
	return s.Section + "." + s.Subsection + "." + s.Key
}

// Class is the name with "*" for the subsection.
func (s Setting) Class() string {
	if s.Subsection == "" {
		return s.Name()
	}
	return s.Section + ".*." + s.Key
}

// Read reads a configuration as Git does, up to a number of settings. A problem is
// where it stops being one, "" for nowhere; Git refuses such a file, and what stands
// before is returned.
func Read(text string, most int) (settings []Setting, problem string) {
	r := reader{text: strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), line: 1}
	for r.problem == "" && r.skipBlanks() {
		if len(settings) == most {
			return settings, "it has more settings than are read"
		}
		if r.text[r.at] == '[' {
			r.header()
			continue
		}
		if s, ok := r.setting(); ok {
			settings = append(settings, s)
		}
	}
	return settings, r.problem
}

type reader struct {
	text                string
	at, line            int
	section, subsection string
	problem             string
	// unusual: it is valid, but not written as Git writes it.
	unusual bool
}

// more says whether there is a byte.
func (r *reader) more() bool { return r.at < len(r.text) }

// skipBlanks goes on to what is neither blank nor comment, and says whether there is
// any.
func (r *reader) skipBlanks() bool {
	for ; r.more(); r.at++ {
		switch r.text[r.at] {
		case '\n':
			r.line++
		case ' ', '\t', '\v', '\f', '\r':
		case '#', ';':
			r.comment()
		default:
			return true
		}
	}
	return false
}

// comment goes to the last byte before the end of the line.
func (r *reader) comment() {
	for r.at+1 < len(r.text) && r.text[r.at+1] != '\n' {
		r.at++
	}
}

func (r *reader) broken(what string) {
	if r.problem == "" {
		r.problem = what
	}
}

// header reads [section], [section.subsection] or [section "subsection"].
func (r *reader) header() {
	line, _, _ := strings.Cut(r.text[r.at+1:], "\n")
	end := strings.IndexAny(line, `]"`)
	if end < 0 {
		r.broken("a section has no end")
		return
	}
	name := line[:end]
	r.at += 1 + end
	quoted := r.text[r.at] == '"'
	if plain := strings.TrimRight(name, " \t"); strings.ContainsFunc(plain, func(c rune) bool { return !inName(c) }) || (plain != name) != quoted {
		r.unusual = true
	}
	r.section, r.subsection, _ = strings.Cut(strings.ToLower(strings.TrimSpace(name)), ".")
	if quoted {
		r.at++
		r.subsection = r.quotedName()
	}
	if !r.more() || r.text[r.at] != ']' || r.section == "" || strings.ContainsFunc(r.section, func(c rune) bool { return !inName(c) }) {
		r.broken("a section is not written as Git wants it")
		return
	}
	r.at++
}

// quotedName reads a subsection, up to the bracket behind it.
func (r *reader) quotedName() string {
	var name strings.Builder
	for ; r.more() && r.text[r.at] != '"' && r.text[r.at] != '\n'; r.at++ {
		if r.text[r.at] == '\\' && r.at+1 < len(r.text) {
			r.at++
			r.unusual = r.unusual || r.text[r.at] != '"' && r.text[r.at] != '\\'
		}
		r.unusual = r.unusual || r.text[r.at] < ' ' || r.text[r.at] == 0x7f
		name.WriteByte(r.text[r.at])
	}
	r.unusual = r.unusual || name.Len() == 0
	r.at++ // the quote; where there is none, the bracket is missing, too
	return strings.ToValidUTF8(name.String(), "\uFFFD")
}

func inName(c rune) bool {
	return c == '-' || c < utf8.RuneSelf && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9')
}

// setting reads one key with its value. Of one whose value is broken it is the name.
func (r *reader) setting() (Setting, bool) {
	start := r.at
	if c := r.text[r.at]; c == '-' || c >= '0' && c <= '9' {
		r.broken("the name of a setting does not begin with a letter")
		return Setting{}, false
	}
	for r.more() && inName(rune(r.text[r.at])) {
		r.at++
	}
	s := Setting{Section: r.section, Subsection: r.subsection, Key: strings.ToLower(r.text[start:r.at]), Value: "true", Line: r.line}
	for r.more() && (r.text[r.at] == ' ' || r.text[r.at] == '\t') {
		r.at++
	}
	switch {
	case s.Key == "":
		r.broken("a line is neither a section nor a setting")
		return Setting{}, false
	case !r.more() || r.text[r.at] == '\n':
		return s, true
	case r.text[r.at] != '=':
		r.broken("a setting has no =")
		return Setting{}, false
	}
	r.at++
	s.Value = strings.ToValidUTF8(r.value(), "\uFFFD")
	return s, r.problem == ""
}

// value reads up to the end of the line: quotes join, a backslash escapes or goes
// on in the next line, and blanks at both ends do not count.
func (r *reader) value() string {
	var out strings.Builder
	quoted, closed := false, false
	kept := 0 // how much of it is kept whatever blanks follow
	for ; r.more(); r.at++ {
		c := r.text[r.at]
		switch {
		case c == '\n':
			if quoted {
				r.broken("a value has no closing quote")
			}
			return out.String()[:kept]
		case c == '"':
			r.unusual = r.unusual || !quoted && (out.Len() > 0 || closed)
			quoted, closed = !quoted, quoted
			kept = out.Len()
			continue
		case !quoted && (c == '#' || c == ';'):
			r.unusual = true
			r.comment()
			continue
		case !quoted && (c == ' ' || c == '\t'):
			if out.Len() > 0 {
				out.WriteByte(c)
			}
			continue
		case c == '\\':
			r.escape(&out)
		default:
			out.WriteByte(c)
		}
		r.unusual = r.unusual || closed && !quoted
		kept = out.Len()
	}
	if quoted {
		r.broken("a value has no closing quote")
	}
	return out.String()[:kept]
}

func (r *reader) escape(out *strings.Builder) {
	r.at++
	if !r.more() {
		r.broken("a value ends with a backslash")
		return
	}
	r.unusual = r.unusual || r.text[r.at] != '"' && r.text[r.at] != '\\'
	switch c := r.text[r.at]; c {
	case '\n':
		r.line++
	case 't':
		out.WriteByte('\t')
	case 'b':
		out.WriteByte('\b')
	case 'n':
		out.WriteByte('\n')
	case '\\', '"':
		out.WriteByte(c)
	default:
		r.broken("a value has an escape that Git does not know")
	}
}
