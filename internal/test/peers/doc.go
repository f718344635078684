// Package peers measures what skillctl costs beside programs that somebody would
// use in its place: opa, conftest, a policy in Node, bwrap and docker. All sides of a
// row are started in turns, in one run, so that a busy machine slows them alike: the
// ratios hold where milliseconds do not.
package peers
