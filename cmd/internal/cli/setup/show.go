package setup

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/report/fix"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/secret"
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
	code := kit.ExitClean
	if open > 0 {
		code = kit.ExitFindings
	}
	if changed > 0 && j.check {
		code = kit.ExitFindings
	}
	if changed > 0 && !j.check {
		yes, err := j.consent(ctx)
		if err != nil {
			return err
		}
		if yes {
			err = j.write()
		} else {
			code = kit.ExitFindings
		}
		if err != nil {
			return err
		}
	}
	return j.end(code)
}

// end names the agents that could not be planned for.
func (j *job) end(code int) error {
	var all []error
	for i, err := range j.failed {
		if err != nil {
			all = append(all, fmt.Errorf("%s was left as it is: %w", j.names[i], hinted(err)))
			code = kit.ExitUsage
		}
	}
	switch {
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
	switch {
	case p.Changed() && j.remove:
		say("this is taken out of the %s configuration", p.Scope)
	case p.Changed():
		say("this is written into the %s configuration", p.Scope)
	case j.remove:
		say("nothing of skillctl is in the %s configuration", p.Scope)
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
	if text := p.Agent.Says[p.Scope]; text != "" && !j.remove {
		say("%s", text)
	}
}

// diff is a change as a unified diff. Lines that have not changed stand around it: no
// secret in them is shown.
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
		if i > 1 { // behind the names of the file
			line = hide(line)
		}
		lines[i] = format.Escape(strings.TrimSuffix(line, "\n")) + line[len(strings.TrimSuffix(line, "\n")):]
	}
	return strings.Join(lines, "")
}

// hide masks the secrets in a line of a configuration.
func hide(line string) string {
	var b strings.Builder
	at := 0
	for _, found := range secret.Known().FindEntries(line) {
		b.WriteString(line[at:found.From] + found.Shown())
		at = found.To
	}
	return b.String() + line[at:]
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

// write carries out the plans.
func (j *job) write() error {
	for i, p := range j.plans {
		if j.failed[i] != nil {
			continue
		}
		if err := j.receipts.Write(p); err != nil {
			return fmt.Errorf("set up %s: %w", p.Agent.Name, err)
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
	return nil
}
