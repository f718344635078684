// Package exec holds the commands that decide and run: exec, run, decide, runs, and the hidden
// one that goes on with a run in the background. Flags and output are here; what a run
// goes through is in package run.
package exec
