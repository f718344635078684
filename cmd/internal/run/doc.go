// Package run takes a request from its flags to its end: it decides, asks a person where the
// policies ask, prepares the boundary, starts the command, hands it over to a supervisor
// when it goes on in the background, and records start and end.
//
// To go on in the background, the process lets go of the run (Process.Handover), puts what it wrote into a
// folder of runner/session and starts itself again as supervisor, detached, to which it hands the pipes of the
// run, the end of its control pipe and the socket of the proxy. The supervisor adopts the run (Backend.Adopt),
// says so in the record and only then answers; without an answer the first process takes the run back and
// stays. The supervisor records the end before anybody can see it. A run that is being fed, or has a
// connection open, is let go of later.
package run
