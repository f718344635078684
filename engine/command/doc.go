// Package command says what is told of a command text or an argument vector: every command that can run, its
// words, redirects and assignments, the places that it names, and all that was not understood. It holds these
// facts and nothing else; the packages below find them, each one thing, and import one another only downwards:
//
//	analysis    walks the syntax tree and puts the facts together
//	disk        what is on the disk under the names of programs and operands
//	place       which files words mean, and which the text makes
//	value       what words come to by what the text says itself
//	dir         the working directory, through cd
//	arithmetic  names in what the shell evaluates
//	word        a word of the tree, decoded
//	mark        characters for what is not known of a value
//	script      the text, its places, its tree
//
// Facts are no judgement: the policies judge.
package command
