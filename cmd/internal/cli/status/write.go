package status

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
)

const form = "2006-01-02 15:04:05"

// write shows the summary to a person, at most limit requests of each kind, the newest;
// 0 is all.
func (s summary) write(streams *kit.IOStreams, limit int) error {
	var b strings.Builder
	width := streams.Width()
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
	writeRequests(&b, "denied", s.Denied, limit, width)
	if writeRequests(&b, "waiting", s.Waiting, limit, width) {
		b.WriteString("approve one in its folder: skillctl approvals approve --reason REASON -c COMMAND\n")
	}
	writeRequests(&b, "running", s.Running, limit, width)
	if _, err := streams.Out.Write([]byte(b.String())); err != nil {
		return fmt.Errorf("write status: %w", err)
	}
	return nil
}

// writeRequests writes a titled table, and says whether there was something to write.
func writeRequests(b *strings.Builder, title string, list []request, limit, width int) bool {
	if len(list) == 0 {
		return false
	}
	shown := list
	if limit > 0 && len(list) > limit {
		shown = list[len(list)-limit:]
	}
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
