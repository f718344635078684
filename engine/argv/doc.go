// Package argv reads the arguments of programs by the tables of policies/tables:
// which command a wrapper, a finder or a runner starts, where an interpreter
// finds its code, what an option makes a program run, and where it writes.
//
// It gives back steps, in the order in which the arguments say them, and follows
// none: whoever walks a text does that. It judges nothing, opens nothing and
// knows no grammar of a shell.
package argv
