package trust

import (
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	protobundle "github.com/sigstore/protobuf-specs/gen/pb-go/bundle/v1"
	"github.com/sigstore/sigstore/pkg/cryptoutils"
)

// maxChain bounds how many certificates a signature brings.
const maxChain = 16

// trustChain verifies a signature by a certificate that roots of the operator's
// own stand behind.
func (v *Verifier) trustChain(bundle *protobundle.Bundle, facts *Facts) {
	facts.Kind = Certificate
	chain, err := certificatesOf(bundle)
	if err != nil {
		facts.fail(Invalid, err.Error())
		return
	}
	leaf := chain[0]
	facts.describe(leaf)
	if !signedBy(bundle, leaf.PublicKey) {
		facts.fail(Invalid, fmt.Sprintf("the signature is not by the certificate of %q that comes with it", facts.Identity))
		return
	}
	if v.roots == nil {
		facts.fail(Untrusted, fmt.Sprintf("it is signed with a certificate of %q; give the root that is trusted to verify it", facts.Identity))
		return
	}
	path, err := v.pathOf(chain)
	if err != nil {
		facts.fail(Untrusted, err.Error())
		return
	}
	for _, c := range path {
		facts.Chain = append(facts.Chain, c.Subject.String())
	}
	switch {
	case v.identity != "" && !slices.Contains(identities(leaf), v.identity):
		facts.fail(Untrusted, fmt.Sprintf("it is signed by %q, but must be signed by %q", facts.Identity, v.identity))
	case v.issuer != "" && v.issuer != leaf.Issuer.CommonName && v.issuer != leaf.Issuer.String():
		facts.fail(Untrusted, fmt.Sprintf("its certificate was issued by %q, but must be issued by %q", leaf.Issuer.String(), v.issuer))
	}
}

// pathOf finds the way from the leaf to one of the roots, now.
func (v *Verifier) pathOf(chain []*x509.Certificate) ([]*x509.Certificate, error) {
	leaf, now := chain[0], v.now()
	if leaf.IsCA || leaf.KeyUsage != 0 && leaf.KeyUsage&x509.KeyUsageDigitalSignature == 0 {
		return nil, fmt.Errorf("the certificate of %q is not meant for signing", leaf.Subject)
	}
	if len(leaf.ExtKeyUsage)+len(leaf.UnknownExtKeyUsage) > 0 && !slices.ContainsFunc(leaf.ExtKeyUsage, signs) {
		return nil, fmt.Errorf("the certificate of %q is not meant for signing code", leaf.Subject)
	}
	between := x509.NewCertPool()
	for _, c := range chain[1:] {
		between.AddCert(c)
	}
	paths, err := leaf.Verify(x509.VerifyOptions{
		Roots: v.roots, Intermediates: between, CurrentTime: now, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny},
	})
	if err == nil {
		return paths[0], nil
	}
	var invalid x509.CertificateInvalidError
	if errors.As(err, &invalid) && invalid.Reason == x509.Expired {
		c := invalid.Cert
		if now.Before(c.NotBefore) {
			return nil, fmt.Errorf("the certificate of %q is valid from %s on", c.Subject, day(c.NotBefore))
		}
		return nil, fmt.Errorf("the certificate of %q expired on %s", c.Subject, day(c.NotAfter))
	}
	var unknown x509.UnknownAuthorityError
	if errors.As(err, &unknown) {
		return nil, fmt.Errorf("the certificate of %q does not lead to a root that is trusted", leaf.Subject)
	}
	return nil, fmt.Errorf("the certificate of %q cannot be trusted: %w", leaf.Subject, err)
}

func signs(usage x509.ExtKeyUsage) bool {
	return usage == x509.ExtKeyUsageCodeSigning || usage == x509.ExtKeyUsageAny
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// describe notes what a leaf certificate says of its holder.
func (f *Facts) describe(leaf *x509.Certificate) {
	f.Identity, f.Issuer = leaf.Subject.CommonName, leaf.Issuer.CommonName
	if names := identities(leaf); f.Identity == "" && len(names) > 0 {
		f.Identity = names[0]
	}
	f.Expires, f.KeyDigest = leaf.NotAfter.UTC(), keyDigest(leaf.PublicKey)
}

// identities are the names by which a certificate's holder can be asked for.
func identities(c *x509.Certificate) []string {
	var out []string
	if c.Subject.CommonName != "" {
		out = append(out, c.Subject.CommonName)
	}
	return append(append(out, c.Subject.String()), cryptoutils.GetSubjectAlternateNames(c)...)
}

// certificatesOf are the certificates that a bundle brings, the leaf first.
func certificatesOf(bundle *protobundle.Bundle) ([]*x509.Certificate, error) {
	material := bundle.GetVerificationMaterial()
	var raw [][]byte
	if one := material.GetCertificate(); one != nil {
		raw = append(raw, one.GetRawBytes())
	}
	for _, c := range material.GetX509CertificateChain().GetCertificates() {
		raw = append(raw, c.GetRawBytes())
	}
	if len(raw) == 0 {
		return nil, errors.New("the signature says neither by which key nor by which certificate it was made")
	}
	if len(raw) > maxChain {
		return nil, fmt.Errorf("the signature has %d certificates; at most %d are read", len(raw), maxChain)
	}
	var out []*x509.Certificate
	for _, der := range raw {
		c, err := x509.ParseCertificate(der)
		if err != nil {
			return nil, fmt.Errorf("the signature has a certificate that cannot be read: %s", plain(err))
		}
		out = append(out, c)
	}
	return out, nil
}

// plain is the message of an error on one line, with blanks that are the same
// each time.
func plain(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
