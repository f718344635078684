// Package remains looks at what a run leaves in the folders that it may change,
// and takes away what would act later, outside of every boundary: what git obeys
// in a repository that the run made or changed, settings that stop later
// commands, files that run as their owner, sockets and locks.
//
// [Look] walks the folders before the run, [State.Clear] after it; what was there
// and is as it was stays. Of what git obeys only what the table tables/git.json
// knows to be harmless is left: a setting that nobody has judged is taken out, and
// so is a line that git might read in another way than this package. Nothing is
// lost: a file is moved to its name with ".skillctl-removed", which no program
// obeys, and each step is said.
//
// # Bounds
//
// A walk looks at [MaxEntries] files and folders, after the run at as many more as
// it may have made, and goes [maxDepth] folders deep. Where that is not enough, or a folder cannot be
// read, the report has a gap. What the walk before the run did not see counts as
// the run's when its inode changed since.
//
// Not looked at: the insides of git's object store, which nothing obeys; programs
// of the work tree that a setting that was there before names; what other programs
// than git obey.
package remains
