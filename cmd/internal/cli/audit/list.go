package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/audit"
)

type auditListOptions struct {
	auditQuery
	limit int
	json  bool
}

func newAuditList(f *kit.Factory) *cobra.Command {
	opts := &auditListOptions{auditQuery: auditQuery{auditOptions: auditOptions{factory: f}}}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List what ran and what was refused",
		Long: `Lists the newest requests, the newest last. A run that has not ended is "running";
"lost" when its skillctl process no longer exists, as after a kill or a power cut;
"unclear" when that cannot be found out on this machine.`,
		Example: `  skillctl audit list --since 24h --effect deny
  skillctl audit list --skill pdf-forms --json`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opts.limit < 0 {
				return kit.Usagef("--limit %d is below 0; write 0 for all", opts.limit)
			}
			return auditListRun(cmd.Context(), opts)
		},
	}
	opts.flags(cmd)
	cmd.Flags().IntVar(&opts.limit, "limit", 50, "show at most this `number`; 0 for all")
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

func auditListRun(ctx context.Context, o *auditListOptions) error {
	found, filter, err := o.runs(ctx, o.limit)
	if err != nil {
		return err
	}
	if o.json {
		runs := found.Runs
		if runs == nil {
			runs = []*audit.Run{}
		}
		err = kit.WriteJSON(o.factory.IO.Out, runs)
	} else {
		err = writeRuns(o.factory.IO, found, filter)
	}
	return errors.Join(err, kit.DamagedError(found.Damaged))
}

func writeRuns(streams *kit.IOStreams, found *audit.Found, filter audit.Filter) error {
	if len(found.Runs) == 0 {
		text := "nothing is recorded"
		filter.Limit = 0
		if filter != (audit.Filter{}) {
			text = "no record matches"
		}
		_, err := fmt.Fprintln(streams.Out, text)
		return err
	}
	width := streams.Width()
	rows := [][]string{{"TIME", "RUN", "STATE", "EFFECT", "EXIT", "TOOK", "AGENT", "SKILL", "COMMAND"}}
	for _, run := range found.Runs {
		request, effect, exit, took := audit.Request{}, "-", "-", "-"
		if q := run.First.Request; q != nil {
			request = *q
		}
		if d := run.First.Decision; d != nil {
			effect = d.Said()
		}
		if run.Last != nil && run.Last.Result != nil {
			exit, took = strconv.Itoa(run.Last.Result.Code), layout.Milliseconds(run.Last.Result.DurationMS)
		}
		rows = append(rows, []string{
			run.First.Time.UTC().Format("2006-01-02 15:04:05"), run.First.Run, string(run.State), effect, exit, took,
			kit.OrDash(request.Agent), kit.OrDash(request.Skill), layout.Command(request.Line(), width),
		})
	}
	if err := layout.PrintColumns(streams.Out, rows, width); err != nil {
		return err
	}
	if more := found.Total - len(found.Runs); more > 0 {
		_, err := fmt.Fprintf(streams.Out, "%d older ones are not shown (--limit 0 shows all)\n", more)
		return err
	}
	return nil
}

type auditShowOptions struct {
	auditOptions
	id   string
	json bool
}

func newAuditShow(f *kit.Factory) *cobra.Command {
	opts := &auditShowOptions{auditOptions: auditOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "show RUN",
		Short: "Show the record of one run",
		Long:  "Shows everything that is recorded about one run. A unique beginning or end of its id is enough.",
		Args:  kit.OneArg("the id of a run, its beginning or its end"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			return auditShowRun(cmd.Context(), opts)
		},
	}
	opts.flags(cmd)
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

func auditShowRun(ctx context.Context, o *auditShowOptions) error {
	l, _, err := o.open(ctx)
	if err != nil {
		return err
	}
	found, err := l.Runs(ctx, audit.Filter{Run: o.id}, nil)
	if err != nil {
		return err
	}
	var run *audit.Run
	ids := map[string]bool{}
	for _, r := range found.Runs {
		ids[r.First.Run] = true
		if run == nil || run.First.Run != o.id {
			run = r
		}
	}
	switch {
	case o.id == "" || run == nil:
		return kit.Usagef("run %q is not in the record; `skillctl audit list` lists the newest", o.id)
	case len(ids) > 1 && run.First.Run != o.id:
		return kit.Usagef("%q matches %d runs; give more characters of the id", o.id, len(ids))
	}
	records, err := l.Of(ctx, run.First.Run)
	if err != nil {
		return err
	}
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, records)
	} else {
		_, err = io.WriteString(o.factory.IO.Out, showRun(run, records, !o.factory.IO.OutTTY))
	}
	return errors.Join(err, kit.DamagedError(found.Damaged))
}

// showRun sets all that is recorded of a run for a person; whole breaks no line.
func showRun(run *audit.Run, records []*audit.Record, whole bool) string {
	p := &layout.Panel{Whole: whole}
	p.Row("run", run.First.Run)
	p.Row("state", string(run.State))
	for _, r := range records {
		showRecord(p, r)
	}
	return p.String()
}

func showRecord(p *layout.Panel, r *audit.Record) {
	at := r.Time.UTC().Format("2006-01-02 15:04:05.000 UTC")
	p.Row(string(r.Kind), fmt.Sprintf("%s, record %d", at, r.Seq))
	if o := r.Owner; o != nil {
		p.Row("process", strconv.Itoa(o.PID))
	}
	if q := r.Request; q != nil {
		name := "command"
		if q.Command == nil {
			name = "arguments"
		}
		p.Text(name, q.Line())
		for _, f := range []struct{ name, value string }{
			{"where", q.Cwd}, {"profile", q.Profile}, {"host", q.Host}, {"agent", q.Agent}, {"skill", q.Skill}, {"tool", q.Tool}, {"language", q.Language},
			{"variables", strings.Join(q.Env, ", ")},
		} {
			p.Row(f.name, f.value)
		}
		if m := q.Made; m != nil {
			p.Row("ran", fmt.Sprintf("%s, made of the code (%s)", m.Path, m.Digest))
		}
	}
	if d := r.Decision; d != nil {
		effect := d.Said()
		if effect != d.Effect {
			effect += " (nobody could be asked, so it is denied)"
		}
		p.Row("effect", effect)
		name := "reasons"
		for _, reason := range d.Reasons {
			p.Row(name, strings.TrimSpace(fmt.Sprintf("%s (%s) %s", reason.Message, reason.Rule, reason.Setting)))
			name = ""
		}
		p.Row("policies", d.Policy)
	}
	p.Row("approval", r.Approval)
	if m, ok := r.Boundary.(map[string]any); ok {
		p.Row("boundary", boundaryLine(m))
	}
	if r.Code != nil {
		showText(p, "code", *r.Code)
	}
	if r.Result != nil {
		showResult(p, r.Result)
	}
	if r.Output != nil {
		showText(p, "stdout", r.Output.Stdout)
		showText(p, "stderr", r.Output.Stderr)
	}
	if r.Connection != nil {
		p.Row("reached", connectionLine(*r.Connection))
	}
}

// boundaryLine names the parts of a boundary that say most.
func boundaryLine(m map[string]any) string {
	var out []string
	for _, key := range []string{"host", "sandbox", "network"} {
		if text, ok := m[key].(string); ok {
			out = append(out, key+" "+text)
		}
	}
	if w, ok := m["workspace"].(map[string]any); ok {
		out = append(out, fmt.Sprintf("workspace %v (%v)", w["path"], w["access"]))
	}
	return strings.Join(out, ", ")
}

func showText(p *layout.Panel, name string, t audit.Text) {
	if t.Bytes == 0 && t.Head == "" {
		return
	}
	p.Text(name, strings.TrimSuffix(t.Head, "\n"))
	if t.Cut > 0 {
		p.Row("", fmt.Sprintf("(%d of %d bytes are left out)", t.Cut, t.Bytes))
	}
	if t.Tail != "" {
		p.Text("", strings.TrimSuffix(t.Tail, "\n"))
	}
}

func showResult(p *layout.Panel, r *audit.Result) {
	how := fmt.Sprintf("%s, code %d", r.Ended, r.Code)
	if r.Signal != "" {
		how += ", " + r.Signal
	}
	if r.OutOfMemory {
		how += ", out of memory"
	}
	p.Row("ended", how)
	p.Row("error", r.Error)
	used := "took " + layout.Milliseconds(r.DurationMS)
	for _, f := range []struct {
		n    int64
		text string
	}{
		{r.CPUMS, "%d ms of processor"}, {r.MaxMemory, "%d bytes of memory"}, {r.Sent, "%d bytes sent"}, {r.Received, "%d bytes received"},
		{r.CutStdout, "%d bytes of stdout left out"}, {r.CutStderr, "%d bytes of stderr left out"},
	} {
		if f.n > 0 {
			used += ", " + fmt.Sprintf(f.text, f.n)
		}
	}
	p.Row("use", used)
	name := "reached"
	for _, c := range r.Connections {
		p.Row(name, connectionLine(c))
		name = ""
	}
	if r.More > 0 {
		p.Row(name, fmt.Sprintf("and %d more connections", r.More))
	}
}

func connectionLine(c audit.Connection) string {
	text := fmt.Sprintf("%s:%d", c.Host, c.Port)
	if !c.Allowed {
		text += " refused"
	}
	if c.Why != "" {
		text += ": " + c.Why
	}
	if c.Sent+c.Received > 0 {
		text += fmt.Sprintf(" (%d bytes sent, %d received)", c.Sent, c.Received)
	}
	return text
}
