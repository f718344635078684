// Package proposal keeps the queue of skills that agents propose, in the format
// of OpenClaw 2026.9.6's Skill Workshop, until a person applies, rejects or
// quarantines them. It says what a proposal would write and does so whole or not
// at all; whether it may be applied is for the caller to judge.
package proposal

import (
	"errors"
	"fmt"

	"github.com/skillctl/skillctl/engine/document"
)

// Bounds of OpenClaw 2026.9.6.
const (
	// MaxDescription is the largest description of a proposal, in bytes.
	MaxDescription = 160
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

// Schemas of OpenClaw's documents.
const (
	Schema         = "openclaw.skill-workshop.proposal.v1"
	rollbackSchema = "openclaw.skill-workshop.rollback.v1"
)

// Limits are skills.workshop of the configuration.
type Limits struct {
	// ApprovalPolicy is "auto" or "pending": whether a person has to approve
	// each step.
	ApprovalPolicy string
	// MaxPending is how many proposals wait or are in quarantine, 1 to 200.
	MaxPending int
	// MaxSkillBytes is the largest draft, 1,024 to 200,000 bytes.
	MaxSkillBytes int
}

// LimitsOf reads the configuration as OpenClaw 2026.9.6 does: what is out of
// bounds is brought to the next bound.
func LimitsOf(config *document.Node) Limits {
	number := func(key string, standard, least, most int) int {
		switch value := config.At("skills", "workshop", key).Interface().(type) {
		case int64:
			return int(min(max(value, int64(least)), int64(most)))
		case float64:
			return int(min(max(value, float64(least)), float64(most)))
		}
		return standard
	}
	limits := Limits{ApprovalPolicy: "auto", MaxPending: number("maxPending", 50, 1, 200), MaxSkillBytes: number("maxSkillBytes", 40_000, 1024, 200_000)}
	if policy, ok := config.At("skills", "workshop", "approvalPolicy").Interface().(string); ok && policy == "pending" {
		limits.ApprovalPolicy = policy
	}
	return limits
}

// ErrBusy says that another process holds the queue.
var ErrBusy = errors.New("another operator is working on the queue; try again")

// UnknownError says that there is no such proposal.
type UnknownError struct{ ID string }

// Error names the proposal.
func (e *UnknownError) Error() string { return fmt.Sprintf("there is no proposal %q", e.ID) }

// StatusError says that a proposal is not pending any more.
type StatusError struct {
	ID     string
	Status Status
	Wanted string
}

// Error says what it is and what was wanted.
func (e *StatusError) Error() string {
	return fmt.Sprintf("proposal %s is %s already; only a pending one can be %s", e.ID, e.Status, e.Wanted)
}

// StaleError says that what a proposal changes is not what it was made for.
type StaleError struct{ ID, Reason string }

// Error says what happened meanwhile.
func (e *StaleError) Error() string { return fmt.Sprintf("proposal %s is stale: %s", e.ID, e.Reason) }
