package approvals

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/report/format"
)

type approvalsImportOptions struct {
	factory *kit.Factory
	file    string
	agent   string
	output  string
	force   bool
}

func newApprovalsImport(f *kit.Factory) *cobra.Command {
	opts := &approvalsImportOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Turn OpenClaw's exec-approvals.json into settings",
		Long: `Reads the exec-approvals.json of OpenClaw and writes the equivalent settings:
 exec.security, exec.ask, exec.askFallback and exec.allowlist. On standard
error it says of every value whether it was taken, or why it was left out.

Nothing is changed: the settings go to standard output, or to a new file that
--output names. JSON is YAML and CUE too, so skillctl.json, .yaml and .cue will do.

Settings of single agents are left out unless --agent names the agent. Approvals of
single commands are not imported, since OpenClaw stores only a digest of them; use
skillctl approvals approve for those.`,
		Example: `  skillctl approvals import ~/.openclaw/exec-approvals.json
  skillctl approvals import --agent main -o skillctl.json ~/.openclaw/exec-approvals.json`,
		Args: kit.OneArg("one exec-approvals.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = args[0]
			return approvalsImportRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringVar(&opts.agent, "agent", "", "also import the settings that the file has for its agent of this `id`")
	cmd.Flags().StringVarP(&opts.output, "output", "o", "", "write the settings to this `file`")
	cmd.Flags().BoolVar(&opts.force, "force", false, "overwrite the file")
	return cmd
}

func approvalsImportRun(ctx context.Context, o *approvalsImportOptions) error {
	text, err := o.factory.IO.ReadFile(o.file)
	if err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	name := filepath.ToSlash(o.file)
	got, err := approval.ImportOpenClaw(ctx, name, text, o.agent)
	if err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	if len(got.Taken) == 0 && o.agent == "" && len(got.Agents) > 0 {
		return kit.Usagef("%s has no values for all agents, so nothing would be imported; it has values for %s: name one with --agent", name, kit.Quoted(got.Agents))
	}
	var settings bytes.Buffer
	if err := kit.WriteJSON(&settings, map[string]any{"exec": got.Exec}); err != nil {
		return err
	}
	if o.output == "" {
		_, err = o.factory.IO.Out.Write(settings.Bytes())
	} else {
		err = o.writeNew(settings.Bytes())
	}
	if err != nil {
		return err
	}
	return o.writeImported(name, got)
}

func (o *approvalsImportOptions) writeNew(text []byte) error {
	write := func(w io.Writer) error { _, err := w.Write(text); return err }
	if o.force {
		return o.factory.IO.WriteFile(o.output, write)
	}
	if err := o.factory.IO.CreateFile(o.output, write); err != nil {
		return kit.Usagef("%q is not written: %w; --force overwrites", o.output, err)
	}
	return nil
}

func (o *approvalsImportOptions) writeImported(name string, got *approval.Imported) error {
	w := o.factory.IO.Err
	for _, part := range []struct {
		title string
		notes []approval.ImportNote
	}{{"taken", got.Taken}, {"left out", got.Dropped}} {
		for _, n := range part.notes {
			at := fmt.Sprintf("%s:%d:%d", name, n.Span.Start.Line, n.Span.Start.Column)
			if _, err := fmt.Fprintln(w, format.Escape(fmt.Sprintf("%s: %s: %s: %s", at, part.title, n.Path, n.Message))); err != nil {
				return err
			}
		}
	}
	where := "standard output"
	if o.output != "" {
		where = o.output
	}
	summary := fmt.Sprintf("%s imported, %d left out; the settings are on %s", layout.Count(len(got.Taken), "value"), len(got.Dropped), where)
	if len(got.Taken) == 0 {
		summary = fmt.Sprintf("no value was imported, %d left out; the settings on %s are empty", len(got.Dropped), where)
	}
	_, err := fmt.Fprintln(w, format.Escape(summary))
	return err
}
