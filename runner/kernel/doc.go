// Package kernel runs one piece of code after the other in one interpreter, so that
// each finds what the ones before it left: variables, functions, the folder.
//
// A kernel is a run like any other, in the same boundary and the same backend. Its
// command is a small program of ours in the language (kernel.py, kernel.cjs,
// kernel.sh), started below a tender (package early), which is this binary in the
// boundary. The code is hostile, and shares a process with the small program. The
// tender is another process: what the code writes to stdout and stderr comes from
// pipes of its own, as frames with their length, and can never be taken for what is
// said about it. What the small program says (it has ended, with this code) comes
// from a third pipe, which the code can write to if it wants to. It gains nothing:
// the id of an execution is in its answer, whatever else is there ends the kernel, and
// what a kernel says is never more than the code itself could have said.
//
// Everything that comes is bounded: frames, answers, output, and what is written while
// nothing runs, which is counted and left out.
package kernel
