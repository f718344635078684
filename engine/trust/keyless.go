package trust

import (
	"fmt"

	protobundle "github.com/sigstore/protobuf-specs/gen/pb-go/bundle/v1"
	"github.com/sigstore/sigstore-go/pkg/bundle"
	"github.com/sigstore/sigstore-go/pkg/fulcio/certificate"
	"github.com/sigstore/sigstore-go/pkg/verify"
)

// trustLog verifies a signature by a short-lived certificate: its chain, the
// entry in the transparency log that came with it, the time that the log vouches
// for, and whose it is. Nothing is fetched.
func (v *Verifier) trustLog(pb *protobundle.Bundle, facts *Facts) {
	facts.Kind = Keyless
	chain, err := certificatesOf(pb)
	if err != nil {
		facts.fail(Untrusted, "it was signed with a key, not by an account")
		return
	}
	facts.describe(chain[0])
	entity, err := bundle.NewBundle(pb)
	if err != nil {
		facts.fail(Invalid, fmt.Sprintf("the signature is not a bundle that can be verified offline: %s", plain(err)))
		return
	}
	v.trustEntity(entity, facts)
	if summary, err := certificate.SummarizeCertificate(chain[0]); err == nil && summary.SubjectAlternativeName != "" {
		facts.Identity, facts.Issuer = summary.SubjectAlternativeName, summary.Issuer
	}
}

func (v *Verifier) trustEntity(entity verify.SignedEntity, facts *Facts) {
	verifier, err := verify.NewVerifier(v.trusted, verify.WithTransparencyLog(1), verify.WithObserverTimestamps(1))
	if err != nil {
		facts.fail(Untrusted, plain(err))
		return
	}
	who, err := verify.NewShortCertificateIdentity(v.issuer, "", v.identity, "")
	if err != nil {
		facts.fail(Untrusted, plain(err))
		return
	}
	// The statement itself is held against the files by the caller.
	result, err := verifier.Verify(entity, verify.NewPolicy(verify.WithoutArtifactUnsafe(), verify.WithCertificateIdentity(who)))
	if err != nil {
		facts.fail(Untrusted, fmt.Sprintf("the trusted root does not vouch for %q as %q has it: %s", v.identity, v.issuer, plain(err)))
		return
	}
	for _, stamp := range result.VerifiedTimestamps {
		if facts.SignedAt.IsZero() || stamp.Timestamp.Before(facts.SignedAt) {
			facts.SignedAt = stamp.Timestamp.UTC()
		}
	}
}
