package audit

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/secret"
)

// The bounds of what a record holds, in bytes.
const (
	// MaxText is how much of a command, of each argument and of code is kept.
	MaxText = 256 << 10
	// MaxOutput is how much is kept of each stream of output: half of it from its
	// beginning, half from its end.
	MaxOutput = 128 << 10
	// maxShort bounds a name, a path or a message; maxList how many there are of
	// something.
	maxShort = 4 << 10
	maxList  = 1000
)

// Text is a text of which only the beginning and the end may be kept.
type Text struct {
	Head string `json:"head"`
	// Tail is what the text ends with, "" when Head is all of it.
	Tail string `json:"tail,omitempty"`
	// Bytes is how long the text was, Cut how much of it is left out.
	Bytes int64 `json:"bytes"`
	Cut   int64 `json:"cut,omitempty"`
}

// valid is a text as JSON can hold it: a byte that is not UTF-8 is written \xff.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&out, `\x%02x`, text[i])
		} else {
			out.WriteString(text[i : i+n])
		}
		i += n
	}
	return out.String()
}

// short cuts a text to a number of bytes, and says so.
func short(text string, most int) string {
	if len(text) <= most {
		return text
	}
	keep := most
	for keep > 0 && !utf8.RuneStart(text[keep]) {
		keep--
	}
	return fmt.Sprintf("%s[… %d bytes left out]", text[:keep], len(text)-keep)
}

// clean returns a record whose texts are masked, valid and within their bounds.
// It shares nothing that it changes with the one it is given.
func (m *Mask) clean(r Record) Record {
	name := func(text string) string { return short(valid(m.Hide(text)), maxShort) }
	r.Run, r.Approval = short(valid(r.Run), maxShort), short(valid(r.Approval), maxShort)
	if r.Request != nil {
		r.Request = m.cleanRequest(*r.Request)
	}
	if r.Decision != nil {
		d := *r.Decision
		d.Reasons = make([]Reason, 0, min(len(r.Decision.Reasons), maxList))
		for _, reason := range r.Decision.Reasons[:min(len(r.Decision.Reasons), maxList)] {
			d.Reasons = append(d.Reasons, Reason{name(reason.Rule), name(reason.Effect), name(reason.Message), name(reason.Setting)})
		}
		r.Decision = &d
	}
	if r.Code != nil {
		code := m.cleanText(*r.Code, MaxText)
		r.Code = &code
	}
	if r.Result != nil {
		result := *r.Result
		result.Error = name(result.Error)
		if more := len(result.Connections) - MaxConnections; more > 0 {
			result.Connections, result.More = result.Connections[:MaxConnections], result.More+int64(more)
		}
		cleaned := make([]Connection, len(result.Connections))
		for i, c := range result.Connections {
			cleaned[i] = m.cleanConnection(c)
		}
		result.Connections = cleaned
		if more := len(result.Cleaned) - MaxCleaned; more > 0 {
			result.Cleaned, result.MoreCleaned = result.Cleaned[:MaxCleaned], result.MoreCleaned+int64(more)
		}
		var said []string
		for _, text := range result.Cleaned {
			said = append(said, name(text))
		}
		result.Cleaned = said
		r.Result = &result
	}
	if r.Output != nil {
		r.Output = &Output{m.cleanText(r.Output.Stdout, MaxOutput), m.cleanText(r.Output.Stderr, MaxOutput)}
	}
	if r.Connection != nil {
		c := m.cleanConnection(*r.Connection)
		r.Connection = &c
	}
	return r
}

func (m *Mask) cleanConnection(c Connection) Connection {
	c.Host, c.Address, c.Why = short(valid(m.Hide(c.Host)), maxShort), short(valid(c.Address), maxShort), short(valid(m.Hide(c.Why)), maxShort)
	c.Time = c.Time.UTC()
	return c
}

func (m *Mask) cleanRequest(q Request) *Request {
	if q.Command != nil {
		command := short(valid(m.Hide(secret.Known().HideCalls(*q.Command))), MaxText)
		q.Command = &command
	}
	q.Argv = m.cleanArgv(q.Argv)
	names := make([]string, 0, min(len(q.Env), maxList))
	for _, name := range q.Env[:min(len(q.Env), maxList)] {
		name, _, _ = strings.Cut(name, "=")
		names = append(names, short(valid(name), maxShort))
	}
	q.Env = names
	for _, field := range []*string{&q.Cwd, &q.Profile, &q.Host, &q.Agent, &q.Skill, &q.Tool, &q.Language, &q.Session} {
		*field = short(valid(m.Hide(*field)), maxShort)
	}
	return &q
}

// cleanArgv masks arguments, also the one that follows an option for a secret,
// and keeps as many as fit.
func (m *Mask) cleanArgv(argv []string) []string {
	if argv == nil {
		return nil
	}
	out := make([]string, 0, min(len(argv), maxList))
	left, hide := MaxText, false
	for i, arg := range secret.Known().HideCall(argv) {
		if left <= 0 || i == maxList {
			return append(out, fmt.Sprintf("[… %d arguments left out]", len(argv)-i))
		}
		if hide && !strings.HasPrefix(arg, "-") {
			arg = secret.Masked
		} else {
			arg = short(valid(m.Hide(arg)), left)
		}
		hide = m.option(argv[i])
		left -= len(arg)
		out = append(out, arg)
	}
	return out
}

// cleanText masks a text and keeps its beginning and its end. A text that was cut
// already may have a part of a secret at the edges of the cut; see [Mask.edges].
func (m *Mask) cleanText(t Text, most int) Text {
	size := t.Bytes
	if size == 0 && t.Cut == 0 {
		size = int64(len(t.Head) + len(t.Tail))
	}
	head, tail := t.Head, t.Tail
	if t.Cut > 0 {
		head, tail = m.edges(head, tail)
	}
	head, tail = valid(m.Hide(head)), valid(m.Hide(tail))
	if t.Cut == 0 && len(head) > most {
		tail = head[len(head)-most/2:]
		head = head[:most/2]
	}
	if len(head) > most/2 && tail != "" {
		head = head[:most/2]
	}
	if len(tail) > most/2 {
		tail = tail[len(tail)-most/2:]
	}
	out := Text{Head: wholeEnd(head), Tail: wholeStart(tail), Bytes: size}
	if tail != "" || t.Cut > 0 {
		out.Cut = max(size-int64(len(out.Head)+len(out.Tail)), 1)
	}
	return out
}

// wholeEnd drops the part of a letter that a text ends with, wholeStart the one
// that it begins with.
func wholeEnd(text string) string {
	for i := 1; i <= utf8.UTFMax && i <= len(text); i++ {
		if utf8.RuneStart(text[len(text)-i]) {
			if r, n := utf8.DecodeRuneInString(text[len(text)-i:]); r == utf8.RuneError && n == 1 {
				return text[:len(text)-i]
			}
			break
		}
	}
	return text
}

func wholeStart(text string) string {
	for len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	return text
}
