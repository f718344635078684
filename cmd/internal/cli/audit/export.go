package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/report/format"
)

type auditPruneOptions struct {
	auditOptions
	days int
}

func newAuditPrune(f *kit.Factory) *cobra.Command {
	opts := &auditPruneOptions{auditOptions: auditOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Delete the files that are too old",
		Long: `Deletes the files that have only records older than run.audit.retentionDays, and
records the deletion, so that the rest can still be verified. This also happens
automatically with the first record of a day.`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("days") && opts.days < 1 {
				return kit.Usagef("--days %d would delete what is being written; keep at least 1", opts.days)
			}
			return auditPruneRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().IntVar(&opts.days, "days", 0, "keep this `number` of days (default: from the settings)")
	opts.flags(cmd)
	return cmd
}

func auditPruneRun(ctx context.Context, o *auditPruneOptions) error {
	l, days, err := o.open(ctx)
	if err != nil {
		return err
	}
	if o.days > 0 {
		days = o.days
	}
	deleted, err := l.Prune(ctx, days)
	for _, name := range deleted {
		fmt.Fprintf(o.factory.IO.Out, "deleted %s\n", name)
	}
	if err == nil && len(deleted) == 0 {
		_, err = fmt.Fprintf(o.factory.IO.Out, "nothing is older than %s\n", layout.Count(days, "day"))
	}
	return err
}

type auditExportOptions struct {
	auditQuery
	format string
	output string
	otlp   string
}

func newAuditExport(f *kit.Factory) *cobra.Command {
	opts := &auditExportOptions{auditQuery: auditQuery{auditOptions: auditOptions{factory: f}}}
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the record for other programs",
		Long: `Writes the records as they are (jsonl; with no filter all of them, so that the
chain can be followed elsewhere), a table with a line for each run (csv), or events
of the Open Cybersecurity Schema Framework, class Process Activity, for systems that
collect them (ocsf).

--otlp sends each run as a log record to a collector of OpenTelemetry (OTLP over HTTP),
the oldest first. Nothing is remembered: --since says from when on. The variables of
the protocol, such as OTEL_EXPORTER_OTLP_HEADERS for a token, hold.

Exit codes
  0  all was written, or sent
  2  a flag or a setting is wrong
  3  the record is damaged, or cannot be written or sent`,
		Example: `  skillctl audit export --format csv --since 7d -o week.csv
  skillctl audit export --since 1h --otlp http://127.0.0.1:4318`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := kit.OneOf("--format", opts.format, []string{"jsonl", "csv", "ocsf"}); err != nil {
				return err
			}
			if opts.otlp != "" {
				if cmd.Flags().Changed("format") || opts.output != "" {
					return kit.Usagef("--otlp sends the record and writes no file; leave out --format and --output")
				}
				return auditSend(cmd.Context(), opts)
			}
			return auditExportRun(cmd.Context(), opts)
		},
	}
	opts.flags(cmd)
	cmd.Flags().StringVar(&opts.format, "format", "jsonl", "jsonl, csv or ocsf")
	cmd.Flags().StringVarP(&opts.output, "output", "o", "", "write to this `file`")
	cmd.Flags().StringVar(&opts.otlp, "otlp", "", "send to the collector at this `address`, such as http://127.0.0.1:4318")
	return cmd
}

func auditExportRun(ctx context.Context, o *auditExportOptions) error {
	filter, err := o.filter()
	if err != nil {
		return err
	}
	l, _, err := o.open(ctx)
	if err != nil {
		return err
	}
	var damaged []error
	write := func(w io.Writer) error {
		if o.format == "jsonl" {
			damaged, err = l.ExportLines(ctx, w, filter)
			return err
		}
		found, err := l.Runs(ctx, filter, nil)
		if err != nil {
			return err
		}
		damaged = found.Damaged
		if o.format == "ocsf" {
			return audit.ExportEvents(w, found.Runs, o.producer())
		}
		return audit.ExportTable(w, found.Runs, format.Escape)
	}
	if o.output == "" {
		err = write(o.factory.IO.Out)
	} else {
		err = o.factory.IO.WriteFile(o.output, write)
	}
	return errors.Join(err, kit.DamagedError(damaged))
}

// producer is this program on this machine.
func (o *auditExportOptions) producer() audit.Producer {
	device, err := os.Hostname()
	if err != nil {
		device = "" // an event need not name it
	}
	return audit.Producer{Version: o.factory.Build().Version, Device: device}
}
