// Package command reads a command text or an argument vector and says what it
// would do: every command that can run wherever it hides, its words, redirects
// and assignments, what an interpreter would execute, and every place that was
// not understood.
//
// It walks the syntax tree; the arguments of programs are read by package argv
// and names on disk by package lookup, which never call back. It finds facts and
// judges nothing: the policies do that. It opens no file unless asked for programs
// or paths, runs nothing, and is bounded in size, depth, nodes and time, so
// hostile text gives facts, never a panic.
package command
