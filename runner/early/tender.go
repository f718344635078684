package early

// TenderMarker is the first argument that makes this binary a tender: the parent of
// a program that is given one piece of code after the other, inside its boundary.
// Like the other markers it gives nobody more than they have.
const TenderMarker = "__skillctl_tender"

// A frame to or from a tender is its kind, four bytes of its length, the highest
// first, and that many bytes.
const (
	// TenderCode is what the program is to read from descriptor 3, and
	// TenderInterrupt sends SIGINT to its process group.
	TenderCode      = 'C'
	TenderInterrupt = 'I'
	// TenderOut and TenderErr are what was written to stdout and stderr, TenderReply
	// what was written to descriptor 4; an empty one says that it is closed.
	TenderOut   = 'O'
	TenderErr   = 'E'
	TenderReply = 'R'
	// TenderEnded has one byte, the exit code of the program, 128 and its number for
	// a signal. Nothing follows.
	TenderEnded = 'X'
)

// The longest frames, in bytes: TenderFrame of what comes from a tender,
// TenderCommand of what goes to it.
const (
	TenderFrame   = 32 << 10
	TenderCommand = 2 << 20
)
