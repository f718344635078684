// Package approval keeps what people approved, and says whether it still
// holds.
//
// An approval is bound to all that made up its mind: the command or the
// argument vector as it was given, byte for byte; the working directory; the
// variables that can change what it does; the programs that it starts and the
// scripts that they run, by real path and digest; the profile, host, agent and
// channel; and the questions that were asked. [Bind] finds these facts,
// [Store.Match] compares them with what was approved and says precisely what
// is no longer so. What cannot be held to, such as code that comes down a pipe,
// cannot be approved ahead.
//
// A record is one file. It is written whole or not at all, never changed, and
// carries the digest of its own bytes: a damaged record is an error, never a
// yes. That a record was used or revoked is another file, which exists once for
// all processes. The package decides nothing: an approval is a fact for the
// policies, and no policy has to mind it.
//
// A [Queue] keeps questions that wait for an answer from another terminal. Who asks is
// alive as long as its question is, and itself makes of the answer what a policy may see:
// an approval for this once, or one that is kept.
//
// What programs read of their own accord (a Makefile, a package.json, modules,
// configuration) is not bound.
package approval
