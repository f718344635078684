// Package notebook keeps sessions: kernels that outlive the command that opened them,
// and run code for later commands.
//
// A session has a folder in the state of its user, with what is known of it, a control
// socket, and its end when it has one. A supervisor (a process of skillctl, detached)
// has the kernel ([Store.Keep], [Book.Serve]). It ends the session when its time is
// over, starts the kernel again when code has ended it, and goes with it: a kernel
// whose supervisor was killed is ended by its backend.
//
// Whoever wants to run code takes the turn ([Store.Take]) and has it until the
// connection is closed; others wait. What is judged in a turn is judged against all
// that ran before it. A command that is killed loses its connection, which interrupts
// what runs.
package notebook
