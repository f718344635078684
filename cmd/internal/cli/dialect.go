package cli

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine/format"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const (
	flagDialect = "dialect"
	// flagHost is the old name of --dialect.
	flagHost = "host"
)

// dialects are the agents whose format a skill can be written in; agentskills is
// the specification itself.
func dialects() []string { return []string{"agentskills", "openclaw", "claude", "codex", "zeroclaw"} }

// dialectFlag adds --dialect and, hidden, its old name. Both fill one list.
func dialectFlag(cmd *cobra.Command, to *[]string) {
	f := cmd.Flags()
	f.StringSliceVar(to, flagDialect, nil, "an `agent` whose format the skills are written in: "+strings.Join(dialects(), ", "))
	f.AddFlag(&pflag.Flag{Name: flagHost, Usage: "the old name of --dialect", Value: f.Lookup(flagDialect).Value, Hidden: true})
}

// warnHostFlag says on standard error that the old name was used. pflag's own
// way would write into the report: cobra prints it on standard output.
func warnHostFlag(cmd *cobra.Command, io *IOStreams) {
	if cmd.Flags().Changed(flagHost) {
		warnDeprecated(io, []string{"--host is deprecated; write --dialect instead"})
	}
}

// warnDeprecated writes each line on standard error.
func warnDeprecated(io *IOStreams, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(io.Err, "skillctl: "+format.Escape(line))
	}
}

// checkDialects refuses names that no agent has.
func checkDialects(names []string) error {
	for _, name := range names {
		if err := oneOf("--"+flagDialect, name, dialects()); err != nil {
			return err
		}
	}
	return nil
}
