// Package value finds out what the words of a text come to, by what the text itself says: assignments, loops,
// arguments that it gives, and commands of which the output follows from their words.
//
// A value is a text with marks of package mark for what is not known of it. The order in which a text sets
// variables does not matter: a value may be any of those that it gives. [Values] asks for single words,
// [Readings] for whole commands with the values of their words in place. Work is counted in steps, for each
// command and for the text as a whole; beyond the bound nothing is known.
package value
