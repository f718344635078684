package setup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/report/fix"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/setup"
	"github.com/skillctl/skillctl/internal/document"
)

// job is one call of the command. plans, failed and names are those of the agents, in
// their order: an agent has a plan or is failed.
type job struct {
	*setupOptions

	receipts *setup.Receipts
	plans    []*setup.Plan
	failed   []error
	names    []string
	// observing are the agents whose hooks answer nothing.
	observing []string
}

// finish shows the plans, and with consent carries them out.
func (j *job) finish(ctx context.Context) error {
	changed, open := 0, 0
	for i, p := range j.plans {
		if err := j.failed[i]; err != nil {
			continue
		}
		if p.Changed() {
			changed++
		}
		open += len(p.Open)
		j.show(p)
	}
	if j.check {
		j.count()
	}
	code := kit.ExitClean
	if open > 0 {
		code = kit.ExitFindings
	}
	if changed > 0 && j.check {
		code = kit.ExitFindings
	}
	var failed []error
	if changed > 0 && !j.check {
		switch yes, err := j.consent(ctx); {
		case err != nil:
			failed = append(failed, err)
		case yes:
			failed = j.write()
		default:
			code = kit.ExitFindings
		}
	}
	return j.end(code, failed)
}

// count says how many agents of several are set up.
func (j *job) count() {
	missing := 0
	for i, p := range j.plans {
		if j.failed[i] != nil || p.Changed() || len(p.Open) > 0 {
			missing++
		}
	}
	switch n := len(j.plans); {
	case n < 2:
	case missing == 0:
		fmt.Fprintf(j.factory.IO.Out, "all %d agents are set up\n", n)
	case missing == 1:
		fmt.Fprintf(j.factory.IO.Out, "1 of %d agents is not set up\n", n)
	default:
		fmt.Fprintf(j.factory.IO.Out, "%d of %d agents are not set up\n", missing, n)
	}
}

// end names the agents that could not be planned for, and what failed.
func (j *job) end(code int, failed []error) error {
	var all []error
	unreadable := false
	for i, err := range j.failed {
		if err != nil {
			all = append(all, fmt.Errorf("%s was left as it is: %w", j.names[i], hinted(err)))
			unreadable = unreadable || !j.check || !errors.As(err, new(*setup.BlockedError))
		}
	}
	switch {
	case unreadable:
		code = kit.ExitUsage
	case len(all) > 0:
		code = kit.ExitFindings // --check is told what is in the way, as it is told what is missing
	}
	switch {
	case len(failed) > 0:
		return errors.Join(append(all, failed...)...)
	case len(all) > 0:
		return &kit.ExitError{Code: code, Err: errors.Join(all...)}
	case code != kit.ExitClean:
		return &kit.ExitError{Code: code}
	}
	return nil
}

// hinted is an error with what to do about it.
func hinted(err error) error {
	if at := new(document.Error); errors.As(err, &at) && at.Hint != "" {
		return fmt.Errorf("%w (%s)", err, at.Hint)
	}
	return err
}

// show says what a plan comes to.
func (j *job) show(p *setup.Plan) {
	out := j.factory.IO.Out
	say := func(text string, args ...any) {
		fmt.Fprintf(out, "%s: %s\n", p.Agent.Name, format.Escape(fmt.Sprintf(text, args...)))
	}
	if other := p.Replaced(); other != "" {
		say("%s", other)
	}
	switch {
	case p.Changed() && !p.Written() && j.check:
		say("all is there, in the %s configuration; which skillctl it calls is not recorded as it is now: setup does so", p.Scope)
	case p.Changed() && !p.Written():
		say("all is there, in the %s configuration; the skillctl that it calls is recorded as it is now", p.Scope)
	case p.Changed() && j.remove:
		say("this is taken out of the %s configuration", p.Scope)
	case p.Changed() && j.check:
		say("this is missing in the %s configuration", p.Scope)
	case p.Changed():
		say("this is written into the %s configuration", p.Scope)
	case j.remove:
		say("nothing of skillctl is in the %s configuration", p.Scope)
	case len(p.Open) > 0:
		say("all that setup can write is there, in the %s configuration; the rest is left for you to change", p.Scope)
	default:
		say("all is there, in the %s configuration", p.Scope)
	}
	for _, c := range p.Changes {
		if !c.Changed() {
			continue
		}
		if c.Real != c.File {
			say("%s is a link to %s", c.File, c.Real)
		}
		fmt.Fprint(out, diff(c))
	}
	for _, err := range p.Open {
		say("%v", hinted(err))
	}
	if slices.Contains(j.observing, p.Agent.Name) && !j.remove {
		say("its hook observes only: it records what it would have answered, and blocks nothing")
	}
	if text := p.Agent.Says[p.Scope]; text != "" && !j.remove {
		say("%s", text)
	}
}

// diff is a change as a unified diff. It has lines of the person's own files: a secret in
// them is told of, and not shown.
func diff(c *setup.Change) string {
	before, after := c.File, c.File
	if !c.There {
		before = "/dev/null"
	}
	if c.Gone {
		after = "/dev/null"
	}
	now := c.Now
	if c.Gone {
		now = nil
	}
	lines := strings.SplitAfter(string(fix.Diff(before, c.Was, after, now)), "\n")
	for i, line := range lines {
		text := strings.TrimSuffix(line, "\n")
		show := format.ToldEntry
		if i <= 1 { // the names of the file
			show = format.WholeLine
		}
		lines[i] = format.DiffLine(text, show) + line[len(text):]
	}
	return strings.Join(lines, "")
}

// consent is --yes, or a person's.
func (j *job) consent(ctx context.Context) (bool, error) {
	if j.yes {
		return true, nil
	}
	if !j.factory.IO.CanAsk() {
		fmt.Fprintln(j.factory.IO.Err, "skillctl: nothing was changed: there is no terminal to ask on; --yes consents")
		return false, nil
	}
	yes, err := j.factory.IO.Confirm(ctx, "Make this change? [y/N] ")
	if err == nil && !yes {
		fmt.Fprintln(j.factory.IO.Err, "nothing was changed")
	}
	return yes, err
}

// write carries out the plans: one that cannot be keeps no other from it.
func (j *job) write() []error {
	var failed []error
	for i, p := range j.plans {
		if j.failed[i] != nil {
			continue
		}
		if err := j.receipts.Write(p); err != nil {
			failed = append(failed, fmt.Errorf("set up %s: %w", p.Agent.Name, err))
			continue
		}
		for _, c := range p.Changes {
			if c.Changed() {
				what := "wrote"
				if c.Gone {
					what = "removed"
				}
				fmt.Fprintf(j.factory.IO.Out, "%s %s\n", what, format.Escape(c.File))
			}
		}
	}
	return failed
}
