package exec

import (
	"context"
	"time"

	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/system"
)

// Remember has the decider keep what policies answered, for a process that is asked again and again.
// A later request gets a kept answer when everything is the same that the answer follows from: the
// request but for its id, the settings, and all that the machine answers when it is asked what it was
// asked before. Approvals, records, ids and places of settings are never kept: they are looked up and
// made for each request. What is not known to be the same is decided anew.
func (d *Decider) Remember() { d.memory.CompareAndSwap(nil, newMemory()) }

// judge is what the policies of a profile answer, and the facts that they were told. facts are those of
// the same request when it was decided before, nil to gather them. Without wanted they may be nil.
func (d *Decider) judge(ctx context.Context, profile *execProfile, req Request, given *prepared, facts *Facts, wanted bool) (*execAnswer, *Facts, error) {
	memory := d.memory.Load()
	var print fingerprint
	// By default nothing is remembered: only what is known to be the same again.
	known := memory != nil && facts == nil && profile.stays
	if known {
		print, known = printOf(profile.name, &req.Exec, given)
	}
	if !known {
		if facts == nil {
			facts = profile.gather(&req.Exec, given.document, system.Here{})
		}
		answer, err := profile.answer(ctx, req, given, facts)
		return answer, facts, err
	}
	before := memory.find(print)
	if before != nil && !wanted && before.record.Holds(system.Here{}) {
		return before.answer, nil, nil
	}
	noted := system.NewRecorder(system.Here{})
	started := time.Now()
	facts = profile.gather(&req.Exec, given.document, noted)
	record := noted.Record()
	if time.Since(started) >= script.MaxTime {
		record = nil // the clock may have ended it
	}
	if before != nil && record.Equal(before.record) {
		return before.answer, facts, nil
	}
	ctx, late := policy.WithLate(ctx)
	answer, err := profile.answer(ctx, req, given, facts)
	if err == nil && !late.Load() {
		memory.keep(print, record, answer)
	}
	return answer, facts, err
}

// printOf is the fingerprint of a request of a profile under settings.
func printOf(profile string, req *Invocation, given *prepared) (fingerprint, bool) {
	settings, ok := given.print()
	if !ok {
		return fingerprint{}, false
	}
	return fingerprintOf(struct {
		profile  string
		request  *Invocation
		settings fingerprint
	}{profile, req, settings})
}
