package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

type versionOptions struct {
	factory *kit.Factory
	json    bool
}

func newVersion(f *kit.Factory) *cobra.Command {
	opts := &versionOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Shows the version of skillctl. With --json it includes the digest of the policies: two
binaries with the same digest decide the same.`,
		Args: kit.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return versionRun(opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON, with the digest of the policies")
	return cmd
}

func versionRun(o *versionOptions) error {
	b := o.factory.Build()
	if o.json {
		linter, err := o.factory.Linter()
		if err != nil {
			return err
		}
		return kit.WriteJSON(o.factory.IO.Out, struct {
			kit.Build
			Policy string `json:"policy"`
		}{b, linter.Policy()})
	}
	text := "skillctl " + b.Version
	if b.Revision != "" {
		text += fmt.Sprintf(" (%.12s", b.Revision)
		if b.Modified {
			text += ", modified"
		}
		text += ")"
	}
	_, err := fmt.Fprintf(o.factory.IO.Out, "%s %s %s\n", text, b.Go, b.Platform)
	return err
}
