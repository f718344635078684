package trust

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// Ways are the ways of trust that settings name. The names of files are absolute.
type Ways struct {
	// Keys are files of public keys, Roots of root certificates, each in PEM.
	Keys  []string `json:"keys"`
	Roots []string `json:"roots"`
	// TrustedRoot is a Sigstore trusted_root.json, "" for none.
	TrustedRoot string `json:"trustedRoot"`
	// Identities are who must have signed; anyone below Roots if there is none.
	Identities []Who `json:"identities"`
	// Ignore are names at the top of a folder that need not be signed.
	Ignore []string `json:"ignore"`
}

// Who is a signer, and who vouches for him; anyone if Issuer is "".
type Who struct {
	Identity string `json:"identity"`
	Issuer   string `json:"issuer"`
}

// Verify looks at the signature of a folder with every way: the first that verifies it
// counts, or else the one that found out most. setting is how the settings call what
// the ways are from, for messages.
func (w *Ways) Verify(ctx context.Context, folder *os.Root, now func() time.Time, setting string) (Facts, error) {
	verifiers, err := w.verifiers(now, setting)
	if err != nil {
		return Facts{}, err
	}
	var best Facts
	for i, verifier := range verifiers {
		facts, err := verifier.Verify(ctx, folder)
		if err != nil {
			return Facts{}, fmt.Errorf("verify the signature: %w", err)
		}
		if i == 0 || facts.State.rank() > best.State.rank() {
			best = facts
		}
		// Files that are not as they were signed are so for everybody.
		if facts.State == Verified || facts.State == Unsigned {
			break
		}
	}
	return best, nil
}

// rank orders what several verifiers say of one signature: who trusts the signer knows
// best.
func (s State) rank() int {
	switch s {
	case Verified:
		return 3
	case Invalid:
		return 2
	case Untrusted:
		return 1
	}
	return 0
}

// verifiers has one for each way; one that trusts nobody when there is none.
func (w *Ways) verifiers(now func() time.Time, setting string) ([]*Verifier, error) {
	base := []Option{WithIgnored(w.Ignore...), WithClock(now)}
	var all []*Verifier
	add := func(what, name string, opts ...Option) error {
		verifier, err := NewVerifier(append(append([]Option{}, base...), opts...)...)
		if err != nil {
			return fmt.Errorf("use the %s %q of %s: %w", what, name, setting, err)
		}
		all = append(all, verifier)
		return nil
	}
	for _, name := range w.Keys {
		text, err := readWay("key", name, setting)
		if err != nil {
			return nil, err
		}
		if err := add("key", name, WithKey(text)); err != nil {
			return nil, err
		}
	}
	for _, way := range []struct {
		what   string
		files  []string
		option func([]byte) Option
	}{{"root certificate", w.Roots, WithRoots}, {"trusted root", w.trustedRoots(), WithTrustedRoot}} {
		for _, name := range way.files {
			text, err := readWay(way.what, name, setting)
			if err != nil {
				return nil, err
			}
			for _, who := range w.whom() {
				if err := add(way.what, name, way.option(text), WithIdentity(who.Identity, who.Issuer)); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(all) == 0 {
		return all, add("absence of trust", "")
	}
	return all, nil
}

func (w *Ways) trustedRoots() []string {
	if w.TrustedRoot == "" {
		return nil
	}
	return []string{w.TrustedRoot}
}

// whom are the signers that are wanted; one without a name stands for anybody.
func (w *Ways) whom() []Who {
	if len(w.Identities) == 0 {
		return []Who{{}}
	}
	return w.Identities
}

// maxWay bounds a file with keys or certificates, in bytes.
const maxWay = 16 << 20

func readWay(what, name, setting string) ([]byte, error) {
	if !filepath.IsAbs(name) {
		return nil, fmt.Errorf("read the %s %q of %s: an absolute path is wanted", what, name, setting)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read the %s %q of %s: %w", what, name, setting, folders.Bare(err))
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, maxWay+1))
	if err != nil {
		return nil, fmt.Errorf("read the %s %q of %s: %w", what, name, setting, folders.Bare(err))
	}
	if len(text) > maxWay {
		return nil, fmt.Errorf("read the %s %q of %s: it has more than %d bytes", what, name, setting, maxWay)
	}
	return text, nil
}
