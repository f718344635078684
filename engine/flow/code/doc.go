// Package code is the small tree that programs of every language are read into: what
// a value is made of, which calls there are, and which names they have. It says
// nothing of types, and of operators only what text is made by them.
//
// The readers (packages python and javascript) never refuse a text: what they do not
// understand is left out of the tree, and what follows is read on. What they do not
// read because it is too much is said in [Program.Cut].
package code
