package script

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"
)

// Recovered is a text with mistakes in its syntax as far as it can be read.
type Recovered struct {
	// Text has as many bytes as what it was made of: where a word, a sign or an
	// open quote keeps it from being read, there are blanks.
	Text string
	// Closed is the text with what ends its open here-documents behind it, as a shell
	// takes it that reads to the end of a file, or, of a single line, what closes its
	// quotes and brackets; "" when that does not make it whole.
	Closed string
	// Mistakes is how many there were. Unread is where what was given up begins,
	// because there were too many; -1 when all was read.
	Mistakes int
	Unread   int
	// Read is how many bytes were read for it.
	Read int
}

// The bounds of error recovery: a text is read again behind each mistake, and what
// nothing closes is met only at its end. recoverTimes is how many times the length of a
// text is read in all, recoverLeast what is read of a short one, in bytes.
const (
	recoverTimes = 16
	recoverLeast = 16 << 10
)

// Recover reads a text as [Bash] statement by statement, takes out what no statement
// can hold, and goes on behind it: nothing that stands before or after a mistake is
// lost by it. The text has to be UTF-8 without NUL bytes. One that [Prescan] refuses
// is not read.
func Recover(src string) Recovered {
	out := Recovered{Text: src, Unread: -1}
	if limit, _ := Prescan(src); limit != "" {
		out.Unread = 0
		return out
	}
	m := recovery{text: []byte(src), most: recoverTimes*len(src) + recoverLeast, deadline: Deadline(), last: -1, parser: parsers.bash.Get().(*syntax.Parser)}
	defer func() { parsers.bash.Put(m.parser) }()
	out.Closed = m.closed(src)
	for from := 0; ; {
		for from < len(m.text) && isBlank(m.text[from]) {
			from++
		}
		at := m.read(&from)
		if at < 0 {
			from = 0
			if at = m.whole(); at < 0 {
				break
			}
		}
		if m.mistakes++; m.spent > m.most || time.Now().After(m.deadline) || !m.mask(&from, at) {
			out.Unread = from
			blank(m.text[from:])
			break
		}
	}
	out.Text, out.Mistakes, out.Read = string(m.text), m.mistakes, m.spent
	return out
}

// recovery is a text from which mistakes are taken out in place.
type recovery struct {
	text     []byte
	parser   *syntax.Parser
	deadline time.Time
	// spent is how much was read, most the bound of it, in bytes.
	spent, most int
	mistakes    int
	// last is where the last mistake was, message what it was.
	last    int
	message string
}

// maxOpen is how much that a text leaves open is closed.
const maxOpen = 8

// closed is a text with what it leaves open closed at its end.
func (m *recovery) closed(src string) string {
	line := !strings.Contains(src, "\n")
	text := src
	for range maxOpen {
		source := &sips{rest: []byte(text), deadline: m.deadline, size: MaxBytes}
		err := m.guarded(func() error { _, err := m.parser.Parse(source, ""); return err })
		m.spent += source.read
		if err == nil {
			return text
		}
		_, message := SyntaxError(err)
		word, document := strings.CutPrefix(message, unclosed)
		_, quote, quoted := strings.Cut(message, "reached EOF without closing quote ")
		_, bracket, nested := strings.Cut(message, " with ")
		switch {
		case document:
			text += "\n" + unquoted(word) + "\n"
		case line && quoted:
			text += unquoted(quote)
		case line && nested && strings.HasPrefix(message, "reached EOF without matching"):
			text += unquoted(bracket)
		default:
			return ""
		}
	}
	return ""
}

// unquoted is a sign as the parser shows it without the quotes around it.
func unquoted(sign string) string {
	text, err := strconv.Unquote(sign)
	if err != nil {
		return ""
	}
	return text
}

// unclosed is how the message for an open here-document begins.
const unclosed = "unclosed here-document "

// read reads statements from an offset on, and says where a mistake is, -1 for none.
// It moves the offset behind the last statement before it.
func (m *recovery) read(from *int) int {
	begin := *from
	rest := m.text[begin:]
	source := &sips{rest: rest, deadline: m.deadline, size: 16}
	last, ended := begin, false // the last statement without a mistake, and whether a sign ends it
	err := m.guarded(func() error {
		for s, err := range m.parser.StmtsSeq(source) {
			if err != nil {
				return err
			}
			end := s.End()
			if holdsHeredoc(s) {
				end = s.Pos() // its text stands behind its end
			}
			last, ended = begin+int(s.Pos().Offset()), s.Semicolon.IsValid()
			*from = begin + min(int(end.Offset()), len(rest))
		}
		return nil
	})
	m.spent += source.read
	if err == nil {
		return -1
	}
	offset, message := SyntaxError(err)
	m.message = message
	at := max(begin+offset, *from)
	if !ended && bytes.IndexByte(m.text[*from:min(at, len(m.text))], '\n') < 0 {
		*from = last // it may go on behind the mistake
	}
	return at
}

// whole says where a mistake is that shows when all is read together, -1 for none.
func (m *recovery) whole() int {
	source := &sips{rest: m.text, deadline: m.deadline, size: MaxBytes}
	err := m.guarded(func() error { _, err := m.parser.Parse(source, ""); return err })
	m.spent += source.read
	if err == nil {
		return -1
	}
	at, message := SyntaxError(err)
	m.message = message
	return at
}

// guarded reads something. A reader that fails has met a mistake, too.
func (m *recovery) guarded(read func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			m.parser = syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true))
			err = errors.New(FailedReader)
		}
	}()
	return read()
}

// sips hands a text out in parts that grow: a mistake soon after the beginning
// costs little.
type sips struct {
	rest       []byte
	deadline   time.Time
	size, read int
}

func (s *sips) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		return 0, io.EOF
	}
	if time.Now().After(s.deadline) {
		return 0, ErrSlow
	}
	n := copy(p, s.rest[:min(len(s.rest), s.size)])
	s.rest = s.rest[n:]
	s.size = min(2*s.size, MaxBytes)
	s.read += n
	return n, nil
}

func holdsHeredoc(s *syntax.Stmt) bool {
	holds := false
	syntax.Walk(s, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Redirect); ok && (r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc) {
			holds = true
		}
		return !holds
	})
	return holds
}

// mask puts blanks where a mistake is, and says whether there was anything left.
func (m *recovery) mask(from *int, at int) bool {
	again := at == m.last
	m.last = at
	for at < len(m.text) && isBlank(m.text[at]) {
		at++
	}
	if at >= len(m.text) {
		at = len(bytes.TrimRight(m.text, " \t\r\n")) - 1
	}
	if at < *from {
		return false
	}
	if strings.HasPrefix(m.message, "statements must be separated") && !again && at > *from {
		m.text[at-1] = '\n' // nothing keeps it apart from what stands before it
		return true
	}
	at = m.cause(*from, at)
	blank(m.text[at : at+signLength(m.text[at:])])
	return true
}
