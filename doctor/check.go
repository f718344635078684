package doctor

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/document"
)

// Check is one thing that is looked at.
type Check struct {
	// ID is "topic/name": "install-policy/not-executable".
	ID    string
	Title string
	// Why says in a sentence or two what follows from a result.
	Why string
	// Deep checks start the command that is configured.
	Deep bool
	// Run looks, and reports what it finds. An error is a check that could not
	// be made.
	Run func(ctx context.Context, m *Machine, report func(Result)) error
}

// Result is something that a check found.
type Result struct {
	// Check is the id of the check; filled in by [Examine].
	Check string
	// Found is what was found, Fault if nothing is said.
	Found Found
	// Severity is filled in by [Judge.Weigh], which [Examine] calls.
	Severity engine.Severity
	// File is where it stands; Setting, when set, is a path in the OpenClaw
	// configuration, and File is filled in.
	File    string
	Setting []any
	Span    document.Span
	// Message says what is there and what is wanted, Hint what to do.
	Message, Hint string
	// Mode, when set, would fix it.
	Mode *ModeFix
}

// Report is what an examination came to.
type Report struct {
	// Results are sorted by severity, check, file and message.
	Results []Result
	// Checked are the ids of the checks that were made, Skipped those of probes
	// that were not asked for, both sorted.
	Checked, Skipped []string
	// Examined are the configuration files that were found.
	Examined []string
}

// Failed says that a check could not be made.
const Failed = "doctor/check-failed"

// Examine makes the checks, in their order, and has the judge say how severe the
// results are. An error is a ctx that has ended, or a judge that fails.
func Examine(ctx context.Context, m *Machine, checks []Check, judge *Judge, deep bool) (Report, error) {
	report := Report{Results: []Result{}, Checked: []string{}, Skipped: []string{}, Examined: m.files()}
	for _, check := range checks {
		if check.Deep && !deep {
			report.Skipped = append(report.Skipped, check.ID)
			continue
		}
		report.Checked = append(report.Checked, check.ID)
		err := check.Run(ctx, m, func(r Result) {
			r.Check = check.ID
			m.locate(&r)
			report.Results = append(report.Results, r)
		})
		if ctx.Err() != nil {
			return Report{}, fmt.Errorf("run checks: %w", ctx.Err())
		}
		if err != nil {
			report.Results = append(report.Results, Result{
				Check: Failed, Message: fmt.Sprintf("check %s failed to run: %s", check.ID, strings.ReplaceAll(err.Error(), "\n", "; ")),
				Hint: "fix the cause of the error, and run skillctl doctor again",
			})
		}
	}
	if err := judge.Weigh(ctx, report.Results); err != nil {
		return Report{}, fmt.Errorf("run checks: %w", err)
	}
	slices.SortStableFunc(report.Results, compareResults)
	slices.Sort(report.Checked)
	slices.Sort(report.Skipped)
	return report, nil
}

func compareResults(a, b Result) int {
	return cmp.Or(
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()), cmp.Compare(a.Check, b.Check), cmp.Compare(a.File, b.File),
		cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset), cmp.Compare(a.Message, b.Message),
	)
}

// Checks are all checks, in the order in which they are made.
func Checks() []Check {
	return slices.Concat(commandChecks(), modeChecks(), skillChecks(), ownChecks(), probeChecks())
}

// Fingerprint stays the same as long as the result says the same of the same
// file.
func (r *Result) Fingerprint() string {
	sum := sha256.Sum256([]byte(r.Check + "\x00" + r.File + "\x00" + r.Message))
	return hex.EncodeToString(sum[:20])
}
