package trust

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore/pkg/cryptoutils"
	"github.com/sigstore/sigstore/pkg/cryptoutils/goodkey"
)

// Verifier verifies the signatures of folders by one way of trust. It is
// immutable and safe for concurrent use.
type Verifier struct {
	key     crypto.PublicKey
	roots   *x509.CertPool
	trusted *root.TrustedRoot
	// identity and issuer are asked of a certificate's leaf, "" for any.
	identity, issuer string
	ignored          []string
	name             string
	now              func() time.Time
}

// Option changes what [NewVerifier] builds.
type Option func(*Verifier) error

// WithKey trusts the holder of a public key, in PEM.
func WithKey(pem []byte) Option {
	return func(v *Verifier) error {
		if bytes.Contains(pem, []byte("PRIVATE KEY-----")) {
			return errors.New("read public key: it is a private key; give the public one, which `skillctl sign --new-key NAME` writes to NAME.pub")
		}
		key, err := cryptoutils.UnmarshalPEMToPublicKey(pem)
		if err != nil {
			return fmt.Errorf("read public key: it must be in PEM, as cosign.pub is: %w", err)
		}
		if err := goodkey.ValidatePubKey(key); err != nil {
			return fmt.Errorf("read public key: %w", err)
		}
		v.key = key
		return nil
	}
}

// WithRoots trusts the certificates that these roots, in PEM, stand behind.
func WithRoots(pem []byte) Option {
	return func(v *Verifier) error {
		certificates, err := cryptoutils.UnmarshalCertificatesFromPEM(pem)
		if err != nil || len(certificates) == 0 {
			return errors.Join(errors.New("read root certificate: it must be in PEM"), err)
		}
		v.roots = x509.NewCertPool()
		for _, c := range certificates {
			v.roots.AddCert(c)
		}
		return nil
	}
}

// WithTrustedRoot trusts the certificates and logs of a Sigstore trusted_root.json.
// It wants [WithIdentity].
func WithTrustedRoot(text []byte) Option {
	return func(v *Verifier) error {
		trusted, err := root.NewTrustedRootFromJSON(text)
		if err != nil {
			return fmt.Errorf("read trusted root: %w", err)
		}
		v.trusted = trusted
		return nil
	}
}

// WithIdentity asks for the signer's identity and for who vouches for it; "" is
// any, where a root of one's own stands behind the certificate.
func WithIdentity(identity, issuer string) Option {
	return func(v *Verifier) error {
		v.identity, v.issuer = identity, issuer
		return nil
	}
}

// WithIgnored leaves out files and folders at the top of the folder, such as
// ".git", which the signature does not cover.
func WithIgnored(names ...string) Option {
	return func(v *Verifier) error {
		v.ignored = append(v.ignored, names...)
		return nil
	}
}

// WithName says how the signature is called in the folder; [Name] if left out.
func WithName(name string) Option {
	return func(v *Verifier) error {
		v.name = name
		return nil
	}
}

// WithClock sets the time at which certificates are looked at.
func WithClock(now func() time.Time) Option {
	return func(v *Verifier) error {
		v.now = now
		return nil
	}
}

// NewVerifier builds a verifier. Without a key, roots or a trusted root it
// trusts nobody, and still says what is wrong with a signature.
func NewVerifier(opts ...Option) (*Verifier, error) {
	v := &Verifier{name: Name, now: time.Now}
	for _, opt := range opts {
		if err := opt(v); err != nil {
			return nil, err
		}
	}
	ways := 0
	for _, given := range []bool{v.key != nil, v.roots != nil, v.trusted != nil} {
		if given {
			ways++
		}
	}
	switch {
	case ways > 1:
		return nil, errors.New("a key, a root certificate and a trusted root cannot be used together; give one")
	case v.trusted != nil && (v.identity == "" || v.issuer == ""):
		return nil, errors.New("a trusted root vouches for everybody who has an account; name the signer with an identity and an issuer")
	case v.key != nil && v.identity+v.issuer != "":
		return nil, errors.New("a key has no identity; leave out the identity and the issuer")
	case ways == 0 && v.identity+v.issuer != "":
		return nil, errors.New("an identity needs a root certificate or a trusted root")
	}
	return v, nil
}
