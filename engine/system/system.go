// Package system is how facts about a command ask the machine: what a name leads to, who owns it, what
// a file says. All that such facts depend on beside the request is an answer of [System], and an answer
// holds no more than facts may depend on. [Here] asks the machine that this runs on. A [Recorder] asks
// it as well and notes each question with its answer; the [Record] of a decision can be asked again
// later, and where every answer is the same the decision would be.
//
// Who adds a question adds a method here, to [Here] and to [Recorder]. A test keeps the packages of
// facts from asking in another way.
package system

import (
	"errors"
	"io/fs"
)

// System answers questions about a machine. Names are absolute, as links in them are followed from where
// they stand. The only errors are [ErrMissing] and [ErrUnreadable].
type System interface {
	// Lstat tells of a name itself, Stat of what its links lead to.
	Lstat(name string) (Info, error)
	Stat(name string) (Info, error)
	// Readlink is what a link says.
	Readlink(name string) (string, error)
	// EvalSymlinks is a name with links resolved, as [path/filepath.EvalSymlinks] has it.
	EvalSymlinks(name string) (string, error)
	// ReadDir lists a folder by name. What was read before an error is given with it.
	ReadDir(name string) ([]Entry, error)
	// ReadFile reads a regular file that has no more bytes than most; a pipe is not waited for.
	ReadFile(name string, most int64) (string, error)
	// ReadWithin is ReadFile of a local name below a folder, through links that stay in it.
	ReadWithin(dir, name string, most int64) (string, error)
	// Head is the beginning of a file, at most so many bytes.
	Head(name string, most int64) (string, error)
	// Digest is the SHA-256 sum of a regular file that has no more bytes than most.
	Digest(name string, most int64) (string, error)
	// MayExecute: this user may run a file. Where that cannot be told it is true.
	MayExecute(name string) bool
	// UserID is the number of the user, -1 where there are none.
	UserID() int
}

// The errors of a [System]. They say no more, so that facts cannot depend on more.
var (
	// ErrMissing: there is nothing of that name.
	ErrMissing = errors.New("it is not there")
	// ErrUnreadable is every other error.
	ErrUnreadable = errors.New("it cannot be read")
)

// Info is what facts are told of a file. Size and times are not among it: a decision does not depend on
// them, and would be another one with each line that is added to a file.
type Info struct {
	Mode fs.FileMode
	// UID and GID are its owner, where Owned.
	UID, GID uint32
	Owned    bool
}

// Entry is one name of a folder.
type Entry struct {
	Name string
	// Folder: it is a folder itself, not a link to one.
	Folder bool
}

// Or is a system, or where it is nil the machine that this runs on.
func Or(s System) System {
	if s == nil {
		return Here{}
	}
	return s
}
