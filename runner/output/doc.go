// Package output takes the files that a run leaves behind: those of the wanted
// kinds and no larger than they may be, and only what is plainly a file of the
// run's own. No link leaves, no hidden file, and no file that has a second name
// somewhere else.
package output
