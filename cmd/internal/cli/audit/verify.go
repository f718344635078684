package audit

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/report/format"
)

type auditVerifyOptions struct {
	auditOptions
	known string
	json  bool
}

func newAuditVerify(f *kit.Factory) *cobra.Command {
	opts := &auditVerifyOptions{auditOptions: auditOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check that the record was not changed",
		Long: `Follows the chain of digests through all files and names each line that was
changed, removed, inserted or moved, and an end that was cut off. Incomplete lines of
killed processes, and what was pruned, are noted but are no errors.

Who can write to the folder can rewrite the whole record. To detect that, keep the
last record that verify prints somewhere else, and pass it with --known.

Exit codes
  0  the record was not changed
  1  it was changed
  2  a flag or a setting is wrong
  3  skillctl failed
  4  nothing is recorded`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return auditVerifyRun(cmd.Context(), opts) },
	}
	cmd.Flags().StringVar(&opts.known, "known", "", "a `record` that is known from elsewhere: 1234:sha256:…")
	opts.flags(cmd)
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

// anchor reads "NUMBER:sha256:DIGEST".
func anchor(text string) (audit.Anchor, error) {
	if text == "" {
		return audit.Anchor{}, nil
	}
	number, digest, _ := strings.Cut(text, ":")
	seq, err := strconv.ParseUint(number, 10, 63)
	if err != nil || seq == 0 || !regexp.MustCompile(`^sha256:[0-9a-f]{64}$`).MatchString(digest) {
		return audit.Anchor{}, kit.Usagef("--known %q is not a record; write it as verify prints it: 1234:sha256: and 64 hexadecimal digits", text)
	}
	return audit.Anchor{Seq: seq, Hash: digest}, nil
}

func auditVerifyRun(ctx context.Context, o *auditVerifyOptions) error {
	known, err := anchor(o.known)
	if err != nil {
		return err
	}
	l, _, err := o.open(ctx)
	if err != nil {
		return err
	}
	report, err := l.Verify(ctx, known)
	if err != nil {
		return err
	}
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, report)
	} else {
		err = o.writeReport(report, l.Path())
	}
	switch {
	case err != nil:
		return err
	case !report.OK():
		return &kit.ExitError{Code: kit.ExitFindings}
	case report.Records == 0:
		return &kit.ExitError{Code: kit.ExitNothing}
	}
	return nil
}

func (o *auditVerifyOptions) writeReport(r *audit.Report, path string) error {
	var out strings.Builder
	for _, p := range r.Problems {
		fmt.Fprintf(&out, "broken: %s\n", format.Escape(p.String()))
	}
	if r.More > 0 {
		fmt.Fprintf(&out, "broken: and in %d more places\n", r.More)
	}
	for _, p := range r.Notes {
		fmt.Fprintf(&out, "note: %s\n", format.Escape(p.String()))
	}
	switch {
	case !r.OK():
		fmt.Fprintf(&out, "the record was changed: %s, %s\n", layout.Count(len(r.Problems)+r.More, "problem"), layout.Count(int(r.Records), "record"))
	case r.Records == 0:
		fmt.Fprintf(&out, "nothing is recorded in %s\n", format.Escape(path))
	default:
		fmt.Fprintf(&out, "the record was not changed: %s in %s\nlast record: %d:%s\n", layout.Count(int(r.Records), "record"), layout.Count(r.Files, "file"), r.Last, r.Head)
	}
	_, err := fmt.Fprint(o.factory.IO.Out, out.String())
	return err
}
