package kit

import (
	"fmt"
	"io"

	"github.com/skillctl/skillctl/engine/report/format"
)

// WriteJSON writes a value indented, with hidden characters escaped.
func WriteJSON(w io.Writer, v any) error {
	text, err := format.JSONValue(v)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// OrDash is a text, or "-" for an empty one.
func OrDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// WriteText writes a text to standard output.
func WriteText(streams *IOStreams, text string) error {
	if _, err := streams.Out.Write([]byte(text)); err != nil {
		return fmt.Errorf("write changes: %w", err)
	}
	return nil
}

// WriteLine writes one line of JSON.
func WriteLine(streams *IOStreams, v any) error {
	line, err := format.Line(v)
	if err != nil {
		return err
	}
	if _, err := streams.Out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write line: %w", err)
	}
	return nil
}

// WriteOutput writes text to a file, or to standard output where none is named.
func (f *Factory) WriteOutput(name string, text []byte) error {
	if name != "" {
		return f.IO.WriteFile(name, func(w io.Writer) error { _, err := w.Write(text); return err })
	}
	return f.IO.Show(text)
}

// WriteOutputJSON writes a value to standard output as the schemas have it.
func (f *Factory) WriteOutputJSON(v any) error {
	text, err := format.JSONValue(v)
	if err != nil {
		return err
	}
	return f.WriteOutput("", text)
}
