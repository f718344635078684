package kit

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skillctl/skillctl/engine/report/format"
)

const (
	// FlagDialect is the name of the flag of [DialectFlag].
	FlagDialect = "dialect"
	// flagHost is the old name of --dialect.
	flagHost = "host"
)

// Dialects are the agents whose format a skill can be written in; agentskills is
// the specification itself.
func Dialects() []string { return []string{"agentskills", "openclaw", "claude", "codex", "zeroclaw"} }

// DialectFlag adds --dialect and, hidden, its old name. Both fill one list.
func DialectFlag(cmd *cobra.Command, to *[]string) {
	f := cmd.Flags()
	f.StringSliceVar(to, FlagDialect, nil, "an `agent` whose format the skills are written in: "+strings.Join(Dialects(), ", "))
	f.AddFlag(&pflag.Flag{Name: flagHost, Usage: "the old name of --dialect", Value: f.Lookup(FlagDialect).Value, Hidden: true})
}

// WarnHostFlag says on standard error that the old name was used. pflag's own
// way would write into the report: cobra prints it on standard output.
func WarnHostFlag(cmd *cobra.Command, io *IOStreams) {
	if cmd.Flags().Changed(flagHost) {
		WarnDeprecated(io, []string{"--host is deprecated; write --dialect instead"})
	}
}

// WarnDeprecated writes each line on standard error.
func WarnDeprecated(io *IOStreams, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(io.Err, "skillctl: "+format.Escape(line))
	}
}

// mostIdle is how many keys without effect are said.
const mostIdle = 20

// WarnIdle says on standard error which keys of another system's configuration have
// no effect: see [settings.Settings].
func WarnIdle(io *IOStreams, lines []string) {
	for i, line := range lines {
		if i == mostIdle {
			fmt.Fprintf(io.Err, "skillctl: warning: %d more keys have no effect here\n", len(lines)-i)
			return
		}
		fmt.Fprintln(io.Err, format.Escape("skillctl: warning: "+line))
	}
}

// CheckDialects refuses names that no agent has.
func CheckDialects(names []string) error {
	for _, name := range names {
		if err := OneOf("--"+FlagDialect, name, Dialects()); err != nil {
			return err
		}
	}
	return nil
}
