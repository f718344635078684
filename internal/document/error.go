package document

import (
	"fmt"
	"strings"
)

// ErrorKind says what sort of failure an [Error] is, so that callers need not
// read its message.
type ErrorKind string

// The kinds of failure.
const (
	// Syntax: the text is not what its format allows.
	Syntax ErrorKind = "syntax"
	// Encoding: the text is not UTF-8, or holds NUL bytes.
	Encoding ErrorKind = "encoding"
	// Limit: the text is larger, deeper or longer than it may be.
	Limit ErrorKind = "limit"
	// Duplicate: a key stands twice where the format forbids it.
	Duplicate ErrorKind = "duplicate"
	// Include: a "$include" cannot be followed.
	Include ErrorKind = "include"
	// Unreadable: the file cannot be opened or read.
	Unreadable ErrorKind = "unreadable"
	// Unsupported: the format cannot be read here.
	Unsupported ErrorKind = "unsupported"
)

// Error is the failure to read a document, and where.
type Error struct {
	Kind ErrorKind
	File string
	// Span is zero when the failure has no place in the text, as for a file
	// that cannot be opened.
	Span Span
	// Other is a second place that matters, such as the first of two equal
	// keys; zero when there is none. It is in the same file.
	Other Span
	// Message says what is there and what is wanted, Hint what to do; Hint may
	// be empty.
	Message string
	Hint    string
	// Err is the cause, if there is one.
	Err error
}

// Error returns "file:line:col: message", without the parts that are unknown.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteByte(':')
	}
	if e.Span.Start.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", e.Span.Start.Line, e.Span.Start.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(e.Message)
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
