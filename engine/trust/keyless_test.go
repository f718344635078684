package trust

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/testing/ca"
)

// TestKeyless verifies what an account signed, with a certificate authority and
// a log made for the test. The statement is real, the log entry comes with it.
func TestKeyless(t *testing.T) {
	sigstore, err := ca.NewVirtualSigstore()
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t)
	files, _, err := hashFiles(t.Context(), open(t, dir), Name, nil)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := json.Marshal(newStatement("a", files, nil))
	if err != nil {
		t.Fatal(err)
	}
	const who, issuer = "release@example.com", "https://accounts.example.com"
	entity, err := sigstore.Attest(who, issuer, payload)
	if err != nil {
		t.Fatal(err)
	}
	other, err := ca.NewVirtualSigstore()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		trusted      *ca.VirtualSigstore
		who, issuer  string
		state        State
		reason       string
		wantSignedAt bool
	}{
		"who was asked for": {sigstore, who, issuer, Verified, "", true},
		"another account":   {sigstore, "mallory@example.com", issuer, Untrusted, "does not vouch", false},
		"another issuer":    {sigstore, who, "https://elsewhere.example.com", Untrusted, "does not vouch", false},
		"another authority": {other, who, issuer, Untrusted, "does not vouch", false},
	} {
		t.Run(name, func(t *testing.T) {
			trusted, err := root.NewTrustedRoot(root.TrustedRootMediaType01, c.trusted.FulcioCertificateAuthorities(), c.trusted.CTLogs(),
				c.trusted.TimestampingAuthorities(), c.trusted.RekorLogs())
			if err != nil {
				t.Fatal(err)
			}
			v := &Verifier{trusted: trusted, identity: c.who, issuer: c.issuer, name: Name, now: time.Now}
			facts := newFacts()
			facts.State = Verified
			v.trustEntity(entity, &facts)
			wantFacts(t, facts, c.state, c.reason)
			if facts.SignedAt.IsZero() == c.wantSignedAt {
				t.Errorf("signed at %v", facts.SignedAt)
			}
		})
	}
}
