package install

import (
	"context"
	"os"
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
// settings name.
func (g *Gate) trustOf(ctx context.Context, folder *os.Root, ways *trust.Ways) (installTrust, error) {
	facts, err := ways.Verify(ctx, folder, g.now, "install.signature")
	if err != nil {
		return installTrust{}, err
	}
	return trustFacts(facts), nil
}
