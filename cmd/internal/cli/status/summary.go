package status

import (
	"cmp"
	"slices"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/run"
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
	// Unanswered are the questions that nobody has answered.
	Unanswered []request `json:"unanswered"`
	// Asking are the questions that somebody waits for at this moment.
	Asking  []question `json:"asking"`
	Running []request  `json:"running"`
	// Observing are the agents whose hooks block nothing now.
	Observing []observing `json:"observing,omitempty"`
	// Intel is the list of what is known to be bad, nil when there is none.
	Intel *list `json:"intel,omitempty"`
}

// observing is an agent whose hook records, and answers nothing.
type observing struct {
	Agent string `json:"agent"`
	File  string `json:"file"`
}

// question is one that waits for an answer from another terminal.
type question struct {
	// ID is as much of its id as people type.
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Until   time.Time `json:"until"`
	Agent   string    `json:"agent"`
	Cwd     string    `json:"cwd"`
	Command string    `json:"command"`
	// Rule and Message are of the first reason.
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

func questionsOf(waiting []approval.Waiting) []question {
	out := []question{}
	for _, w := range waiting {
		out = append(out, question{
			ID: approval.ShortID(w.ID), Time: time.Unix(w.Created, 0).UTC(), Until: time.Unix(w.Expires, 0).UTC(), Agent: w.By, Cwd: w.Cwd(),
			Command: w.Line(), Rule: w.Reasons[0].Rule, Message: w.Reasons[0].Message,
		})
	}
	return out
}

// list is what is told of a list of what is known to be bad.
type list struct {
	Name string `json:"name"`
	// Days is how old it is.
	Days    int `json:"days"`
	Entries int `json:"entries"`
}

const summarySchema = "skillctl.status/v1"

// agent is what one agent asked; its name is "" for requests that name none.
type agent struct {
	Name    string         `json:"name"`
	Effects map[string]int `json:"effects"`
	// Observed counts what it would have been told while its hook observed.
	Observed map[string]int `json:"observed,omitempty"`
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

	// asked is the request itself, and decision what was decided.
	asked    *audit.Request
	decision *audit.Decision
}

func summarize(runs []*audit.Run, approvals []approval.Entry) summary {
	s := summary{Schema: summarySchema, Effects: map[string]int{}, Agents: []agent{}, Denied: []request{}, Unanswered: []request{}, Asking: []question{}, Running: []request{}}
	places := map[string]int{}
	for _, run := range runs {
		decision, asked := run.First.Decision, run.First.Request
		if decision == nil || asked == nil {
			continue
		}
		effect := decision.Said()
		i, known := places[asked.Agent]
		if !known {
			i = len(s.Agents)
			places[asked.Agent] = i
			s.Agents = append(s.Agents, agent{Name: asked.Agent, Effects: map[string]int{}})
		}
		s.Agents[i].Last = run.First.Time.UTC()
		if run.State == audit.Observed {
			s.Agents[i].observe(effect)
			continue
		}
		s.Effects[effect]++
		s.Agents[i].Effects[effect]++
		switch {
		case effect == string(engine.Deny):
			s.Denied = append(s.Denied, requestOf(run))
		case run.State == audit.Running:
			s.Running = append(s.Running, requestOf(run))
		}
	}
	s.Unanswered = unanswered(runs, approvals)
	slices.SortFunc(s.Agents, func(a, b agent) int { return cmp.Compare(a.Name, b.Name) })
	return s
}

// observe counts a call that nothing was answered to.
func (a *agent) observe(effect string) {
	if a.Observed == nil {
		a.Observed = map[string]int{}
	}
	a.Observed[effect]++
}

// where is a command of an agent in a folder: what an approval is given for, as people see
// it.
type where struct{ agent, cwd, command string }

func whereOf(q *audit.Request) where { return where{run.Approver(q), q.Cwd, q.Line()} }

// unanswered are the questions that nobody has answered: the newest request of a command
// of an agent in a folder was one where nobody could be asked, and no approval is there for it.
func unanswered(runs []*audit.Run, approvals []approval.Entry) []request {
	newest := map[where]*audit.Run{}
	for _, run := range runs {
		if run.First.Request != nil {
			newest[whereOf(run.First.Request)] = run
		}
	}
	for _, a := range approvals {
		if a.State == approval.Active {
			delete(newest, where{a.Record.Binding.Agent, a.Record.Binding.Cwd, a.Record.Command()})
		}
	}
	out := []request{}
	for _, run := range runs {
		q := run.First.Request
		if q == nil || run.State != audit.Refused || newest[whereOf(q)] != run {
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
	out := request{Run: run.First.Run, Time: run.First.Time.UTC(), Agent: q.Agent, Skill: q.Skill, Cwd: q.Cwd, Command: q.Line(), asked: q, decision: run.First.Decision}
	if d := run.First.Decision; d != nil && len(d.Reasons) > 0 { // the strictest stands first
		out.Rule, out.Message = d.Reasons[0].Rule, d.Reasons[0].Message
	}
	return out
}
