package kit

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/garbage"
)

// Execute runs a command, and those below it, with the streams of the factory. It
// says on standard error what went wrong, and returns the exit code.
func Execute(ctx context.Context, root *cobra.Command, args []string, f *Factory) int {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetIn(f.IO.In)
	root.SetOut(f.IO.Out)
	root.SetErr(f.IO.Err)
	root.SetArgs(args)
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		// A shell that offers words shows no warnings: they would stand in the line.
		defer func(was io.Writer) { f.IO.Err = was }(f.IO.Err)
		f.IO.Err = io.Discard
	}
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return ExitClean
	}
	if cmd == nil {
		cmd = root
	}
	ReportError(f.IO.Err, err, cmd.CommandPath())
	return ExitCode(err)
}

// Linting makes much garbage and keeps little, and so does compiling policies.
// Collecting it less often saves a fifth of the processor time; the limit, in bytes,
// keeps memory small on many skills all the same.
const (
	LintGarbagePercent = 400
	LintMemoryLimit    = 160 << 20
)

// Tune sets how much garbage there may be, in percent, and from how many bytes of
// memory on it is collected all the same, 0 for no other limit than there is: no more often than
// Go does by itself, though, where so much is in use. What it
// returns undoes that. A process that is not the command's own is left alone.
func (s *IOStreams) Tune(percent int, limit int64) (undo func()) {
	if s.Dir != "" {
		return func() {}
	}
	restore := garbage.Set(percent)
	if limit == 0 {
		return restore
	}
	unlimit := garbage.Limit(limit)
	return func() {
		unlimit()
		restore()
	}
}
