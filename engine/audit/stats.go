package audit

import (
	"slices"
	"time"
)

// Stats counts runs.
type Stats struct {
	Runs    int            `json:"runs"`
	Effects map[string]int `json:"effects"`
	States  map[State]int  `json:"states"`
	// Ends are by why they ended; Failed are those that ended with another code
	// than 0.
	Ends   map[string]int `json:"ends"`
	Failed int            `json:"failed"`
	// Rules are those that decided, by how often they stood first.
	Rules  map[string]int `json:"rules"`
	Skills map[string]int `json:"skills"`
	Agents map[string]int `json:"agents"`
	// Milliseconds that runs took: all together, the median, the longest.
	TotalMS  int64 `json:"totalMs"`
	MedianMS int64 `json:"medianMs"`
	MaxMS    int64 `json:"maxMs"`
	// Connections that were let through and refused.
	Connections int `json:"connections"`
	Refused     int `json:"refusedConnections"`
	// From and To are the times of the first and the last.
	From time.Time `json:"from,omitzero"`
	To   time.Time `json:"to,omitzero"`
}

// Count counts runs.
func Count(runs []*Run) Stats {
	s := Stats{
		Effects: map[string]int{}, States: map[State]int{}, Ends: map[string]int{}, Rules: map[string]int{}, Skills: map[string]int{}, Agents: map[string]int{},
	}
	var times []int64
	for _, run := range runs {
		s.Runs++
		s.States[run.State]++
		at := run.First.Time
		if s.From.IsZero() || at.Before(s.From) {
			s.From = at
		}
		if at.After(s.To) {
			s.To = at
		}
		if d := run.First.Decision; d != nil {
			s.Effects[d.Said()]++
			if len(d.Reasons) > 0 {
				s.Rules[d.Reasons[0].Rule]++
			}
		}
		if q := run.First.Request; q != nil {
			count(s.Skills, q.Skill)
			count(s.Agents, q.Agent)
		}
		if run.Last == nil || run.Last.Result == nil {
			continue
		}
		result := run.Last.Result
		s.Ends[result.Ended]++
		if result.Code != 0 {
			s.Failed++
		}
		times = append(times, result.DurationMS)
		s.TotalMS += result.DurationMS
		for _, c := range result.Connections {
			if c.Allowed {
				s.Connections++
			} else {
				s.Refused++
			}
		}
	}
	if len(times) > 0 {
		slices.Sort(times)
		s.MedianMS, s.MaxMS = times[len(times)/2], times[len(times)-1]
	}
	return s
}

func count(m map[string]int, name string) {
	if name != "" {
		m[name]++
	}
}
