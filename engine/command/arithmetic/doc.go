// Package arithmetic reads what a shell evaluates as arithmetic: the names in it, those that it sets, and
// whether it holds code. It calculates nothing.
package arithmetic
