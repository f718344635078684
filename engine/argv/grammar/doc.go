// Package grammar reads the words of a call by what policies/programs says of the
// program: one entry a program, one parser for all of them.
//
// It says which options and operands there are and what each of them is for, and
// which words it does not understand: an option that the entry does not class, an
// operand too many, a value that is none of the names. It judges nothing. What is
// not understood is not harmless; that is for a policy to say.
package grammar
