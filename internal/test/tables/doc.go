// Package tables compares the entries of policies/programs with the programs that are
// installed: it has each of them print its help text, reads the options in it and how
// many words they take, and says which of them the entry does not class, and which it
// reads with another number of words. The second is a mistake: a word would be taken
// for something that it is not.
//
// Programs are started with nothing but the words that ask for help, in an empty
// folder that is also their home, without standard input, and for a few seconds.
package tables
