package trust

import (
	"bytes"
	"context"
	"crypto"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	protobundle "github.com/sigstore/protobuf-specs/gen/pb-go/bundle/v1"
	"github.com/sigstore/sigstore/pkg/signature"
	"google.golang.org/protobuf/encoding/protojson"
)

// maxSignature bounds a signature, in bytes.
const maxSignature = 32 << 20

// Verify looks at the signature of a folder. What is wrong with it stands in the
// facts; an error is a folder that cannot be read, or a ctx that has ended.
func (v *Verifier) Verify(ctx context.Context, folder *os.Root) (Facts, error) {
	facts := newFacts()
	text, there, err := readFile(folder, v.name, maxSignature)
	if err != nil {
		if there {
			facts.fail(Invalid, fmt.Sprintf("the signature cannot be read: %v", err))
			return facts, nil
		}
		return facts, fmt.Errorf("read signature: %w", err)
	}
	if !there {
		facts.Reason = fmt.Sprintf("%s, the signature, is missing", v.name)
		return facts, nil
	}
	signed := v.open(text, &facts)
	if facts.State == Invalid {
		return facts, nil
	}
	files, left, err := hashFiles(ctx, folder, v.name, append(slices.Clone(v.ignored), signed.ignored...))
	if err != nil {
		var kind *kindError
		if errors.As(err, &kind) {
			facts.Extra = append(facts.Extra, strings.ToValidUTF8(kind.path, "\uFFFD"))
			facts.fail(Invalid, err.Error())
			return facts, nil
		}
		return facts, fmt.Errorf("hash files: %w", err)
	}
	for _, name := range left {
		if !slices.Contains(v.ignored, name) {
			facts.Ignored = append(facts.Ignored, name)
		}
	}
	facts.compare(signed.files, files)
	return facts, nil
}

// LeftOut are the names at the top of a folder that its signature leaves out, if it
// has one that can be read: nobody signed what is there. Whose signature it is does
// not matter.
func LeftOut(folder *os.Root) ([]string, error) {
	text, there, err := readFile(folder, Name, maxSignature)
	if err != nil || !there {
		return nil, err
	}
	facts := newFacts()
	v := &Verifier{name: Name, now: time.Now}
	signed := v.open(text, &facts)
	if signed == nil {
		return nil, nil
	}
	var names []string
	for _, name := range signed.ignored {
		if _, err := folder.Lstat(name); err == nil {
			names = append(names, name)
		}
	}
	return names, nil
}

// open checks everything about a signature but the files of the folder, and
// returns those that it covers.
func (v *Verifier) open(text []byte, facts *Facts) *signed {
	var bundle protobundle.Bundle
	if err := protojson.Unmarshal(text, &bundle); err != nil {
		facts.fail(Invalid, fmt.Sprintf("the signature is not a Sigstore bundle: %v", plain(err)))
		return nil
	}
	envelope := bundle.GetDsseEnvelope()
	switch {
	case envelope == nil:
		facts.fail(Invalid, "the signature covers no statement about files: it has no DSSE envelope")
		return nil
	case envelope.GetPayloadType() != payloadType:
		facts.fail(Invalid, fmt.Sprintf("the signed text is of type %q; %q is wanted", envelope.GetPayloadType(), payloadType))
		return nil
	case len(envelope.GetSignatures()) != 1:
		facts.fail(Invalid, fmt.Sprintf("there are %d signatures; one is wanted", len(envelope.GetSignatures())))
		return nil
	}
	statement, err := readStatement(envelope.GetPayload())
	if err != nil {
		facts.fail(Invalid, err.Error())
		return nil
	}
	facts.Subject, facts.Files, facts.State = statement.name, len(statement.files), Verified
	v.trust(&bundle, facts)
	return statement
}

// trust finds out who signed, and whether that is whom the verifier trusts.
func (v *Verifier) trust(bundle *protobundle.Bundle, facts *Facts) {
	material := bundle.GetVerificationMaterial()
	switch {
	case v.trusted != nil:
		v.trustLog(bundle, facts)
	case v.key != nil:
		facts.Kind, facts.KeyDigest = Key, keyDigest(v.key)
		if material.GetPublicKey() == nil {
			facts.fail(Untrusted, "it was signed with a certificate, not with a key")
			return
		}
		if !signedBy(bundle, v.key) {
			facts.fail(Untrusted, "it was not signed with this key")
		}
	case material.GetPublicKey() != nil:
		facts.Kind = Key
		facts.fail(Untrusted, "it was signed with a key; give the public key to verify it")
	default:
		v.trustChain(bundle, facts)
	}
}

// signedBy reports whether the holder of a public key signed the envelope.
func signedBy(bundle *protobundle.Bundle, key crypto.PublicKey) bool {
	verifier, err := signature.LoadDefaultVerifier(key)
	if err != nil {
		return false
	}
	envelope := bundle.GetDsseEnvelope()
	sig := envelope.GetSignatures()[0].GetSig()
	text := dsse.PAE(envelope.GetPayloadType(), envelope.GetPayload())
	return verifier.VerifySignature(bytes.NewReader(sig), bytes.NewReader(text)) == nil
}

func keyDigest(key crypto.PublicKey) string {
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(der)
	return "sha256:" + hexDigest(sum[:])
}
