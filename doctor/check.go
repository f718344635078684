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
	"github.com/skillctl/skillctl/engine/page"
	"github.com/skillctl/skillctl/internal/document"
)

// Check is one thing that is looked at.
type Check struct {
	// ID is "topic/name": "install-policy/not-executable".
	ID    string
	Title string
	// Why says in a sentence or two what follows from a result.
	Why string
	// Remedy says what to do about it.
	Remedy string
	// Deep checks start the command that is configured.
	Deep bool
	// Lacks says what is not there that it looks at, "" if all is; nil if it needs
	// nothing.
	Lacks func(m *Machine) string
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
	// Name is that of a variable, for checks whose severity hangs on it.
	Name string
	// Agent is the agent that it is about, nil for none; Always: it holds for a hook of its
	// managed configuration, too.
	Agent  *AgentFact
	Always bool
	// Start is how a start file has an agent start, nil for none.
	Start *StartFact
	// File is where it stands; Setting, when set, is a path in the OpenClaw
	// configuration, and File is filled in.
	File    string
	Setting []any
	Span    document.Span
	// Message says what is there and what is wanted, Hint what to do.
	Message, Hint string
	// Mode, when set, would fix it.
	Mode *ModeFix
	// Cause is the file or folder whose mode or owner is why, absolute and without
	// links. What has the same cause is one result.
	Cause string
	// Also are the ids of other checks that found the same cause.
	Also []string
}

// Report is what an examination came to.
type Report struct {
	// Results are sorted by severity, check, file and message.
	Results []Result
	// Checked are the ids of the checks that were made, Skipped the others and why,
	// both sorted.
	Checked []string
	Skipped []Skipped
	// Examined are the configuration files that were found.
	Examined []string
}

// Skipped is a check that was not made.
type Skipped struct {
	// Check is its id, Why the reason, Deep that it was not asked for.
	Check, Why string
	Deep       bool
}

// harmless is the severity of what is no finding after all.
const harmless engine.Severity = "none"

// Failed says that a check could not be made, Unusable that settings of
// skillctl's own cannot be used.
const (
	Failed   = "doctor/check-failed"
	Unusable = "skillctl/settings"
)

// Examine makes the checks, in their order, and has the judge say how severe the
// results are. An error is a ctx that has ended, or a judge that fails.
func Examine(ctx context.Context, m *Machine, checks []Check, judge *Judge, deep bool) (Report, error) {
	m.budget = nil
	report := Report{Results: []Result{}, Checked: []string{}, Skipped: []Skipped{}, Examined: m.files()}
	for _, check := range checks {
		if check.Lacks != nil {
			if why := check.Lacks(m); why != "" {
				report.Skipped = append(report.Skipped, Skipped{Check: check.ID, Why: why})
				continue
			}
		}
		if check.Deep && !deep {
			report.Skipped = append(report.Skipped, Skipped{Check: check.ID, Why: "only with --deep, which starts programs", Deep: true})
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
	report.Results = slices.DeleteFunc(report.Results, func(r Result) bool { return r.Severity == harmless })
	slices.SortStableFunc(report.Results, compareResults)
	report.Results = together(report.Results)
	slices.Sort(report.Checked)
	slices.SortFunc(report.Skipped, func(a, b Skipped) int { return cmp.Compare(a.Check, b.Check) })
	return report, nil
}

func compareResults(a, b Result) int {
	return cmp.Or(
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()), cmp.Compare(a.Check, b.Check), cmp.Compare(a.File, b.File),
		cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset), cmp.Compare(a.Message, b.Message),
	)
}

// Pages are what is to be said of every id that an examination can have, sorted.
func Pages() []page.Page {
	pages := []page.Page{
		{
			ID: Failed, Title: "Check failed to run",
			Description: "Something kept the check from looking, so nothing is known about what it checks.",
			Remedy:      "Correct what the message names, and run `skillctl doctor` again.",
		},
		{
			ID: Unusable, Title: "Settings of skillctl are not used",
			Description: "A settings file has a mistake, or others can change it. Until that is corrected nothing is decided and nothing runs.",
			Remedy:      "Correct the file at the place that the message names.",
		},
	}
	for _, check := range Checks() {
		pages = append(pages, page.Page{ID: check.ID, Title: check.Title, Description: check.Why, Remedy: check.Remedy})
	}
	for i := range pages {
		pages[i].Group = "doctor"
	}
	slices.SortFunc(pages, func(a, b page.Page) int { return cmp.Compare(a.ID, b.ID) })
	return pages
}

// Checks are all checks, in the order in which they are made.
func Checks() []Check {
	checks := slices.Concat(commandChecks(), modeChecks(), skillChecks(), agentChecks(), ownChecks(), probeChecks())
	for i := range checks {
		checks[i].Lacks = lacks(checks[i].ID)
	}
	return checks
}

// lacks says what a check looks at that is not there.
func lacks(id string) func(*Machine) string {
	topic, name, _ := strings.Cut(id, "/")
	return func(m *Machine) string {
		_, policy := m.commandOf()
		switch {
		case topic == "install-policy" && m.OpenClaw == nil:
			return "there is no OpenClaw"
		case topic == "skills" && m.OpenClaw == nil && m.Claude == nil && m.Codex == nil:
			return "there is no OpenClaw, no Claude Code and no Codex"
		case topic == "install-policy" && name != "absent" && !policy:
			return "no install policy is configured"
		case topic == "files" && m.OpenClaw == nil && m.ZeroClaw == nil && m.Claude == nil && m.Codex == nil:
			return "there is no agent"
		case id == "exec/proof" && m.OpenClaw == nil && m.ZeroClaw == nil:
			return "there is no OpenClaw and no ZeroClaw"
		case topic == "agents" && m.Agents == nil:
			return "only where no flag names an installation"
		case topic == "agents" && id != absentID && len(m.Agents) == 0:
			return "no agent that skillctl setup knows is installed"
		case topic == "agents" && id != absentID && id != unreadID && !m.Asks():
			return "no agent asks skillctl"
		case id == "skillctl/intel" && m.Intel == nil:
			return "no list of what is known to be bad was taken"
		case topic == "skillctl" && len(m.Own) == 0 && m.Unusable:
			return "the settings of skillctl cannot be used"
		case topic == "skillctl" && len(m.Own) == 0:
			return "there are no settings, approvals or records of skillctl"
		}
		return ""
	}
}

// Fingerprint stays the same as long as the result says the same of the same
// file.
func (r *Result) Fingerprint() string {
	sum := sha256.Sum256([]byte(r.Check + "\x00" + r.File + "\x00" + r.Message))
	return hex.EncodeToString(sum[:20])
}
