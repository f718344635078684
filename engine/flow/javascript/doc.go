// Package javascript reads programs in JavaScript and TypeScript into the tree of
// package code.
//
// Types are left out as they are read, so that one reader does for both, and for a text
// that is neither: it never refuses one. A bracket that nobody closes ends with what is
// around it, and a mark that does not fit is left out. Time is linear in the text; what
// is larger or deeper than package code says is cut, and [code.Program.Cut] says so.
package javascript
