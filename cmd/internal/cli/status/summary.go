package status

import (
	"cmp"
	"slices"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/audit"
)

// summary is what status tells, as schema/status.cue has it. Requests are in the order
// of the record.
type summary struct {
	Schema string    `json:"schema"`
	Since  time.Time `json:"since"`
	// Effects counts the requests by what was decided; a question that nobody could
	// be asked, which is refused, is a question here.
	Effects map[string]int `json:"effects"`
	Agents  []agent        `json:"agents"`
	Denied  []request      `json:"denied"`
	Waiting []request      `json:"waiting"`
	Running []request      `json:"running"`
}

const summarySchema = "skillctl.status/v1"

// agent is what one agent asked; its name is "" for requests that name none.
type agent struct {
	Name    string         `json:"name"`
	Effects map[string]int `json:"effects"`
	// Last is when it asked last.
	Last time.Time `json:"last"`
}

// request is one request of the record.
type request struct {
	Run     string    `json:"run"`
	Time    time.Time `json:"time"`
	Agent   string    `json:"agent,omitempty"`
	Skill   string    `json:"skill,omitempty"`
	Cwd     string    `json:"cwd"`
	Command string    `json:"command"`
	// Rule and Message are of the reason that decided.
	Rule    string `json:"rule,omitempty"`
	Message string `json:"message,omitempty"`
}

func summarize(runs []*audit.Run, approvals []approval.Entry) summary {
	s := summary{Schema: summarySchema, Effects: map[string]int{}, Agents: []agent{}, Denied: []request{}, Waiting: []request{}, Running: []request{}}
	places := map[string]int{}
	for _, run := range runs {
		decision, asked := run.First.Decision, run.First.Request
		if decision == nil || asked == nil {
			continue
		}
		effect := decision.Effect
		if len(decision.Asked) > 0 {
			effect = string(engine.Ask)
		}
		s.Effects[effect]++
		i, known := places[asked.Agent]
		if !known {
			i = len(s.Agents)
			places[asked.Agent] = i
			s.Agents = append(s.Agents, agent{Name: asked.Agent, Effects: map[string]int{}})
		}
		s.Agents[i].Effects[effect]++
		s.Agents[i].Last = run.First.Time.UTC()
		switch {
		case effect == string(engine.Deny):
			s.Denied = append(s.Denied, requestOf(run))
		case run.State == audit.Running:
			s.Running = append(s.Running, requestOf(run))
		}
	}
	s.Waiting = waiting(runs, approvals)
	slices.SortFunc(s.Agents, func(a, b agent) int { return cmp.Compare(a.Name, b.Name) })
	return s
}

// where is a command in a folder: what an approval is given for, as people see it.
type where struct{ cwd, command string }

// waiting are the questions that nobody has answered: the newest request of a command
// in a folder was one where nobody could be asked, and no approval is there for it.
func waiting(runs []*audit.Run, approvals []approval.Entry) []request {
	newest := map[where]*audit.Run{}
	for _, run := range runs {
		if run.First.Request != nil {
			newest[where{run.First.Request.Cwd, run.First.Request.Line()}] = run
		}
	}
	for _, a := range approvals {
		if a.State == approval.Active {
			delete(newest, where{a.Record.Binding.Cwd, a.Record.Command()})
		}
	}
	out := []request{}
	for _, run := range runs {
		q := run.First.Request
		if q == nil || run.State != audit.Refused || newest[where{q.Cwd, q.Line()}] != run {
			continue
		}
		if d := run.First.Decision; d != nil && len(d.Asked) > 0 {
			out = append(out, requestOf(run))
		}
	}
	return out
}

func requestOf(run *audit.Run) request {
	q := run.First.Request
	out := request{Run: run.First.Run, Time: run.First.Time.UTC(), Agent: q.Agent, Skill: q.Skill, Cwd: q.Cwd, Command: q.Line()}
	if d := run.First.Decision; d != nil && len(d.Reasons) > 0 { // the strictest stands first
		out.Rule, out.Message = d.Reasons[0].Rule, d.Reasons[0].Message
	}
	return out
}
