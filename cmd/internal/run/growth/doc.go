// Package growth ends a run that fills the disk: a limit for each file bounds no
// number of files.
//
// A [Meter] asks the file systems that a run may write to how full they are, often
// and at little cost. When one has grown by the limit since the run began, it looks
// whose that is: at the files below the run's folders that changed since, and at those
// that were deleted and are still open. It looks where none has grown as well, but
// seldom: others may free as much as the run adds. Where a process of the run may keep files
// whose size nobody sees, or left a folder that cannot be read, all that the file system
// has grown by counts as the run's. Where a file system does not count its files, they
// are counted instead, seldom enough to take a small part of a processor.
//
// A run can write more than the limit between two looks, as much as the disk
// takes in [interval]. What it frees counts as never written.
package growth
