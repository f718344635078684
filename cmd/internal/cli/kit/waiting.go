package kit

import (
	"cmp"
	"strings"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/internal/document"
)

// ShowWaiting is a question that waits, whole, as somebody who asks on a terminal shows
// it. Nothing in it begins a line; whole breaks no line, as for a pipe.
func ShowWaiting(w approval.Waiting, whole bool) string {
	p := &layout.Panel{Whole: whole}
	p.Row("question", approval.ShortID(w.ID))
	p.Row("asked by", w.By)
	p.Row("until", time.Unix(w.Expires, 0).UTC().Format("2006-01-02 15:04:05 UTC"))
	if call := w.Call; call != nil {
		p.Row("tool", call.Tool)
		p.Text("input", call.Input)
		p.Row("where", call.Cwd)
		name := "why"
		for _, why := range w.Reasons {
			p.Row(name, why.Message+" ["+why.Rule+"]")
			name = ""
		}
		return p.String()
	}
	questionOf(w).write(p)
	return p.String()
}

// questionOf is a question as it is asked on a terminal. What makes the command look like
// what it is not is found out here, and not believed of the file.
func questionOf(w approval.Waiting) Question {
	c := w.Command
	plan := &approval.Plan{
		Subject: approval.Subject{Argv: c.Argv, Cwd: cmp.Or(c.Dir, c.Cwd), Env: c.Env, Host: c.Host, Agent: c.Agent, Channel: c.Channel, Elevated: c.Elevated},
		Cwd:     c.Cwd, Programs: c.Programs, Scripts: c.Scripts, Loose: c.Loose,
	}
	if c.Text != nil {
		plan.Subject.Command, plan.Facts = *c.Text, analysis.Text(*c.Text)
	} else {
		plan.Facts = analysis.Argv(c.Argv)
	}
	q := Question{Plan: plan, Always: w.Always}
	for _, why := range w.Reasons {
		reason := engine.Reason{Rule: why.Rule, Effect: engine.Ask, Message: why.Message}
		if why.Line > 0 {
			at := document.Position{Line: why.Line, Column: why.Column}
			reason.Span = &document.Span{Start: at, End: at}
		}
		q.Decision.Reasons = append(q.Decision.Reasons, reason)
	}
	return q
}

// Reasons are why somebody is asked, of a decision that asks.
func Reasons(decision engine.Decision) []approval.Why {
	var out []approval.Why
	for _, reason := range decision.Reasons {
		if reason.Effect != engine.Ask {
			continue
		}
		why := approval.Why{Rule: reason.Rule, Message: strings.ToValidUTF8(reason.Message, "\uFFFD")}
		if reason.Span != nil {
			why.Line, why.Column = reason.Span.Start.Line, reason.Span.Start.Column
		}
		out = append(out, why)
	}
	return out
}
