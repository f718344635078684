package trust

import "time"

// Name is how the signature of a folder is called in it.
const Name = "skill.oms.sig"

// State is what came of looking at a signature.
type State string

// The states of a folder's signature.
const (
	// Unsigned: there is none.
	Unsigned State = "unsigned"
	// Verified: who was asked for has signed just these files.
	Verified State = "verified"
	// Untrusted: it is not by the key, the root or the identity that was asked
	// for, or nobody was asked for.
	Untrusted State = "untrusted"
	// Invalid: it is broken, or the files are not those that were signed.
	Invalid State = "invalid"
)

// Kind is how a signer shows who he is.
type Kind string

// The kinds of signers.
const (
	Key         Kind = "key"
	Certificate Kind = "certificate"
	Keyless     Kind = "keyless"
)

// Facts are what is so about the signature of a folder. Lists are sorted and
// never nil.
type Facts struct {
	State State `json:"state"`
	Kind  Kind  `json:"kind,omitempty"`
	// Reason says why it is not verified: what is there and what is wanted.
	Reason string `json:"reason,omitempty"`
	// Subject is what the signer called the folder.
	Subject string `json:"subject,omitempty"`
	// Identity and Issuer are those of the leaf certificate: for "keyless" the
	// account and who vouched for it, for "certificate" the common names.
	Identity string `json:"identity,omitempty"`
	Issuer   string `json:"issuer,omitempty"`
	// Chain are the subjects from the leaf to the root.
	Chain []string `json:"chain"`
	// KeyDigest is the SHA-256 of the public key (PKIX, DER): "sha256:…".
	KeyDigest string `json:"keyDigest,omitempty"`
	// Expires is when the leaf certificate ends; zero for a key.
	Expires time.Time `json:"expires,omitzero"`
	// SignedAt is the time that a log or a time-stamping authority vouches for;
	// zero where none does.
	SignedAt time.Time `json:"signedAt,omitzero"`
	// Files is how many files were signed.
	Files int `json:"files"`
	// Changed, Missing and Extra are slash paths of files that are not as they
	// were signed, that are gone, and that nobody signed.
	Changed []string `json:"changed"`
	Missing []string `json:"missing"`
	Extra   []string `json:"extra"`
	// Ignored are names at the top of the folder that the signer left out, as he
	// may leave out what git keeps ([Ignorable]): nobody signed what is there.
	Ignored []string `json:"ignored"`
}

// OK reports whether the signature is verified.
func (f *Facts) OK() bool { return f.State == Verified }

func (f *Facts) fail(state State, reason string) { f.State, f.Reason = state, reason }

func newFacts() Facts {
	return Facts{State: Unsigned, Chain: []string{}, Changed: []string{}, Missing: []string{}, Extra: []string{}, Ignored: []string{}}
}
