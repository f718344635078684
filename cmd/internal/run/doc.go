// Package run takes a request from its flags to its end: it decides, asks a person where the
// policies ask, prepares the boundary, starts the command, hands it over to a supervisor
// when it goes on in the background, and records start and end.
package run
