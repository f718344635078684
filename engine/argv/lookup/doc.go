// Package lookup finds what the name of a program or a path stands for on disk:
// links resolved, owner and mode, and whether somebody could change it. It opens
// a file only to see whether it is a script, and for the digest of one that can
// be changed.
package lookup
