// Package code makes a program of code in a language: it finds what runs it, puts
// text that has no file where the run can read it, and says whether what is there
// is what the settings promise. It judges nothing and starts nothing.
package code
