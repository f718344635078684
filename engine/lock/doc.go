// Package lock keeps what is installed in a root, a folder that skills are loaded
// from, and writes down what that is: in skills.lock, with the digest of every
// file, what each skill asks for, where it comes from, who signed it, by which
// policies it was judged, and who took it on and why.
//
// A skill is put in its place, replaced or removed in one step together with its
// entry ([Root.Install], [Root.Remove]). Whatever ends the process in between, the
// next one that opens the root finds the old skill and its entry, or the new ones.
package lock
