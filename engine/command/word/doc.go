// Package word decodes the words of a syntax tree as a shell of a dialect reads them: quotes are taken
// away, braces expanded, and what is known only when it runs is an expansion with its name and operator.
// It follows no variable: package value does.
package word
