package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/setup"
)

// recent is how long ago an agent that is in use has asked at most, remembered how far the
// record is looked through.
const (
	recent     = time.Hour
	remembered = 30 * 24 * time.Hour
)

// Call is what an agent asked, as the record has it.
type Call struct {
	Agent string
	At    time.Time
	// Command is "" for what is no command; Effect is what was answered.
	Command, Effect string
}

// LastCalls are when agents asked last, by name: those that asked within a month. What
// the doctor sends through their hooks does not count. It is nil without a record.
func (m *Machine) LastCalls(ctx context.Context) (map[string]time.Time, error) {
	if m.Calls == nil {
		return nil, nil
	}
	calls, err := m.Calls(ctx, m.Now().Add(-remembered))
	if err != nil {
		return nil, fmt.Errorf("look for questions of agents in the record: %w", err)
	}
	last := map[string]time.Time{}
	for _, c := range calls {
		if !strings.Contains(c.Command, probe) && c.At.After(last[c.Agent]) {
			last[c.Agent] = c.At
		}
	}
	return last, nil
}

// calledHooks reports the agents that ask skillctl, and have not for an hour.
func calledHooks(ctx context.Context, m *Machine, report func(Result)) error {
	last, err := m.LastCalls(ctx)
	if err != nil || last == nil {
		return err
	}
	for _, a := range m.Agents {
		if len(a.Hooks) == 0 {
			continue
		}
		at, asked := last[a.Agent.Name]
		r := Result{File: a.Hooks[0].File, Span: a.Hooks[0].Span, Hint: "when it was at work meanwhile: see that it reads this configuration"}
		since := set(a.Hooks)
		switch ago := m.Now().Sub(at); {
		case since.After(at):
			r.Message = fmt.Sprintf("%s: it has not called skillctl yet since it was set up, %s ago", a.Agent.Name, Ago(m.Now().Sub(since)))
			r.Hint = "have it call a tool: start it anew where it was at work before"
		case !asked:
			r.Message = a.Agent.Name + ": the record has no question of it in the last 30 days"
		case ago > recent:
			r.Found, r.Message = Idle, fmt.Sprintf("%s: it asked last %s ago", a.Agent.Name, Ago(ago))
		default:
			continue
		}
		report(r)
	}
	return nil
}

// set is when setup wrote the hooks of an agent last.
func set(hooks []setup.Hook) time.Time {
	var last time.Time
	for _, h := range hooks {
		if h.Since.After(last) {
			last = h.Since
		}
	}
	return last
}

// Asked says when an agent asked last, for people: last is nil where it did not within the
// last 30 days.
func (m *Machine) Asked(a setup.Inspected, last *time.Time) string {
	since := set(a.Hooks)
	switch {
	case last == nil && since.IsZero():
		return "not in the last 30 days"
	case last == nil, since.After(*last):
		return "not yet since it was set up, " + Ago(m.Now().Sub(since)) + " ago"
	}
	return Ago(m.Now().Sub(*last)) + " ago"
}

// Ago is a time in words, by its largest unit.
func Ago(d time.Duration) string {
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch n := int(d / unit.of); {
		case n == 1:
			return "1 " + unit.name
		case n > 1:
			return fmt.Sprintf("%d %ss", n, unit.name)
		}
	}
	return "less than a minute"
}
