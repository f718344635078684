package policy

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/schema"
)

// NewSchema is the command schema.
func NewSchema(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Export the schemas of documents",
		Long: `Exports the schemas of documents as JSON Schema (draft 2020-12), for editors that
complete and check them.`,
		Args: cobra.ArbitraryArgs,
		RunE: kit.Group,
	}
	cmd.AddCommand(newSchemaList(f), newSchemaExport(f))
	return cmd
}

type schemaOptions struct {
	factory *kit.Factory
	kind    string
	output  string
}

func newSchemaList(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the kinds of document",
		Args:  kit.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			rows := [][]string{{"KIND", "DOCUMENT"}}
			for _, k := range schema.Kinds() {
				rows = append(rows, []string{string(k), k.Title()})
			}
			return layout.PrintColumns(f.IO.Out, rows, f.IO.Width())
		},
	}
}

func newSchemaExport(f *kit.Factory) *cobra.Command {
	opts := &schemaOptions{factory: f}
	cmd := &cobra.Command{
		Use:     "export KIND",
		Short:   "Write the JSON Schema of a kind of document",
		Long:    "Writes the JSON Schema of a kind of document; `skillctl schema list` lists the kinds.",
		Example: "  skillctl schema export openclaw --output openclaw.schema.json",
		Args:    kit.OneArg("one kind of document: " + strings.Join(kinds(), ", ")),
		RunE: func(_ *cobra.Command, args []string) error {
			opts.kind = args[0]
			if err := kit.OneOf("kind", opts.kind, kinds()); err != nil {
				return err
			}
			return schemaRun(opts)
		},
	}
	cmd.Flags().StringVarP(&opts.output, "output", "o", "", "write to this `file`, whole or not at all")
	cmd.ValidArgs = kinds()
	return cmd
}

func kinds() []string {
	var out []string
	for _, k := range schema.Kinds() {
		out = append(out, string(k))
	}
	return out
}

func schemaRun(o *schemaOptions) error {
	text, err := schema.New().Export(schema.Kind(o.kind))
	if err != nil {
		return err
	}
	return o.factory.WriteOutput(o.output, text)
}
