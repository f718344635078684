// Package launch turns a decision into something that can be started: it finds
// out what is so about this machine, picks the shell, and makes a [runner.Spec]
// of a request and the boundary that was decided. It decides nothing: what the
// policies did not say is not there, and a boundary that cannot be read is an
// error.
//
// # What is held
//
// [Inspect] finds what git obeys in the working directory and in run.write: hooks, configurations with what they
// include, also those of the user, and what leads to them, there or missing. The policies protect it
// (run.gitConfig). A [Guard] puts back at the end what was missing, and links; a commondir where git makes none is
// refused. Not held: what is missing is there until the run ends, longer when skillctl is killed; repositories
// more than two folders deep, in folders that a container binds, and those that the run makes, which package
// remains looks at when the run has ended; links in folders inside a folder of hooks; paths below ~somebody; programs of the work tree that a configuration or a
// hook names.
//
// Settings of the project that came or changed while a recorded run could write there (time of the inode,
// audit.Log.Wrote) are refused by every command. A link to settings is held at the end only.
package launch
