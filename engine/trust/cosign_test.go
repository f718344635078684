package trust

import (
	"bytes"
	"crypto"
	"testing"

	"github.com/sigstore/cosign/v2/pkg/cosign"
	"github.com/sigstore/sigstore/pkg/cryptoutils"
)

// TestCosign holds keys against cosign itself, whose package the program does without: it
// reads what is made here, and what it makes is read here.
func TestCosign(t *testing.T) {
	t.Parallel()
	for _, password := range []string{"secret", ""} {
		private, public, err := NewKey([]byte(password))
		if err != nil {
			t.Fatal(err)
		}
		key, err := cosign.LoadPrivateKey(private, []byte(password), nil)
		if err != nil {
			t.Fatalf("%q: cosign does not read the key: %v", password, err)
		}
		theirs, err := key.PublicKey()
		if err != nil {
			t.Fatal(err)
		}
		if written := publicText(t, theirs); !bytes.Equal(written, public) {
			t.Errorf("%q: cosign reads the key of\n%s; want\n%s", password, written, public)
		}

		made, err := cosign.GenerateKeyPair(func(bool) ([]byte, error) { return []byte(password), nil })
		if err != nil {
			t.Fatal(err)
		}
		signer, err := NewSigner(made.PrivateBytes, []byte(password), nil)
		if err != nil {
			t.Fatalf("%q: the key of cosign is not read: %v", password, err)
		}
		dir := folder(t)
		sign(t, signer, dir)
		wantFacts(t, verifyIn(t, dir, WithKey(made.PublicBytes)), Verified, "")
	}
}

func publicText(t *testing.T, key crypto.PublicKey) []byte {
	t.Helper()
	text, err := cryptoutils.MarshalPublicKeyToPEM(key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
