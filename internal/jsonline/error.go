package jsonline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

// Error is why a text is not the JSON that it should be, in words for the person who
// wrote it.
type Error struct {
	// Line and Column say where, from 1, columns in code points; both are 0 for the
	// text as a whole.
	Line, Column int
	// Message says what is there and what is wanted, Hint what to do; Hint may be empty.
	Message, Hint string

	// lines: the text has more than one.
	lines bool
}

// Error is the message behind the place in the text, which is a column alone in a text of
// one line.
func (e *Error) Error() string {
	text := e.said()
	switch {
	case e.Line > 0 && e.lines:
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, text)
	case e.Line > 0:
		return fmt.Sprintf("column %d: %s", e.Column, text)
	}
	return text
}

// In is the place in a file that the text begins in a line of: file:line:col, without
// what is not known.
func (e *Error) In(file string, line int) string {
	if e.Line == 0 {
		return fmt.Sprintf("%s:%d", file, line)
	}
	return fmt.Sprintf("%s:%d:%d", file, line+e.Line-1, e.Column)
}

// Told is the whole message about a file: its name, the place in it, what is there and
// what to do.
func (e *Error) Told(file string) string {
	if e.Line == 0 {
		return file + ": " + e.said()
	}
	return e.In(file, 1) + ": " + e.said()
}

func (e *Error) said() string {
	if e.Hint == "" {
		return e.Message
	}
	return fmt.Sprintf("%s (%s)", e.Message, e.Hint)
}

// fault is an error at an offset in a text.
func fault(text []byte, at int, hint, format string, args ...any) *Error {
	before := text[:min(max(at, 0), len(text))]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return &Error{
		Line: bytes.Count(before, []byte("\n")) + 1, Column: utf8.RuneCount(line) + 1,
		Message: fmt.Sprintf(format, args...), Hint: hint, lines: ofLines(text),
	}
}

func ofLines(text []byte) bool { return bytes.Contains(bytes.TrimSpace(text), []byte("\n")) }

// Explain says what an error of package encoding/json about a text comes from.
func Explain(text []byte, err error) *Error {
	var (
		syntax *json.SyntaxError
		wrong  *json.UnmarshalTypeError
	)
	switch {
	case errors.As(err, &wrong):
		what := cmp.Or(wrong.Field, "it")
		return fault(text, int(wrong.Offset), "", "%s must be %s; it is %s", what, kindOf(wrong.Type.Kind().String()), kindOf(wrong.Value))
	case errors.As(err, &syntax), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return notJSON(text, syntax)
	}
	message := strings.TrimPrefix(err.Error(), "json: ")
	if key, ok := strings.CutPrefix(message, "unknown field "); ok {
		if at := regexp.MustCompile(regexp.QuoteMeta(key) + `\s*:`).FindIndex(text); at != nil {
			return fault(text, at[0], "remove it", "unknown key %s", key)
		}
		message = "unknown key " + key
	}
	return &Error{Message: message}
}

// kindOf names a type of Go, or a value of package encoding/json, as JSON does.
func kindOf(name string) string {
	word, value, _ := strings.Cut(name, " ")
	switch word {
	case "struct", "map", "object":
		return "an object"
	case "slice", "array":
		return "a list"
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	case "null":
		return "null"
	case "number":
		if value != "" {
			return "the number " + value
		}
	}
	return "a number"
}

// maxExplained bounds the text that is read once more for the sake of a message.
const maxExplained = 4 << 20

// notJSON finds where a text stops being JSON, and why. The reader that knows why is
// another one than the reader that refused it: where it finds nothing, the place alone
// is told.
func notJSON(text []byte, syntax *json.SyntaxError) *Error {
	if len(bytes.TrimSpace(text)) == 0 {
		return &Error{Message: "it is empty"}
	}
	called := "text"
	if !ofLines(text) {
		called = "line"
	}
	_, err := document.Parse(context.Background(), "", text, document.JSON, document.WithCalled(called), document.WithMaxSize(maxExplained), document.WithMaxDepth(maxNesting+1))
	var found *document.Error
	switch {
	case errors.As(err, &found) && found.Kind == document.Syntax:
		return &Error{Line: found.Span.Start.Line, Column: found.Span.Start.Column, Message: found.Message, Hint: found.Hint, lines: ofLines(text)}
	case syntax != nil:
		return fault(text, int(syntax.Offset)-1, "", "this is not JSON")
	}
	return fault(text, len(text), "", "the %s ends before its value does", called)
}
