// Package dependency finds what a text has package managers install: names that are one
// slip away from a well-known one, and the addresses from which packages are taken.
//
// It reads lines and not a shell's syntax, so that commands in code, in sentences and in
// strings of programs are found alike, and the files in which package managers keep
// their lists and settings. It says what is written, never whether that is right.
package dependency
