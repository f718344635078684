package setup

import "github.com/skillctl/skillctl/internal/document"

// BlockedError is something of somebody else that stands where setup would write, or that
// it cannot take out: the configuration is understood, and a person has to change it.
type BlockedError struct {
	// At is what stands there, with its place and what to do.
	At *document.Error
}

// Error implements error.
func (e *BlockedError) Error() string { return e.At.Error() }

// Unwrap gives the place.
func (e *BlockedError) Unwrap() error { return e.At }

func inTheWay(file string, span document.Span, message, hint string) error {
	return &BlockedError{At: &document.Error{Kind: document.Unsupported, File: file, Span: span, Message: message, Hint: hint}}
}
