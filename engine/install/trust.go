package install

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/engine/trust"
)

// installTrust is #TrustFacts of schema/install.cue.
type installTrust struct {
	State     string   `json:"state"`
	Kind      string   `json:"kind"`
	Reason    string   `json:"reason"`
	Subject   string   `json:"subject"`
	Identity  string   `json:"identity"`
	Issuer    string   `json:"issuer"`
	KeyDigest string   `json:"keyDigest"`
	SignedAt  string   `json:"signedAt"`
	Chain     []string `json:"chain"`
	Files     int      `json:"files"`
	Changed   []string `json:"changed"`
	Missing   []string `json:"missing"`
	Extra     []string `json:"extra"`
	Ignored   []string `json:"ignored"`
}

// unknownTrust are the facts of what nobody can sign.
func unknownTrust() installTrust {
	return installTrust{State: "unknown", Chain: []string{}, Changed: []string{}, Missing: []string{}, Extra: []string{}, Ignored: []string{}}
}

func trustFacts(f trust.Facts) installTrust {
	out := installTrust{
		State: string(f.State), Kind: string(f.Kind), Reason: f.Reason, Subject: f.Subject, Identity: f.Identity, Issuer: f.Issuer,
		KeyDigest: f.KeyDigest, Chain: f.Chain, Files: f.Files, Changed: f.Changed, Missing: f.Missing, Extra: f.Extra, Ignored: f.Ignored,
	}
	if !f.SignedAt.IsZero() {
		out.SignedAt = f.SignedAt.UTC().Format(time.RFC3339)
	}
	return out
}

// trustOf looks at the signature of a folder with every way of trust that the
// settings name: the first that verifies it counts, or else the one that found
// out most.
func (g *Gate) trustOf(ctx context.Context, folder *os.Root, settings signatureSettings) (installTrust, error) {
	verifiers, err := settings.verifiers(g.now)
	if err != nil {
		return installTrust{}, err
	}
	var best trust.Facts
	for i, verifier := range verifiers {
		facts, err := verifier.Verify(ctx, folder)
		if err != nil {
			return installTrust{}, fmt.Errorf("verify the signature: %w", err)
		}
		if i == 0 || trustRank(facts.State) > trustRank(best.State) {
			best = facts
		}
		// Files that are not as they were signed are so for everybody.
		if facts.State == trust.Verified || facts.State == trust.Unsigned {
			break
		}
	}
	return trustFacts(best), nil
}

// trustRank orders what several verifiers say of one signature: who trusts the
// signer knows best.
func trustRank(state trust.State) int {
	switch state {
	case trust.Verified:
		return 3
	case trust.Invalid:
		return 2
	case trust.Untrusted:
		return 1
	}
	return 0
}

// maxTrustFile bounds a file with keys or certificates, in bytes.
const maxTrustFile = 16 << 20

// verifiers are the ways of trust of the settings; one that trusts nobody when
// they name none.
func (s signatureSettings) verifiers(now func() time.Time) ([]*trust.Verifier, error) {
	base := []trust.Option{trust.WithIgnored(s.Ignore...), trust.WithClock(now)}
	var all []*trust.Verifier
	add := func(what, name string, opts ...trust.Option) error {
		verifier, err := trust.NewVerifier(append(append([]trust.Option{}, base...), opts...)...)
		if err != nil {
			return fmt.Errorf("use the %s %q of install.signature: %w", what, name, err)
		}
		all = append(all, verifier)
		return nil
	}
	for _, name := range s.Keys {
		text, err := readTrustFile("key", name)
		if err != nil {
			return nil, err
		}
		if err := add("key", name, trust.WithKey(text)); err != nil {
			return nil, err
		}
	}
	for _, way := range []struct {
		what   string
		files  []string
		option func([]byte) trust.Option
	}{{"root certificate", s.Roots, trust.WithRoots}, {"trusted root", s.trustedRoots(), trust.WithTrustedRoot}} {
		for _, name := range way.files {
			text, err := readTrustFile(way.what, name)
			if err != nil {
				return nil, err
			}
			for _, who := range s.whom() {
				if err := add(way.what, name, way.option(text), trust.WithIdentity(who.Identity, who.Issuer)); err != nil {
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

func (s signatureSettings) trustedRoots() []string {
	if s.TrustedRoot == "" {
		return nil
	}
	return []string{s.TrustedRoot}
}

// whom are the signers that are wanted; one without a name stands for anybody.
func (s signatureSettings) whom() []signerSettings {
	if len(s.Identities) == 0 {
		return []signerSettings{{}}
	}
	return s.Identities
}

func readTrustFile(what, name string) ([]byte, error) {
	if !filepath.IsAbs(name) {
		return nil, fmt.Errorf("read the %s %q of install.signature: an absolute path is wanted", what, name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read the %s %q of install.signature: %s", what, name, plainProblem(err))
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, maxTrustFile+1))
	if err != nil {
		return nil, fmt.Errorf("read the %s %q of install.signature: %s", what, name, plainProblem(err))
	}
	if len(text) > maxTrustFile {
		return nil, fmt.Errorf("read the %s %q of install.signature: it has more than %d bytes", what, name, maxTrustFile)
	}
	return text, nil
}
