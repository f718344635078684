// Package python reads programs in Python into the tree of package code.
//
// It reads what a skill may hold: whole files, a few lines of a code block, programs of
// Python 2 and 3, and text that is broken. It never refuses one: a bracket that nobody
// closes ends where a statement begins, and a mark that does not fit is left out. Time
// is linear in the text; what is larger or deeper than package code says is cut, and
// [code.Program.Cut] says so.
package python
