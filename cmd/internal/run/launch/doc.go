// Package launch turns a decision into something that can be started: it finds
// out what is so about this machine, picks the shell, and makes a [runner.Spec]
// of a request and the boundary that was decided. It decides nothing: what the
// policies did not say is not there, and a boundary that cannot be read is an
// error.
package launch
