// Package cli is the command line of skillctl: it turns arguments into calls
// of the engine and answers into text and exit codes. Nothing is decided here.
package cli
