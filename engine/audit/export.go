package audit

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// ExportLines writes the records of the runs that a filter wants, as they are in
// the files; with a filter that wants all, every record, so that the chain can be
// followed elsewhere.
func (l *Log) ExportLines(ctx context.Context, w io.Writer, f Filter) ([]error, error) {
	all := f == Filter{}
	wanted := map[string]bool{}
	var damaged []error
	for e, err := range l.Entries(ctx, f.Since) {
		var bad *DamagedError
		if errors.As(err, &bad) {
			if len(damaged) < maxProblems {
				damaged = append(damaged, bad)
			}
			continue
		}
		if err != nil {
			return damaged, err
		}
		switch e.Record.Kind {
		case Start, Decided, Answered:
			if !all && !f.wants(e.Record) {
				continue
			}
			wanted[e.Record.Run] = e.Record.Kind == Start
		case Sealed, Pruned:
			if !all {
				continue
			}
		default:
			if !all && !wanted[e.Record.Run] {
				continue
			}
		}
		if e.Record.Kind == End {
			delete(wanted, e.Record.Run)
		}
		if _, err := w.Write(append(e.Text, '\n')); err != nil {
			return damaged, err
		}
	}
	return damaged, nil
}

// csvHead names the columns of [ExportTable].
func csvHead() []string {
	return []string{
		"seq", "time", "run", "state", "effect", "rule", "profile", "host", "agent", "skill", "cwd", "command",
		"code", "ended", "durationMs", "cpuMs", "maxMemory", "sent", "received", "connections", "approval", "policy",
	}
}

// ExportTable writes runs as CSV, a line each; every cell goes through escape. A
// cell that a spreadsheet would take for a formula begins with an apostrophe.
func ExportTable(w io.Writer, runs []*Run, escape func(string) string) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvHead()); err != nil {
		return err
	}
	for _, run := range runs {
		cells := run.cells()
		for i, cell := range cells {
			cells[i] = escape(cell)
			if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				cells[i] = "'" + cells[i]
			}
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (r *Run) cells() []string {
	first := r.First
	q, d := Request{}, Decision{}
	if first.Request != nil {
		q = *first.Request
	}
	if first.Decision != nil {
		d = *first.Decision
	}
	rule := ""
	if len(d.Reasons) > 0 {
		rule = d.Reasons[0].Rule
	}
	cells := []string{
		strconv.FormatUint(first.Seq, 10), first.Time.Format(time.RFC3339Nano), first.Run, string(r.State), d.Effect, rule,
		q.Profile, q.Host, q.Agent, q.Skill, q.Cwd, q.Line(),
	}
	if r.Last == nil || r.Last.Result == nil {
		cells = append(cells, "", "", "", "", "", "", "", "")
	} else {
		e := r.Last.Result
		cells = append(cells, strconv.Itoa(e.Code), e.Ended)
		for _, n := range []int64{e.DurationMS, e.CPUMS, e.MaxMemory, e.Sent, e.Received, int64(len(e.Connections)) + e.More} {
			cells = append(cells, strconv.FormatInt(n, 10))
		}
	}
	return append(cells, first.Approval, d.Policy)
}

// Line is the command in one line: the text, or the arguments, quoted where one
// would not be seen as one word.
func (q Request) Line() string {
	if q.Command != nil {
		return *q.Command
	}
	words := make([]string, len(q.Argv))
	for i, arg := range q.Argv {
		words[i] = arg
		if arg == "" || strings.ContainsAny(arg, " \t\r\n'\"\\$`;|&<>(){}[]*?#~!") {
			words[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
