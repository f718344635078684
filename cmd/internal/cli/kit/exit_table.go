package kit

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// exitHeading is what the exit codes in the help of a command stand under.
const exitHeading = "Exit codes"

// exitTable says what an exit code means for a command that has no words of its own
// for it.
func exitTable() []struct {
	Code    int
	Meaning string
} {
	return []struct {
		Code    int
		Meaning string
	}{
		{ExitClean, "it is done"},
		{ExitUsage, "a flag, a path or a setting is wrong"},
		{ExitFailure, "skillctl failed"},
	}
}

// DescribeExits adds the exit codes to the help of a command and of those below it,
// where it does not list them itself.
func DescribeExits(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		DescribeExits(c)
	}
	if cmd.HasSubCommands() || !cmd.Runnable() || strings.Contains(cmd.Long, exitHeading) {
		return
	}
	if cmd.Long == "" {
		cmd.Long = strings.TrimSuffix(cmd.Short, ".") + "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s", strings.TrimRight(cmd.Long, "\n"), exitHeading)
	for _, row := range exitTable() {
		fmt.Fprintf(&b, "\n  %d  %s", row.Code, row.Meaning)
	}
	cmd.Long = b.String()
}
