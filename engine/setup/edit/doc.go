// Package edit puts values into the text of a configuration, and takes them out again,
// without writing the rest anew: comments, order, indentation, line ends and byte order
// mark stay as they are. The places come from package document. Whatever an edit comes
// to is read again, and has to say what was said before and the edit, nothing else.
package edit
