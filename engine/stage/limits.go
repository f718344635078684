package stage

import (
	"errors"
	"fmt"
	"io/fs"
)

// Limits bound what a source may hold. Zero means the default.
type Limits struct {
	Files int   // files, folders and links; 10,000
	Bytes int64 // bytes of all files together, and of an archive; 256 MiB
	Depth int   // nested folders; 32
	Ratio int64 // bytes that one byte of an archive becomes, beyond the first MiB; 200
}

func (l Limits) withDefaults() Limits {
	if l.Files <= 0 {
		l.Files = 10_000
	}
	if l.Bytes <= 0 {
		l.Bytes = 256 << 20
	}
	if l.Depth <= 0 {
		l.Depth = 32
	}
	if l.Ratio <= 0 {
		l.Ratio = 200
	}
	return l
}

// ratioGrace is how much an archive may unpack to whatever its own size, in bytes.
const ratioGrace = 1 << 20

// Reason says why a source is refused.
type Reason string

// The reasons.
const (
	// TooLarge: more bytes or entries than the bounds allow, or nested too deep.
	TooLarge Reason = "stage/size"
	// Bomb: it unpacks to far more than it is.
	Bomb Reason = "stage/bomb"
	// Outside: a name or a link leads out of the folder.
	Outside Reason = "stage/outside"
	// BadName: a name that some system takes for something else.
	BadName Reason = "stage/name"
	// Collision: two names are one file where case or Unicode form does not
	// matter, or the same name stands twice.
	Collision Reason = "stage/collision"
	// Special: a device, a pipe, or another thing that is neither file, folder
	// nor link.
	Special Reason = "stage/special"
	// Encrypted: nobody can look into it.
	Encrypted Reason = "stage/encrypted"
	// Ambiguous: two programs would read it differently.
	Ambiguous Reason = "stage/ambiguous"
	// Damaged: it is not whole.
	Damaged Reason = "stage/damaged"
	// Format: it is of no kind that is known.
	Format Reason = "stage/format"
)

// RefusedError is a source that must not be unpacked.
type RefusedError struct {
	Reason Reason
	// Source is what was asked for, Member the entry that it is about, "" for the
	// whole.
	Source, Member string
	// Message says what is there and what is wanted.
	Message string
}

// Error names the source, the member and what is wrong.
func (e *RefusedError) Error() string {
	if e.Member == "" {
		return fmt.Sprintf("%q is refused: %s", e.Source, e.Message)
	}
	return fmt.Sprintf("%q is refused: %q: %s", e.Source, e.Member, e.Message)
}

func refuse(reason Reason, member, message string, args ...any) error {
	return &RefusedError{Reason: reason, Member: member, Message: fmt.Sprintf(message, args...)}
}

// isFileProblem is true for what the system says while a file is written, such as
// a full disk.
func isFileProblem(err error) bool {
	var problem *fs.PathError
	return errors.As(err, &problem)
}
