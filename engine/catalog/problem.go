package catalog

import "errors"

// Why a path leads nowhere, or cannot be read.
const (
	ProblemMissing    = "missing"    // there is nothing
	ProblemVanished   = "vanished"   // there is nothing any more
	ProblemLoop       = "loop"       // links lead to each other, or there are too many of them
	ProblemUnreadable = "unreadable" // the system does not let us look
	ProblemChanged    = "changed"    // it became something else while it was read
	ProblemNotFolder  = "not-folder" // something else lies there
	ProblemBound      = "bound"      // it is longer than skillctl reads
)

// problemOf is what kind of problem an error of the system is.
func problemOf(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errNoFolder):
		return ProblemNotFolder
	case missing(err):
		return ProblemMissing
	case tooManyLinks(err):
		return ProblemLoop
	}
	return ProblemUnreadable
}
