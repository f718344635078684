// Package matrix holds every backend against every attempt to leave its
// boundary: each is made by a real program, as root and as an ordinary user, and
// what the kernel said is printed as a table by `make boundary`. It has tests
// only.
package matrix
