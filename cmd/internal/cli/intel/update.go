package intel

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/intel/source"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/stage"
	"github.com/skillctl/skillctl/engine/trust"
)

type updateOptions struct {
	factory *kit.Factory
	source  string
	config  string
}

func newUpdate(f *kit.Factory) *cobra.Command {
	opts := &updateOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "update SOURCE",
		Short: "Take a list, if it is signed and later than the one that is there",
		Long: `Takes the list ` + intel.Name + ` of a folder that is signed ("skillctl sign"). SOURCE is the folder,
an archive of it (.tar.gz, .zip ...), or oci://HOST/NAME:TAG: an artifact of a registry
of containers whose only layer is such an archive.

Who may sign is set in intel.signature. A list that is older than the one that is
there, has another name, or is not of the form that a list has, is refused, and the
one that is there stays. The settings of the project are not asked: a folder that
somebody has cloned does not say who is trusted.

Exit codes: 0 taken, or there already, 1 refused, 2 usage, 3 skillctl failed.`,
		Example: "  skillctl intel update ./list\n" +
			"  skillctl intel update oci://registry.example.com/security/list:latest",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return kit.Usagef("name one folder, archive or oci:// address; %d were given", len(args))
			}
			opts.source = args[0]
			return updateRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringVar(&opts.config, "config", "", "read settings from this `file`, beside those of the system and the user")
	return cmd
}

func updateRun(ctx context.Context, o *updateOptions) error {
	merged, err := o.factory.ExecSettings(ctx, kit.SettingsQuery{File: o.config, None: o.config == ""})
	if err != nil {
		return err
	}
	store, err := o.factory.Intel()
	if err != nil {
		return err
	}
	fetched, err := source.Fetch(ctx, o.source, o.factory.IO.Dir)
	if err != nil {
		return told(o.source, err)
	}
	defer func() { _ = fetched.Close() }()
	ways, now := merged.Intel.Signature, o.factory.Now()
	bundle, text, signer, err := source.Read(ctx, fetched.Dir, &ways, merged.Intel.Unsigned == "allow", now)
	if err != nil {
		return told(o.source, err)
	}
	record := intel.Record{Source: o.source, Resolved: fetched.Resolved, Signer: signer}
	if strings.HasPrefix(o.source, source.Scheme) {
		record.Source = o.source
	} else if name, err := o.factory.IO.Abs(o.source); err == nil {
		record.Source = name
	}
	change, err := store.Compare(text)
	if err != nil {
		return told(o.source, err)
	}
	changed, err := store.Put(ctx, bundle, text, record, now)
	if err != nil {
		return told(o.source, err)
	}
	said := "took"
	if !changed {
		said = "already there:"
	}
	fmt.Fprintf(o.factory.IO.Out, "%s list %s of %s (%s old), %s, signed by %s\n",
		said, format.Escape(bundle.Name), bundle.Issued.Format(form), layout.Count(bundle.Days(now), "day"), counted(bundle.Total()), signedBy(signer))
	if changed && change != nil {
		fmt.Fprintf(o.factory.IO.Out, "since that of %s: %s added, %d removed\n", change.Issued.Format(form), counted(change.Added), change.Gone)
	}
	return nil
}

// told says what a refusal comes to: it is an answer, and no failure.
func told(name string, err error) error {
	var (
		unverified *source.UnverifiedError
		invalid    *intel.InvalidError
		older      *intel.OlderError
		other      *intel.OtherError
		early      *intel.EarlyError
		refused    *stage.RefusedError
		named      *source.NamedError
	)
	switch {
	case errors.As(err, &unverified) && unverified.Facts.State != trust.Invalid:
		err = fmt.Errorf("%w; say in the settings who may sign it: intel.signature.keys", err)
		fallthrough
	case errors.As(err, &unverified), errors.As(err, &invalid), errors.As(err, &older), errors.As(err, &other), errors.As(err, &early), errors.As(err, &refused):
		return &kit.ExitError{Code: kit.ExitFindings, Err: fmt.Errorf("take %q: %w", name, err)}
	case errors.As(err, &named):
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	return err
}

func signedBy(s *intel.Signer) string {
	switch {
	case s == nil:
		return "nobody"
	case s.Identity != "":
		return format.Escape(s.Identity)
	}
	return s.KeyDigest
}

func counted(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

const form = "2006-01-02 15:04 UTC"
