// Package analysis reads a command text or an argument vector and finds the facts of package command: every
// command that can run wherever it hides, what it is fed, and every place that was not understood.
//
// It walks the syntax tree once, and once more with the values of words in their place where the text gives
// them. Arguments of programs are read by package argv and names on disk by package lookup, which never call
// back. It is bounded in size, depth, nodes and time, so hostile text gives facts, never a panic.
package analysis
