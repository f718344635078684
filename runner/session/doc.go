// Package session keeps runs that nobody waits for, and shells that take one
// command after another.
//
// A run in the background has a folder in a [Store]: what it is, what it wrote and
// how it ended. A supervisor, a process of its own, follows it: whoever started it
// hands it over with [Launch], the supervisor takes it with [Receive] and follows
// it with [Supervise]. Any process of the user can read what it wrote, send it
// input and end it.
//
// A [Console] has shells by number, as Agent Zero does: a command is given to a
// shell, and control comes back when it is done, when it waits for an answer or
// when it takes too long, while it goes on running. See [Timeouts].
package session
