package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/trust"
	"github.com/skillctl/skillctl/internal/folder"
)

// UnverifiedError is a folder that nobody has signed who is trusted.
type UnverifiedError struct{ Facts trust.Facts }

// Error says why it is not verified.
func (e *UnverifiedError) Error() string {
	reason := e.Facts.Reason
	if reason == "" {
		reason = "there is no signature"
	}
	return fmt.Sprintf("the list is not taken, its signature is %s: %s", e.Facts.State, reason)
}

// Read verifies the signature of a folder and reads the list in it. One that is not
// verified is an [*UnverifiedError], unless unsigned lets one pass that nobody has
// signed; a signature that is broken is never let pass.
func Read(ctx context.Context, dir string, ways *trust.Ways, unsigned bool, now time.Time) (*intel.Bundle, []byte, *intel.Signer, error) {
	root, err := folder.Open(dir)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("open the folder of the list: %w", err)
	}
	defer func() { _ = root.Close() }()
	facts, err := ways.Verify(ctx, root, func() time.Time { return now }, "intel.signature")
	if err != nil {
		return nil, nil, nil, err
	}
	var signer *intel.Signer
	switch {
	case facts.OK() && len(facts.Ignored) == 0:
		signer = &intel.Signer{Kind: string(facts.Kind), Identity: facts.Identity, Issuer: facts.Issuer, KeyDigest: facts.KeyDigest}
	case unsigned && facts.State == trust.Unsigned:
	default:
		return nil, nil, nil, &UnverifiedError{facts}
	}
	text, err := readList(root)
	if err != nil {
		return nil, nil, nil, err
	}
	b, err := intel.Parse(ctx, text, now)
	return b, text, signer, err
}

func readList(root *os.Root) ([]byte, error) {
	file, err := root.OpenFile(intel.Name, os.O_RDONLY|folder.NoWait, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &intel.InvalidError{Reason: fmt.Sprintf("the folder has no %s", intel.Name)}
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", intel.Name, err)
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, intel.MaxText+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", intel.Name, err)
	}
	return text, nil
}
