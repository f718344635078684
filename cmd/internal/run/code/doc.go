// Package code makes a program of code in a language: it finds what runs it, puts
// text that has no file where the run can read it, and says whether what is there
// is what the settings promise. It judges nothing and starts nothing.
//
// What the settings promise (a version, packages) is asked of a small program of our own (probe.*) in the same
// boundary, without a network. An installation is a run of its own, judged by profile codeexec and by the one
// that holds. Of bash the text itself is judged, and the shell is given the file that holds just this text; its
// digest is looked at again at the start.
package code
