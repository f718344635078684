// Package proposal keeps the queue of skills that agents propose, in the format
// of OpenClaw 2026.9.6's Skill Workshop, until a person applies, rejects or
// quarantines them. It says what a proposal would write and does so whole or not
// at all; whether it may be is asked of policies/proposals and of the caller.
package proposal

import (
	"errors"
	"fmt"
	"strings"
)

// Bounds of OpenClaw 2026.9.6.
const (
	// MaxSupportFiles is how many files a proposal has besides its draft, each
	// of at most MaxSupportFile bytes and all of at most MaxSupport.
	MaxSupportFiles = 64
	MaxSupportFile  = 256 << 10
	MaxSupport      = 2 << 20
	// maxRecord bounds the record of a proposal, and maxDraft its draft.
	maxRecord = 1 << 20
	maxDraft  = 1 << 20
	// maxProposals bounds how many proposals of all states are read.
	maxProposals = 20_000
)

// HostVersion is the version of OpenClaw whose queue this is.
const HostVersion = "2026.9.6"

// Schemas of OpenClaw's documents.
const (
	Schema         = "openclaw.skill-workshop.proposal.v1"
	rollbackSchema = "openclaw.skill-workshop.rollback.v1"
)

// ErrBusy says that another process holds the queue.
var ErrBusy = errors.New("another operator is working on the queue; try again")

// UnknownError says that there is no such proposal.
type UnknownError struct{ ID string }

// Error names the proposal.
func (e *UnknownError) Error() string { return fmt.Sprintf("proposal %q does not exist", e.ID) }

// AmbiguousError says that several proposals begin with what is no whole id.
type AmbiguousError struct {
	ID string
	// Found are those that do, the oldest first.
	Found []*Record
}

// maxNamed is how many proposals an error names.
const maxNamed = 20

// Error says what is wanted, and names the proposals, each on a line of its own.
func (e *AmbiguousError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d proposals begin with %q; give more characters of the id", len(e.Found), e.ID)
	for i, r := range e.Found {
		if i == maxNamed {
			fmt.Fprintf(&text, "\nand %d more; `skillctl proposals list --all` lists them", len(e.Found)-maxNamed)
			break
		}
		fmt.Fprintf(&text, "\n%s (%s)", r.ID, r.Status)
	}
	return text.String()
}

// DraftError says that what is proposed cannot be a proposal of OpenClaw.
type DraftError struct{ Err error }

// Error says why.
func (e *DraftError) Error() string { return e.Err.Error() }

// Unwrap gives what is wrong.
func (e *DraftError) Unwrap() error { return e.Err }

// StaleError says that what a proposal changes is not what it was made for.
type StaleError struct{ ID, Reason string }

// Error says what happened meanwhile.
func (e *StaleError) Error() string { return fmt.Sprintf("proposal %s is stale: %s", e.ID, e.Reason) }
