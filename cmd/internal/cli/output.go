package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/skillctl/skillctl/engine/format"
)

// writeJSON writes a value indented.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// orDash is a text, or "-" for an empty one.
func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// putText writes a text to standard output.
func putText(streams *IOStreams, text string) error {
	if _, err := streams.Out.Write([]byte(text)); err != nil {
		return fmt.Errorf("write changes: %w", err)
	}
	return nil
}

// writeLine writes one line of JSON.
func writeLine(streams *IOStreams, v any) error {
	line, err := format.Line(v)
	if err != nil {
		return err
	}
	if _, err := streams.Out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write line: %w", err)
	}
	return nil
}

// put writes text to a file, or to standard output where none is named.
func (f *Factory) put(name string, text []byte) error {
	if name != "" {
		return f.IO.writeFile(name, func(w io.Writer) error { _, err := w.Write(text); return err })
	}
	if _, err := f.IO.Out.Write(text); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

// putJSON writes a value to standard output as the schemas have it.
func (f *Factory) putJSON(v any) error {
	text, err := format.JSONValue(v)
	if err != nil {
		return err
	}
	return f.put("", text)
}
