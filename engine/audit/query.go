package audit

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Filter says which runs are wanted; the zero value wants all.
type Filter struct {
	// Since and Until bound the time of the start: Since ≤ time < Until. Zero is no
	// bound.
	Since, Until time.Time
	// The others are wanted when they are equal; "" is any.
	Skill, Agent, Effect string
	// Run is an id, its beginning or its end.
	Run string
	// Limit is how many are wanted, the newest; 0 is all.
	Limit int
}

func (f *Filter) wants(r *Record) bool {
	switch {
	case !f.Since.IsZero() && r.Time.Before(f.Since), !f.Until.IsZero() && !r.Time.Before(f.Until):
		return false
	case f.Run != "" && !strings.HasPrefix(r.Run, f.Run) && !strings.HasSuffix(r.Run, f.Run):
		return false
	case f.Effect != "" && (r.Decision == nil || r.Decision.Said() != f.Effect):
		return false
	case (f.Skill != "" || f.Agent != "") && r.Request == nil:
		return false
	case f.Skill != "" && r.Request.Skill != f.Skill, f.Agent != "" && r.Request.Agent != f.Agent:
		return false
	}
	return true
}

// State is how far a run is.
type State string

// The states of a run.
const (
	Running State = "running"
	Ended   State = "ended"
	// LostState: it never ended, and the process that answered for it is gone.
	LostState State = "lost"
	// Unclear: it has not ended, and its process cannot be asked about here.
	Unclear State = "unclear"
	// Refused: it was not started.
	Refused State = "refused"
	// Told: another program was told whether it may run.
	Told State = "answered"
	// Observed: it was recorded what another program would have been told.
	Observed State = "observed"
)

// Run is what is recorded of one run, or of a request that did not run.
type Run struct {
	// First is the record of its start or of the decision; Last that of its end, nil
	// while there is none.
	First *Record `json:"first"`
	Last  *Record `json:"last,omitempty"`
	// Owner is the process that answers for it now.
	Owner *Owner `json:"owner,omitempty"`
	State State  `json:"state"`
}

// maxRuns bounds how many runs are kept at once; the oldest are left out.
const maxRuns = 100_000

// Found is what a search came to.
type Found struct {
	// Runs are in the order of their starts.
	Runs []*Run
	// Total is how many there are, with those that were left out.
	Total int
	// Damaged are lines that could not be used, up to a bound.
	Damaged []error
}

// Runs reads the runs that a filter wants. life answers for a process; nil asks
// the system.
func (l *Log) Runs(ctx context.Context, f Filter, life func(Owner) Life) (*Found, error) {
	if life == nil {
		life = Owner.Life
	}
	found := &Found{}
	open := map[string]*Run{}
	most := maxRuns
	if f.Limit > 0 {
		most = min(most, f.Limit)
	}
	for e, err := range l.Entries(ctx, f.Since) {
		var damaged *DamagedError
		if errors.As(err, &damaged) {
			if len(found.Damaged) < maxProblems {
				found.Damaged = append(found.Damaged, damaged)
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		found.add(open, e.Record, &f, most)
	}
	found.trim(open, most)
	for _, run := range found.Runs {
		run.State = run.state(life)
	}
	return found, nil
}

// add puts a record to its run, without what may be large.
func (d *Found) add(open map[string]*Run, r *Record, f *Filter, most int) {
	r.Code, r.Output = nil, nil
	switch r.Kind {
	case Start, Decided, Answered:
		if !f.wants(r) {
			return
		}
		run := &Run{First: r, Owner: r.Owner}
		d.Runs = append(d.Runs, run)
		d.Total++
		if r.Kind == Start {
			open[r.Run] = run
		}
		if len(d.Runs) >= 2*most {
			d.trim(open, most)
		}
	case Handover:
		if run := open[r.Run]; run != nil {
			run.Owner = r.Owner
		}
	case End:
		if run := open[r.Run]; run != nil {
			run.Last = r
			delete(open, r.Run)
		}
	}
}

func (d *Found) trim(open map[string]*Run, most int) {
	more := len(d.Runs) - most
	if more <= 0 {
		return
	}
	for _, run := range d.Runs[:more] {
		if open[run.First.Run] == run {
			delete(open, run.First.Run)
		}
	}
	d.Runs = append([]*Run(nil), d.Runs[more:]...)
}

func (r *Run) state(life func(Owner) Life) State {
	switch {
	case r.First.Kind == Decided:
		return Refused
	case r.First.Kind == Answered && r.First.Decision != nil && r.First.Decision.Observed:
		return Observed
	case r.First.Kind == Answered:
		return Told
	case r.Last != nil:
		return Ended
	case r.Owner == nil:
		return Unclear
	}
	switch life(*r.Owner) {
	case Alive:
		return Running
	case Gone:
		return LostState
	}
	return Unclear
}

// Of reads all records of one run, in their order.
func (l *Log) Of(ctx context.Context, run string) ([]*Record, error) {
	var out []*Record
	for e, err := range l.Entries(ctx, time.Time{}) {
		var damaged *DamagedError
		if errors.As(err, &damaged) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if e.Record.Run == run && len(out) < maxRuns {
			out = append(out, e.Record)
		}
	}
	return out, nil
}
