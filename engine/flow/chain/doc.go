// Package chain follows values through the programs of a package: from what they read
// ([way.Source]) through variables, calls, files and other programs ([way.Step]) to where they
// go ([way.Sink]).
//
// A program is not run, and no path through it is left out: every function is looked
// into where it is called, with what it is called with, and by itself where nothing
// calls it. A value knows the texts that it may have, with a [hole] where a part is not
// known, so that a file's name or a host that is put together is still read. Work is
// counted, not timed, so that the same package gives the same answer; what is not
// followed for want of it is told to the caller.
//
// Which calls read, send, run and write is in policies/tables/calls.json, where
// credentials are kept in credentials.json. Whether a chain is allowed is not decided
// here.
package chain
