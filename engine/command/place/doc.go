// Package place finds out which files the words of a text mean: after a cd, through links that the text makes
// or that are on the disk, and as what a pattern may match. It also lists the files that the text makes, since
// what is run after it was made is code that nobody has seen.
package place
