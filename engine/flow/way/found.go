package way

import "github.com/skillctl/skillctl/internal/document"

// The bounds of what is told of one package.
const (
	// MaxChains is how many chains are.
	MaxChains = 100
	// MaxStarted is how many different commands that programs start are, and how many writes.
	MaxStarted = 1000
	// MaxLength is how long a text is that is known of a value, in bytes.
	MaxLength = 2000
)

// Run is a command that a program starts, as a shell would be given it.
type Run struct {
	// Text is the command, Input what it is fed; "${value}" stands for a part that is
	// not known.
	Text, Input string
	// Shown is the call as it is written.
	Shown string
	File  string
	Span  document.Span
}

// Write is a text that a program writes to a place that lasts.
type Write struct {
	// Place is the file, Text what is written there as far as it is known; "$value"
	// stands for a part that is not.
	Place, Text string
	// Call is what writes it, Shown that as it is written.
	Call, Shown string
	Append      bool
	// Hosts are those that it was fetched from: nil where it was not.
	Hosts []string
	File  string
	Span  document.Span
}

// Access is a place where a program reads a store of what is somebody's, reaches another
// machine or moves money, whatever becomes of it.
type Access struct {
	// Kind is "read", "reach", "pay" or "dispatch" for a call of what a text names, Store the kind of what is read, as in [Source].
	Kind  string `json:"kind"`
	Store string `json:"store"`
	// Name is the file, the call or the command by which it is read, or the call that
	// reaches a machine or moves money.
	Name string `json:"name"`
	// Hosts are those that are reached, as in [Sink].
	Hosts []string `json:"hosts"`
	// Veiled says that the host was written in a code.
	Veiled bool          `json:"veiled"`
	File   string        `json:"file"`
	Span   document.Span `json:"span"`
}

// Found is what following finds.
type Found struct {
	Chains   []Chain
	Accesses []Access
	Runs     []Run
	Writes   []Write
	// Cut says that a program was not followed to the end by its statements, for want of work.
	Cut bool
}
