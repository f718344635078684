package trust

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/trust"
)

type verifyOptions struct {
	factory          *kit.Factory
	paths            []string
	key, root        string
	trustedRoot      string
	identity, issuer string
	signature        string
	ignored          []string
	json             bool
}

// NewVerify is the command verify.
func NewVerify(f *kit.Factory) *cobra.Command {
	opts := &verifyOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "verify [--key KEY | --root CERT | --trusted-root FILE --identity WHO --issuer URL] FOLDER...",
		Short: "Verify the signatures of skills, or of folders of policies",
		Long: `Verifies that a folder contains exactly the files that were signed, and that you trust
the signer: the holder of a key, of a certificate below a root certificate, or an
account that a pinned Sigstore trusted root vouches for. Files that were changed,
added, removed or renamed are named, and so is what the signer left out of what git
keeps (` + "`unsigned`" + `: nobody signed it, and it is not installed). Nothing is downloaded.

Exit codes: 0 verified, 1 not verified, 2 usage, 3 skillctl failed.`,
		Example: "  skillctl verify --key cosign.pub skills/weather\n" +
			"  skillctl verify --root company-root.pem --identity 'Release Signing' skills/*\n" +
			"  skillctl verify --trusted-root trusted_root.json --identity release@example.com --issuer https://accounts.example.com skills/weather",
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.paths = args
			if len(args) == 0 {
				return kit.Usagef("say which folder to verify")
			}
			return verifyRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringVar(&opts.key, "key", "", "trust the holder of this public key: a `file` such as cosign.pub")
	cmd.Flags().StringVar(&opts.root, "root", "", "trust certificates below this root certificate: a `file` in PEM")
	cmd.Flags().StringVar(&opts.trustedRoot, "trusted-root", "", "trust what this Sigstore trusted_root.json vouches for: a `file`")
	cmd.Flags().StringVar(&opts.identity, "identity", "", "want this signer: an account, or the `name` in a certificate")
	cmd.Flags().StringVar(&opts.issuer, "issuer", "", "want a signer that this `issuer` vouches for")
	cmd.Flags().StringVar(&opts.signature, "signature", trust.Name, "the `name` of the signature in the folder")
	cmd.Flags().StringArrayVar(&opts.ignored, "ignore", nil, "a `name` at the top of the folder that need not be signed, such as .git")
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

// verifier builds the verifier that the flags ask for.
func (o *verifyOptions) verifier() (*trust.Verifier, error) {
	opts := []trust.Option{
		trust.WithIdentity(o.identity, o.issuer), trust.WithIgnored(o.ignored...), trust.WithName(o.signature), trust.WithClock(o.factory.Now),
	}
	for _, way := range []struct {
		what, file string
		option     func([]byte) trust.Option
	}{{"key", o.key, trust.WithKey}, {"root certificate", o.root, trust.WithRoots}, {"trusted root", o.trustedRoot, trust.WithTrustedRoot}} {
		if way.file == "" {
			continue
		}
		text, err := readSmall(o.factory.IO, way.what, way.file)
		if err != nil {
			return nil, err
		}
		opts = append(opts, way.option(text))
	}
	verifier, err := trust.NewVerifier(opts...)
	if err != nil {
		return nil, kit.Usagef("%w", err)
	}
	return verifier, nil
}

// verified is what is said of one folder.
type verified struct {
	Path string `json:"path"`
	trust.Facts
}

func verifyRun(ctx context.Context, o *verifyOptions) error {
	verifier, err := o.verifier()
	if err != nil {
		return err
	}
	var all []verified
	ok := true
	for _, path := range o.paths {
		facts, err := verifyOne(ctx, o.factory.IO, verifier, path)
		if err != nil {
			return err
		}
		all = append(all, verified{path, facts})
		ok = ok && facts.OK()
	}
	if o.json {
		if err := kit.WriteJSON(o.factory.IO.Out, all); err != nil {
			return err
		}
	} else {
		for _, v := range all {
			fmt.Fprint(o.factory.IO.Out, v.text())
		}
	}
	if !ok {
		return &kit.ExitError{Code: kit.ExitFindings}
	}
	return nil
}

func verifyOne(ctx context.Context, streams *kit.IOStreams, verifier *trust.Verifier, path string) (trust.Facts, error) {
	folder, err := openFolder(streams, path)
	if err != nil {
		return trust.Facts{}, err
	}
	defer func() { _ = folder.Close() }()
	facts, err := verifier.Verify(ctx, folder)
	if err != nil {
		return facts, fmt.Errorf("verify %q: %w", path, err)
	}
	return facts, nil
}

// maxListed bounds how many files of a kind are listed for a person.
const maxListed = 20

// text says in a few lines what came of a folder.
func (v *verified) text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s", format.Escape(v.Path), v.State)
	if v.Reason != "" {
		fmt.Fprintf(&out, ": %s", format.Escape(v.Reason))
	}
	out.WriteByte('\n')
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&out, "  %-9s %s\n", name, format.Escape(value))
		}
	}
	if v.Files > 0 {
		line("files", fmt.Sprint(v.Files))
	}
	line("signer", v.Identity)
	line("issuer", v.Issuer)
	line("chain", strings.Join(v.Chain, " < "))
	line("key", v.KeyDigest)
	if !v.Expires.IsZero() {
		line("expires", v.Expires.Format(time.DateOnly))
	}
	if !v.SignedAt.IsZero() {
		line("signed at", v.SignedAt.Format(time.RFC3339))
	}
	for _, list := range []struct {
		name  string
		paths []string
	}{{"changed", v.Changed}, {"missing", v.Missing}, {"extra", v.Extra}, {"unsigned", v.Ignored}} {
		for i, p := range list.paths {
			if i == maxListed {
				line(list.name, fmt.Sprintf("and %d more", len(list.paths)-i))
				break
			}
			line(list.name, p)
		}
	}
	return out.String()
}
