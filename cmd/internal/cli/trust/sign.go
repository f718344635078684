package trust

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/trust"
	folders "github.com/skillctl/skillctl/internal/folder"
)

type signOptions struct {
	factory      *kit.Factory
	paths        []string
	key, chain   string
	ignored      []string
	generateName string
}

// NewSign is the command sign.
func NewSign(f *kit.Factory) *cobra.Command {
	opts := &signOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "sign --key KEY [--certificate CHAIN] FOLDER...",
		Short: "Sign skills, or folders of policies",
		Long: `Signs every file of a folder and writes the signature beside them, as
` + trust.Name + `: a Sigstore bundle in the shape of the OpenSSF's model-signing.

The key is one of cosign's (cosign.key), or a plain private key in PEM. The
password of the key is taken from COSIGN_PASSWORD. With a chain of certificates,
the leaf first, the signature says who holds the key. Nothing is sent anywhere.`,
		Example: "  skillctl sign --new-key release          # writes release.key and release.pub\n" +
			"  skillctl sign --key release.key skills/weather\n" +
			"  skillctl sign --key leaf.key --certificate chain.pem skills/weather",
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.paths = args
			if err := opts.check(); err != nil {
				return err
			}
			if opts.generateName != "" {
				return opts.generate()
			}
			return signRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringVar(&opts.key, "key", "", "the `file` of the private key")
	cmd.Flags().StringVar(&opts.chain, "certificate", "", "the `file` with the certificates, the leaf first")
	cmd.Flags().StringArrayVar(&opts.ignored, "ignore", []string{".git"}, "a `name` at the top of the folder that is not signed")
	cmd.Flags().StringVar(&opts.generateName, "new-key", "", "make a pair of keys, `NAME`.key and NAME.pub, and sign nothing")
	return cmd
}

func (o *signOptions) check() error {
	switch {
	case o.generateName != "" && (o.key != "" || len(o.paths) > 0):
		return kit.Usagef("--new-key only makes keys; leave out --key and the folders")
	case o.generateName != "":
		return nil
	case o.key == "":
		return kit.Usagef("say with which key to sign: --key FILE (`skillctl sign --new-key NAME` makes one)")
	case len(o.paths) == 0:
		return kit.Usagef("say which folder to sign")
	}
	return nil
}

// generate writes a new pair of keys, and never over another.
func (o *signOptions) generate() error {
	password := o.factory.IO.Getenv("COSIGN_PASSWORD")
	private, public, err := trust.NewKey([]byte(password))
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		text []byte
		mode fs.FileMode
	}{{o.generateName + ".key", private, 0o600}, {o.generateName + ".pub", public, 0o644}} {
		if err := writeNew(o.factory.IO, f.name, f.text, f.mode); err != nil {
			return err
		}
		fmt.Fprintln(o.factory.IO.Out, "wrote", format.Escape(f.name))
	}
	if password == "" {
		fmt.Fprintln(o.factory.IO.Err, "note: the private key has no password; set COSIGN_PASSWORD to give it one")
	}
	return nil
}

func writeNew(streams *kit.IOStreams, name string, text []byte, mode fs.FileMode) error {
	file, err := os.OpenFile(streams.At(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		return &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("%s exists already; a key is never overwritten", name)}
	}
	if err != nil {
		return fmt.Errorf("write key: %w", err)
	}
	if _, err = file.Write(text); err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(streams.At(name))
		return fmt.Errorf("write key: %w", err)
	}
	return nil
}

func signRun(ctx context.Context, o *signOptions) error {
	key, err := readSmall(o.factory.IO, "key", o.key)
	if err != nil {
		return err
	}
	var chain []byte
	if o.chain != "" {
		if chain, err = readSmall(o.factory.IO, "certificates", o.chain); err != nil {
			return err
		}
	}
	signer, err := trust.NewSigner(key, []byte(o.factory.IO.Getenv("COSIGN_PASSWORD")), chain)
	if err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("use key %s with the password in COSIGN_PASSWORD: %w", o.key, err)}
	}
	for _, path := range o.paths {
		if err := signOne(ctx, o, signer, path); err != nil {
			return err
		}
	}
	return nil
}

func signOne(ctx context.Context, o *signOptions, signer *trust.Signer, path string) error {
	folder, err := openFolder(o.factory.IO, path)
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	name, err := o.factory.IO.Abs(path)
	if err != nil {
		return fmt.Errorf("sign %q: %w", path, err)
	}
	text, err := signer.Sign(ctx, folder, filepath.Base(name), o.ignored...)
	if err != nil {
		return fmt.Errorf("sign %q: %w", path, err)
	}
	target := filepath.Join(path, trust.Name)
	err = o.factory.IO.WriteFile(target, func(w io.Writer) error { _, err := w.Write(text); return err })
	if err != nil {
		return err
	}
	fmt.Fprintln(o.factory.IO.Out, "signed", format.Escape(path)+":", format.Escape(target))
	return nil
}

// openFolder opens a folder that the user named; anything else is a mistake in
// the call.
func openFolder(streams *kit.IOStreams, path string) (*os.Root, error) {
	folder, err := folders.Open(streams.At(path))
	if err != nil {
		if info, statErr := os.Stat(streams.At(path)); statErr == nil && !info.IsDir() {
			return nil, kit.Usagef("%q is not a folder; a signature is that of a folder", path)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, kit.Usagef("folder %q does not exist", path)
		}
		return nil, fmt.Errorf("open folder: %w", err)
	}
	return folder, nil
}

// maxSmall bounds keys and certificates, in bytes.
const maxSmall = 4 << 20

// readSmall reads a file that the user named.
func readSmall(streams *kit.IOStreams, what, name string) ([]byte, error) {
	file, err := os.Open(streams.At(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("read %s: file %q does not exist", what, name)}
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", what, err)
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, maxSmall+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", what, err)
	}
	if len(text) > maxSmall {
		return nil, fmt.Errorf("read %s: %q has more than %d bytes", what, name, maxSmall)
	}
	return text, nil
}
