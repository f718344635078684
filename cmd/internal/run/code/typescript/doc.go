// Package typescript takes the types out of TypeScript, for programs that run
// JavaScript alone.
//
// It does what a compiler does with one file at a time: nothing is checked but the
// syntax. What comes out has a source map in it, so that messages of node with
// --enable-source-maps name the lines of the TypeScript. Other files that a text
// imports by a name that ends in .ts become a part of it; they are read from one
// folder only, and never through a link that leads out of it.
//
// The parser is a library's, calls itself for what is nested, and takes its time for
// some texts: hostile ones would end this process, or hang it. So it runs in a process
// of its own ([Stripper]), which is skillctl with the command [Command].
package typescript
