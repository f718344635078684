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
	// Constraint has no value: it only says what a value may be. Texts in CUE
	// alone hold it.
	Constraint
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
	case Constraint:
		return "constraint"
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
	// Style is how the value is written.
	Style Style
	// Default: the value gives way to any other, as `*` in CUE says.
	Default bool
	// Alias is the name of the YAML alias that stands here in the value's
	// place: the node's own Span is that of the alias, the spans below it are
	// those of the anchored value. Nodes below may be shared: do not change them.
	Alias string
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
	// File is the file that the key was read from; the value may come from
	// another one, by an include.
	File  string
	Value *Node
}

// Style is how a value is written in the text.
type Style uint8

// The styles. A scalar is plain, quoted or (YAML) a block scalar, a collection
// is in brackets (flow) or not (block): all of JSON5 is flow, tables of TOML
// are block.
const (
	Plain Style = iota
	Single
	Double
	Literal
	Folded
	Flow
	Block
)

// String returns the style in lower case.
func (s Style) String() string {
	switch s {
	case Plain:
		return "plain"
	case Single:
		return "single"
	case Double:
		return "double"
	case Literal:
		return "literal"
	case Folded:
		return "folded"
	case Flow:
		return "flow"
	case Block:
		return "block"
	}
	return "unknown"
}

// Format is the syntax of a document.
type Format string

// The formats that can be read. Files of JSON are read as JSON5; JSON itself is for
// what programs write, and for why they did not.
const (
	JSON5 Format = "json5"
	JSON  Format = "json"
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
	// YAML says what only YAML has; nil for the other formats.
	YAML *YAMLFacts
	// Included are the documents that [Load] read for "$include", in the order
	// of reading, each as it stands, before merging.
	Included []*Document

	// keys finds members of large objects.
	keys keyIndex
}

// YAMLFacts are the uses of YAML that its tree of values does not show.
type YAMLFacts struct {
	// Anchors and Aliases count "&name" and "*name".
	Anchors int
	Aliases int
	// Tags are the explicit tags, in order.
	Tags []YAMLTag
}

// YAMLTag is an explicit tag and the place of the value that it stands on.
type YAMLTag struct {
	// Tag is in its short form, such as "!!str" or "!local".
	Tag  string
	Span Span
}
