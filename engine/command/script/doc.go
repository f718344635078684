// Package script is the text of a shell and its syntax tree: places in it, those of texts within it
// among them, what has to be looked at before it is parsed, and what can be read of one that has mistakes.
// It knows nothing of what the words mean.
package script
