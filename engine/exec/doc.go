// Package exec decides what may run: it reads a command, asks the policies of a
// profile and those of the operator, and looks whether a person has approved it.
package exec
