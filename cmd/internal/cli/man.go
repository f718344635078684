package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/report/source"
)

func newMan(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write manual pages",
		Long: `Writes a manual page for each command into a folder, which is created if missing:
skillctl.1, skillctl-lint.1 and so on. Pages that are there are replaced.`,
		Example: "  skillctl man ~/.local/share/man/man1 && man skillctl-lint",
		Args:    kit.OneArg("the folder to write into"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return manRun(cmd.Root(), f, args[0])
		},
	}
}

func manRun(root *cobra.Command, f *kit.Factory, dir string) error {
	if err := os.MkdirAll(f.IO.At(dir), 0o755); err != nil {
		return fmt.Errorf("create folder %q: %w", dir, source.Bare(err))
	}
	version, pages := f.Build().Version, 0
	var write func(cmd *cobra.Command) error
	write = func(cmd *cobra.Command) error {
		name := filepath.Join(dir, manName(cmd)+".1")
		err := f.IO.WriteFile(name, func(w io.Writer) error { _, err := io.WriteString(w, manPage(cmd, version)); return err })
		if err != nil {
			return err
		}
		pages++
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "help" {
				if err := write(sub); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := write(root); err != nil {
		return err
	}
	return f.WriteOutput("", fmt.Appendf(nil, "wrote %s to %s\n", layout.Count(pages, "page"), filepath.ToSlash(dir)))
}

func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manPage is the page of a command in the language of man(7). It is the same for the
// same version.
func manPage(cmd *cobra.Command, version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"skillctl %s\" \"skillctl\"\n", strings.ToUpper(manName(cmd)), roff(version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(manName(cmd)), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.nf\n%s\n.fi\n", roff(cmd.UseLine()))
	long := cmd.Long
	if long == "" {
		long = cmd.Short
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\n.nf\n%s\n.fi\n", roff(long))
	if cmd.HasAvailableSubCommands() {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "help" {
				fmt.Fprintf(&b, ".TP\n\\fB%s\\fR(1)\n%s\n", roff(manName(sub)), roff(sub.Short))
			}
		}
	}
	if cmd.HasAvailableFlags() {
		b.WriteString(".SH OPTIONS\n")
		cmd.Flags().VisitAll(func(f *pflag.Flag) { manFlag(&b, f) })
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(cmd.Example))
	}
	if above := cmd.Parent(); above != nil {
		fmt.Fprintf(&b, ".SH SEE ALSO\n\\fB%s\\fR(1)\n", roff(manName(above)))
	}
	return b.String()
}

func manFlag(b *strings.Builder, f *pflag.Flag) {
	if f.Hidden || f.Deprecated != "" {
		return
	}
	value, usage := pflag.UnquoteUsage(f)
	names := "\\fB\\-\\-" + roff(f.Name) + "\\fR"
	if f.Shorthand != "" {
		names = "\\fB\\-" + f.Shorthand + "\\fR, " + names
	}
	if value != "" {
		names += " \\fI" + roff(value) + "\\fR"
	}
	fmt.Fprintf(b, ".TP\n%s\n%s\n", names, roff(usage))
}

// roff is a text that man shows as it is: no escapes, and no line that is a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(strings.Trim(text, "\n"))
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
