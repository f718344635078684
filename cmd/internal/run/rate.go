package run

import (
	"context"
	"fmt"
	"maps"

	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/rate"
	"github.com/skillctl/skillctl/engine/settings"
)

// counted tells runs that a limit on runs an hour counts together: those by the same
// configuration of ZeroClaw, for the same agent of it. Where no configuration says
// which agents there are, all count together: another name would begin another count.
// It reports false without a limit.
func counted(merged *settings.Settings, agent string) (kind string, limited bool) {
	zeroclaw, _ := merged.Document()["zeroclaw"].(map[string]any)
	if _, limited = zeroclaw["max_actions_per_hour"]; !limited {
		return "", false
	}
	config, _ := zeroclaw["config_path"].(string)
	if config == "" {
		agent = ""
	}
	return "zeroclaw\x00" + config + "\x00" + agent, true
}

// withRuns tells the policies how many runs there were in the last hour.
func withRuns(request *exec.Request, n int) {
	extra := maps.Clone(request.Exec.Extra)
	if extra == nil {
		extra = map[string]any{}
	}
	extra["actions_last_hour"] = n
	request.Exec.Extra = extra
}

// CountRuns tells the policies how many runs there were in the last hour, where a
// limit counts them. It takes no place for this one.
func (o *Invocation) CountRuns(ctx context.Context, request *exec.Request, merged *settings.Settings) error {
	kind, limited := counted(merged, request.Exec.Agent)
	if !limited {
		return nil
	}
	places, err := o.Factory.Places()
	if err != nil {
		return err
	}
	n, err := places.Count(ctx, kind, o.Factory.Now())
	if err != nil {
		return err
	}
	withRuns(request, n)
	return nil
}

// takePlace takes a place among the runs of this hour, where a limit counts them: as
// ZeroClaw does, before the request is judged.
func (j *Job) takePlace(ctx context.Context) error {
	kind, limited := counted(j.Merged, j.request.Exec.Agent)
	if !limited {
		return nil
	}
	places, err := j.Factory.Places()
	if err != nil {
		return err
	}
	before, err := places.Take(ctx, j.id, kind, j.Factory.Now())
	if err != nil {
		return fmt.Errorf("nothing was run: %w", err)
	}
	j.places = places
	withRuns(&j.request, before)
	return nil
}

// givePlace gives the place back: what did not start, or failed, does not count.
func (j *Job) givePlace() {
	if j.places == nil {
		return
	}
	givePlace(j.places, j.id, j.note)
	j.places = nil
}

// givePlace gives back the place of a run; what keeps it taken is said.
func givePlace(places *rate.Places, id string, note func(string)) {
	if err := places.Give(id); err != nil {
		note("it counts as a run of this hour, though it failed: " + err.Error())
	}
}
