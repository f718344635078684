package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// Backend runs commands inside boundaries of one kind.
type Backend interface {
	// Name is how messages call it: "landlock".
	Name() string
	// Holds reports whether the boundary is of this backend's kind.
	Holds(b Boundary) bool
	// Check says whether this machine can hold the boundary right now: nil, or an
	// [UnavailableError] that names what is missing. It starts nothing.
	Check(ctx context.Context, b Boundary) error
	// Start starts the command. The errors are [UnavailableError], [ChangedError],
	// [NotFoundError] and what the system says. The end of ctx kills the run.
	Start(ctx context.Context, spec Spec) (Process, error)
	// Adopt goes on with a run that another process started and handed over, with
	// the writers of its own.
	Adopt(ctx context.Context, run Handover, spec Spec) (Process, error)
}

// Leaver is a backend that cannot hold all of some boundaries on some machines, and
// says what is left.
type Leaver interface {
	// Leaves says in sentences what the boundary leaves open right here.
	Leaves(b Boundary) []string
}

// Leaves says what a boundary leaves open on this machine, in the backend that it is
// for.
func Leaves(b Boundary, backends ...Backend) []string {
	for _, backend := range backends {
		if leaver, ok := backend.(Leaver); ok && backend.Holds(b) {
			return leaver.Leaves(b)
		}
	}
	return nil
}

// Process is a command that runs.
type Process interface {
	// Wait waits for the end and cleans up: no process and no container is left.
	Wait() (Result, error)
	// Signal goes to all processes of the run.
	Signal(sig os.Signal) error
	// Stop asks the run to end, and kills it when the grace of its limits is over.
	Stop() error
	// Resize changes the terminal.
	Resize(size Terminal) error
	// Handover lets go of the run without ending it, for another process to
	// [Backend.Adopt] it; Wait then returns [ErrHandedOver]. Files of the handover
	// are to be passed on as descriptors.
	Handover() (Handover, error)
}

// Handover is a run on its way to another process.
type Handover struct {
	Backend string
	// State is the backend's own.
	State json.RawMessage
	// Files are open descriptors, in the order that State counts on.
	Files []*os.File
}

// ErrHandedOver says that another process has the run now.
var ErrHandedOver = errors.New("the run was handed over")

// UnavailableError says why a boundary cannot be held here.
type UnavailableError struct {
	// Backend is the one that was asked, Missing what it lacks, Hint what to do.
	Backend, Missing, Hint string
}

func (e *UnavailableError) Error() string {
	text := fmt.Sprintf("%s cannot hold this boundary: %s", e.Backend, e.Missing)
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// ChangedError says that what would run is not what was judged.
type ChangedError struct{ Path, Want, Got string }

func (e *ChangedError) Error() string {
	return fmt.Sprintf("%s changed after it was judged: it was %s and is %s", e.Path, e.Want, e.Got)
}

// NotFoundError says that the program is not there, or what the system starts it with.
type NotFoundError struct {
	Program string
	// Interpreter is what the first line of a script or the header of a program names, where
	// that is what is missing.
	Interpreter string
	// Hidden: the interpreter is there, and not in the boundary.
	Hidden bool
}

func (e *NotFoundError) Error() string {
	switch {
	case e.Interpreter == "":
		return fmt.Sprintf("program %q was not found", e.Program)
	case e.Hidden:
		return fmt.Sprintf("program %q cannot start: its interpreter %q is not readable in the sandbox", e.Program, e.Interpreter)
	}
	return fmt.Sprintf("program %q cannot start: its interpreter %q was not found", e.Program, e.Interpreter)
}

// Select picks the backend for a boundary and checks that it can hold it. It
// returns an [UnavailableError] when none can.
func Select(ctx context.Context, b Boundary, backends ...Backend) (Backend, error) {
	names := make([]string, 0, len(backends))
	for _, backend := range backends {
		names = append(names, backend.Name())
		if !backend.Holds(b) {
			continue
		}
		if err := backend.Check(ctx, b); err != nil {
			return nil, err
		}
		return backend, nil
	}
	return nil, &UnavailableError{
		Backend: b.Sandbox, Missing: "this build has no such backend; it has " + strings.Join(names, ", "),
	}
}
