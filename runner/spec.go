package runner

import (
	"io"
	"time"
)

// Spec is a command that is to run, and its boundary.
type Spec struct {
	// ID names the run: lower-case letters, digits and dashes, unique on this
	// machine.
	ID string
	// Argv is the program as the boundary's host sees it, and its arguments. For a
	// native run Argv[0] is absolute and Program says what was judged.
	Argv []string
	// Program and Files are looked at once more when the command starts: one that
	// is not what was judged stops it ([ChangedError]). Program is nil where the
	// program lies in an image.
	Program *Pin
	Files   []Pin
	// Folders are looked at once more too: the workspace and the working directory
	// as they were when it was decided; see [Folder].
	Folders []Pin
	// Dir is the working directory, absolute on this machine.
	Dir string
	// Env is the whole environment, "NAME=value", sorted. A backend adds only what
	// it needs to reach the proxy.
	Env []string
	// Stdin is nil for no input. Stdout and Stderr get what is left after the
	// limits; with a terminal all goes to Stdout.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Terminal asks for a pseudo-terminal; nil for none.
	Terminal *Terminal
	Boundary Boundary
	// Carried are files that a container brings along, in CarriedFolder: it may see
	// no folder of this machine. On this machine there are none.
	Carried []Carried
	// Tended starts the program below a tender (package early): it is given one piece
	// of code after the other, and what Stdin gives and Stdout gets are frames.
	Tended bool
	// Tied: the run is to be handed over at once, and ends when nobody has it any more,
	// however they went. On this machine every run does. In a container it does where
	// this program can be in it; elsewhere a sweep finds what is left.
	Tied bool
	// Labels stand on a container: "skillctl.skill" and the like.
	Labels map[string]string
	// Proxy is the path of the unix socket that the egress proxy listens on; ""
	// unless the network is restricted.
	Proxy string
}

// CarriedFolder is where a run finds the files that it brings along.
const CarriedFolder = "/.skillctl/code"

// Carried is a file that a run brings along, for everybody in it to read.
type Carried struct {
	// Name has no folder.
	Name string
	Text []byte
}

// Terminal is the size of a pseudo-terminal, in characters.
type Terminal struct{ Rows, Columns uint16 }

// Pin is a file as it was judged.
type Pin struct {
	// Path is what is opened; Real is where it led, links resolved.
	Path, Real string
	// Digest is "sha256:…", of a folder "folder:…"; "" when only Real counts.
	Digest string
}

// Result is how a run ended.
type Result struct {
	// Code is the exit code: 128 + the signal's number for a run that a signal
	// ended, 124 for one that took too long.
	Code int
	// Signal is the name of the signal that ended it, "SIGKILL", or "".
	Signal string
	// Ended is why it ended.
	Ended Ended
	// Started and Finished are read from a clock that does not jump with the
	// machine's; their difference is how long it took.
	Started, Finished time.Time
	Usage             Usage
	// Cut are the bytes of stdout and stderr that were left out.
	CutStdout, CutStderr int64
	// OutOfMemory: the kernel ended a process of the run, though the run itself may
	// have ended with 0.
	OutOfMemory bool
	// Root is how many bytes it had in the root of its container when it was killed for
	// that: it was more than it may write. 0 otherwise.
	Root int64
	// Closed are folders of what may be changed in which the run could make nothing,
	// since they hold what is protected and there were no namespaces.
	Closed []string
}

// Ended is why a run ended.
type Ended string

// Why runs end.
const (
	Exited    Ended = "exited"
	Signalled Ended = "signalled"
	TimedOut  Ended = "timeout"
	Killed    Ended = "killed" // by whoever runs it
	Lost      Ended = "lost"   // its supervisor or its engine went away
)

// Usage is what a run used, as far as the backend knows: 0 is "not known".
type Usage struct {
	CPU       time.Duration
	MaxMemory int64
	// Sent and Received are bytes that went through the proxy.
	Sent, Received int64
}
