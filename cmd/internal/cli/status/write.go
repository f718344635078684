package status

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

const form = "2006-01-02 15:04:05"

// write shows the summary to a person, at most limit requests of each kind, the newest;
// 0 is all.
func (s summary) write(streams *kit.IOStreams, limit int) error {
	var b strings.Builder
	width := streams.Width()
	for _, o := range s.Observing {
		fmt.Fprintf(&b, "%s observes only, and blocks nothing: %s (skillctl setup %s has it answer)\n", o.Agent, format.Escape(o.File), o.Agent)
	}
	fmt.Fprintf(&b, "since %s UTC\n", s.Since.Format(form))
	if len(s.Agents) == 0 {
		b.WriteString("nothing was asked\n")
	} else {
		rows := [][]string{{"AGENT", "ALLOWED", "ASKED", "DENIED", "LAST"}}
		for _, a := range s.Agents {
			allowed := a.Effects[string(engine.Allow)] + a.Effects[string(engine.Warn)]
			rows = append(rows, []string{
				kit.OrDash(a.Name), strconv.Itoa(allowed), strconv.Itoa(a.Effects[string(engine.Ask)]), strconv.Itoa(a.Effects[string(engine.Deny)]), a.Last.Format(form),
			})
		}
		layout.WriteColumns(&b, rows, width)
	}
	for _, a := range s.Agents {
		if a.Observed != nil {
			fmt.Fprintf(&b, "%s, while its hook observed: %d would have been allowed, %d asked, %d denied\n",
				format.Escape(kit.OrDash(a.Name)), a.Observed[string(engine.Allow)]+a.Observed[string(engine.Warn)], a.Observed[string(engine.Ask)], a.Observed[string(engine.Deny)])
		}
	}
	writeQuestions(&b, s.Asking, limit, width)
	writeRequests(&b, "denied", s.Denied, limit, width)
	if writeRequests(&b, "not answered", s.Unanswered, limit, width) {
		s.writeApprovals(&b, streams, limit)
	}
	writeRequests(&b, "running", s.Running, limit, width)
	if s.Intel != nil {
		fmt.Fprintf(&b, "\nknown to be bad: list %s, %s old, entries: %d\n", s.Intel.Name, layout.Count(s.Intel.Days, "day"), s.Intel.Entries)
	}
	if _, err := streams.Out.Write([]byte(b.String())); err != nil {
		return fmt.Errorf("write status: %w", err)
	}
	return nil
}

// writeApprovals writes for each question that is shown what approves it: an approval is
// for one agent in one folder.
func (s summary) writeApprovals(b *strings.Builder, streams *kit.IOStreams, limit int) {
	here, err := streams.Abs(".")
	if err != nil {
		here = ""
	}
	b.WriteString("a question is answered for the agent and the folder that it came from:\n")
	for _, r := range latest(s.Unanswered, limit) {
		fmt.Fprintf(b, "  %s: %s\n", r.Run, format.Escape(run.ApproveRecorded(r.asked, r.decision, here, streams.CanAsk())))
	}
}

// latest are the newest requests of a list, at most limit of them; 0 is all.
func latest(list []request, limit int) []request {
	if limit > 0 && len(list) > limit {
		return list[len(list)-limit:]
	}
	return list
}

// writeQuestions writes those that somebody waits for, the oldest first: its time is over
// first.
func writeQuestions(b *strings.Builder, list []question, limit, width int) {
	if len(list) == 0 {
		return
	}
	shown := list
	if limit > 0 && len(list) > limit {
		shown = list[:limit]
	}
	fmt.Fprintf(b, "\nasked now: %d", len(list))
	if len(shown) < len(list) {
		fmt.Fprintf(b, ", the oldest %d are shown", len(shown))
	}
	b.WriteString("\n")
	rows := [][]string{{"QUESTION", "UNTIL", "BY", "WHERE", "COMMAND", "WHY"}}
	for _, q := range shown {
		rows = append(rows, []string{q.ID, q.Until.Format(form), q.Agent, q.Cwd, layout.Command(format.WholeLine(q.Command), width), q.Message + " (" + q.Rule + ")"})
	}
	layout.WriteColumns(b, rows, width)
	b.WriteString("answer one: skillctl approvals answer QUESTION allow|deny\n")
}

// writeRequests writes a titled table, and says whether there was something to write.
func writeRequests(b *strings.Builder, title string, list []request, limit, width int) bool {
	if len(list) == 0 {
		return false
	}
	shown := latest(list, limit)
	fmt.Fprintf(b, "\n%s: %d", title, len(list))
	if len(shown) < len(list) {
		fmt.Fprintf(b, ", the newest %d are shown", len(shown))
	}
	b.WriteString("\n")
	rows := [][]string{{"TIME", "RUN", "AGENT", "WHERE", "COMMAND", "WHY"}}
	for _, r := range shown {
		why := r.Message
		if r.Rule != "" {
			why += " (" + r.Rule + ")"
		}
		rows = append(rows, []string{r.Time.Format(form), r.Run, kit.OrDash(r.Agent), r.Cwd, layout.Command(r.Command, width), kit.OrDash(why)})
	}
	layout.WriteColumns(b, rows, width)
	return true
}
