package way

import "github.com/skillctl/skillctl/internal/document"

// Languages of programs.
const (
	Python     = "python"
	JavaScript = "javascript"
)

// Text is a program, or a part of one, in a file of the package.
type Text struct {
	File     string
	Source   []byte
	Language string
	// Start is where it stands in the file.
	Start document.Position
	// Span, where it is set, is the place of all of it: it is the argument of a command.
	Span *document.Span
	// Move gives a span in the text its place in the file, where the text was taken out
	// of one; nil for nothing to do.
	Move func(*document.Span)
	// Fenced says that it is a block of a document: blocks of one document go on from
	// each other.
	Fenced bool
}
