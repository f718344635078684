package trust

import (
	"bytes"
	"context"
	"crypto"
	"crypto/elliptic"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	protobundle "github.com/sigstore/protobuf-specs/gen/pb-go/bundle/v1"
	protocommon "github.com/sigstore/protobuf-specs/gen/pb-go/common/v1"
	protodsse "github.com/sigstore/protobuf-specs/gen/pb-go/dsse"
	"github.com/sigstore/sigstore/pkg/cryptoutils"
	"github.com/sigstore/sigstore/pkg/signature"
	"google.golang.org/protobuf/encoding/protojson"
)

// mediaType is that of a Sigstore bundle v0.3.
const mediaType = "application/vnd.dev.sigstore.bundle.v0.3+json"

// Signer signs folders with one key.
type Signer struct {
	signer signature.Signer
	public crypto.PublicKey
	chain  []*x509.Certificate
}

// NewSigner reads a private key, in PEM: one of cosign's (cosign.key), which the
// password opens, or a plain one. certificates, in PEM and the leaf first, say
// who holds the key; without them only its public key does.
func NewSigner(key, password, certificates []byte) (*Signer, error) {
	signer, err := loadKey(key, password)
	if err != nil {
		return nil, fmt.Errorf("read private key: %w", err)
	}
	public, err := signer.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("read private key: %w", err)
	}
	s := &Signer{signer: signer, public: public}
	if certificates == nil {
		return s, nil
	}
	s.chain, err = cryptoutils.UnmarshalCertificatesFromPEM(certificates)
	if err != nil || len(s.chain) == 0 {
		return nil, errors.Join(errors.New("read certificates: they must be in PEM"), err)
	}
	if cryptoutils.EqualKeys(s.chain[0].PublicKey, public) != nil {
		return nil, fmt.Errorf("the first certificate, of %q, is not that of the private key; the leaf has to come first", s.chain[0].Subject)
	}
	return s, nil
}

func loadKey(text, password []byte) (signature.Signer, error) {
	key, err := cryptoutils.UnmarshalPEMToPrivateKey(text, giving(password))
	if err != nil {
		return nil, err
	}
	return signature.LoadDefaultSigner(key)
}

// giving answers who asks for a password. An empty one is one: cosign encrypts a key
// with it, and without any it would be neither written nor read that way.
func giving(password []byte) cryptoutils.PassFunc {
	return cryptoutils.StaticPasswordFunc(append([]byte{}, password...))
}

// Sign signs the files of a folder and returns the signature. subject is how the
// folder is called; ignored are names at its top that are left out.
func (s *Signer) Sign(ctx context.Context, folder *os.Root, subject string, ignored ...string) ([]byte, error) {
	files, _, err := hashFiles(ctx, folder, Name, ignored)
	if err != nil {
		return nil, fmt.Errorf("hash files: %w", err)
	}
	if len(files) == 0 {
		return nil, errors.New("the folder has no files to sign")
	}
	payload, err := json.Marshal(newStatement(subject, files, ignored))
	if err != nil {
		return nil, fmt.Errorf("write statement: %w", err)
	}
	sig, err := s.signer.SignMessage(bytes.NewReader(dsse.PAE(payloadType, payload)))
	if err != nil {
		return nil, fmt.Errorf("sign statement: %w", err)
	}
	text, err := protojson.Marshal(&protobundle.Bundle{
		MediaType:            mediaType,
		VerificationMaterial: s.material(),
		Content: &protobundle.Bundle_DsseEnvelope{DsseEnvelope: &protodsse.Envelope{
			Payload: payload, PayloadType: payloadType, Signatures: []*protodsse.Signature{{Sig: sig}},
		}},
	})
	if err != nil {
		return nil, fmt.Errorf("write signature: %w", err)
	}
	// protojson changes its blanks from build to build on purpose.
	var out bytes.Buffer
	if err := json.Compact(&out, text); err != nil {
		return nil, fmt.Errorf("write signature: %w", err)
	}
	return append(out.Bytes(), '\n'), nil
}

func (s *Signer) material() *protobundle.VerificationMaterial {
	if s.chain == nil {
		return &protobundle.VerificationMaterial{Content: &protobundle.VerificationMaterial_PublicKey{
			PublicKey: &protocommon.PublicKeyIdentifier{Hint: keyDigest(s.public)},
		}}
	}
	var chain []*protocommon.X509Certificate
	for _, c := range s.chain {
		chain = append(chain, &protocommon.X509Certificate{RawBytes: c.Raw})
	}
	return &protobundle.VerificationMaterial{Content: &protobundle.VerificationMaterial_X509CertificateChain{
		X509CertificateChain: &protocommon.X509CertificateChain{Certificates: chain},
	}}
}

// NewKey makes a pair of keys as cosign does, with the library that cosign reads them
// with: the private one is encrypted with the password. Both are PEM.
func NewKey(password []byte) (private, public []byte, err error) {
	private, public, err = cryptoutils.GeneratePEMEncodedECDSAKeyPair(elliptic.P256(), giving(password))
	if err != nil {
		return nil, nil, fmt.Errorf("make key: %w", err)
	}
	return private, public, nil
}
