// Package document reads JSON5, YAML, TOML and CUE text into one tree of nodes
// that remembers where every key and value stands.
//
// It says what a text holds, never whether that is allowed: shape is judged by
// package schema, meaning by the policies.
package document

// Position is a place in a text. Line and Column are 1-based and Column counts
// Unicode code points; Offset is the 0-based byte offset. The zero Position
// means "unknown".
type Position struct {
	Line   int `json:"line"`
	Column int `json:"col"`
	Offset int `json:"offset"`
}

// Span is a stretch of text. End is the position just after the last character.
type Span struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// IsZero reports whether the span says nothing.
func (s Span) IsZero() bool { return s == Span{} }

// Kind is the type of a node.
type Kind int

// The kinds of node. Dates and times of TOML are strings whose Raw is their
// spelling.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the kind as messages to people name it.
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "boolean"
	case Number:
		return "number"
	case String:
		return "string"
	case Array:
		return "list"
	case Object:
		return "object"
	}
	return "unknown"
}

// Node is one value of a document.
type Node struct {
	Kind Kind
	// File is the file that the node was read from: with includes, not always
	// the file of the document.
	File string
	Span Span
	// Value of a scalar: nil, bool, int64, float64 or string. Integers that do
	// not fit an int64 are float64.
	Value any
	// Raw is the spelling of a scalar in the text, quotes included.
	Raw string
	// Items of an array, in order.
	Items []*Node
	// Members of an object, in order; where a format lets a key stand twice
	// (JSON5), every occurrence is kept and the last one counts.
	Members []Member
}

// Member is one key and value of an object.
type Member struct {
	Key     string
	KeySpan Span
	Value   *Node
}

// Format is the syntax of a document.
type Format string

// The formats that can be read. JSON is read as JSON5.
const (
	JSON5 Format = "json5"
	YAML  Format = "yaml"
	TOML  Format = "toml"
	CUE   Format = "cue"
)

// Document is one parsed file.
type Document struct {
	File   string
	Format Format
	// Text is the file as it was read.
	Text []byte
	Root *Node
}
