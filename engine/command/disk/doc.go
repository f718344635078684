// Package disk looks up on the disk what the commands of a text name: programs, paths and operands, and whether
// a folder is in a repository that git has not made.
package disk
