package document

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
)

// FormatOf tells the format of a file from the ending of its name, in any
// case: .json, .jsonc and .json5, .yaml and .yml, .toml, .cue.
func FormatOf(path string) (Format, bool) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".json5", ".jsonc":
		return JSON5, true
	case ".yaml", ".yml":
		return YAML, true
	case ".toml":
		return TOML, true
	case ".cue":
		return CUE, true
	}
	return "", false
}

// Parse reads a text. file is only named, in nodes and errors. Every failure
// is an [*Error], save that of ctx. An empty YAML text is null; an empty TOML
// text is an empty object.
func Parse(ctx context.Context, file string, text []byte, format Format, opts ...Option) (*Document, error) {
	return parse(ctx, file, text, format, start(), newOptions(opts))
}

// ParseYAML reads a YAML text that is part of a larger one, as front matter is.
// base is the position of the first byte of text in its file: the tree and the
// errors have positions in that file.
func ParseYAML(ctx context.Context, file string, text []byte, base Position, opts ...Option) (*Document, error) {
	return parse(ctx, file, text, YAML, base, newOptions(opts))
}

// ParseAt reads a text in any format that is part of a larger one, as a block of code is.
// base is the position of its first byte in the file.
func ParseAt(ctx context.Context, file string, text []byte, format Format, base Position, opts ...Option) (*Document, error) {
	return parse(ctx, file, text, format, base, newOptions(opts))
}

func parse(ctx context.Context, file string, text []byte, format Format, base Position, o *options) (*Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	src, err := newSource(file, text, base, o)
	if err != nil {
		return nil, err
	}
	doc := &Document{File: file, Format: format, Text: text}
	switch format {
	case JSON5, JSON:
		doc.Root, err = parseJSON5(ctx, src, format == JSON, o)
	case YAML:
		doc.Root, doc.YAML, err = parseYAML(ctx, src, o)
	case TOML:
		doc.Root, err = parseTOML(ctx, src, o)
	case CUE:
		doc.Root, err = parseCUE(src, text, o)
	default:
		err = &Error{Kind: Unsupported, File: file, Message: "the format \"" + string(format) + "\" is not known: wanted json5, yaml, toml or cue"}
	}
	if err != nil {
		return nil, err
	}
	return doc, nil
}

func parseCUE(src *source, text []byte, o *options) (*Node, error) {
	if o.cue == nil {
		return nil, &Error{
			Kind: Unsupported, File: src.file,
			Message: "CUE text cannot be read here: wanted JSON5, YAML or TOML",
			Hint:    "write the file in one of these formats",
		}
	}
	root, err := o.cue(src.file, text)
	if err == nil {
		return root, nil
	}
	var known *Error
	if errors.As(err, &known) {
		return nil, known
	}
	return nil, &Error{Kind: Syntax, File: src.file, Message: err.Error(), Err: err}
}
