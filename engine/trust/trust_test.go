package trust

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sigstore/sigstore/pkg/cryptoutils"
)

// authority is a private root, an intermediate below it, and what they sign.
type authority struct {
	t                 *testing.T
	root, middle      *x509.Certificate
	rootKey, midKey   *ecdsa.PrivateKey
	notAfter, notFrom time.Time
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{t: t, notFrom: time.Now().Add(-time.Hour), notAfter: time.Now().Add(time.Hour)}
	a.rootKey, a.midKey = newKey(t), newKey(t)
	a.root = a.issue("Test Root", a.rootKey, nil, a.rootKey, true)
	a.middle = a.issue("Test Intermediate", a.midKey, a.root, a.rootKey, true)
	return a
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (a *authority) issue(name string, key *ecdsa.PrivateKey, parent *x509.Certificate, by *ecdsa.PrivateKey, ca bool, usages ...x509.ExtKeyUsage) *x509.Certificate {
	a.t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name, Organization: []string{"Test"}},
		NotBefore: a.notFrom, NotAfter: a.notAfter, IsCA: ca, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: usages,
	}
	if ca {
		template.KeyUsage = x509.KeyUsageCertSign
	}
	if parent == nil {
		parent = template
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, by)
	if err != nil {
		a.t.Fatal(err)
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	return c
}

// signer returns a signer below the intermediate.
func (a *authority) signer(name string, usages ...x509.ExtKeyUsage) *Signer {
	a.t.Helper()
	key := newKey(a.t)
	leaf := a.issue(name, key, a.middle, a.midKey, false, usages...)
	private, err := cryptoutils.MarshalPrivateKeyToPEM(key)
	if err != nil {
		a.t.Fatal(err)
	}
	s, err := NewSigner(private, nil, pems(a.t, leaf, a.middle, a.root))
	if err != nil {
		a.t.Fatal(err)
	}
	return s
}

// publicKey is the public half of a key. To encrypt the private one takes long.
func publicKey(t *testing.T) []byte {
	t.Helper()
	text, err := cryptoutils.MarshalPublicKeyToPEM(newKey(t).Public())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func pems(t *testing.T, certificates ...*x509.Certificate) []byte {
	t.Helper()
	text, err := cryptoutils.MarshalCertificatesToPEM(certificates)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// folder is a skill with some files.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"SKILL.md": "---\nname: a\ndescription: b\n---\n", "scripts/run.sh": "#!/bin/sh\necho hi\n", "empty": "", "a b/ü.txt": "x",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sign(t *testing.T, s *Signer, dir string) {
	t.Helper()
	root := open(t, dir)
	text, err := s.Sign(t.Context(), root, filepath.Base(dir), ".git")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, Name), string(text))
}

func open(t *testing.T, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return root
}

func verifyIn(t *testing.T, dir string, opts ...Option) Facts {
	t.Helper()
	v, err := NewVerifier(opts...)
	if err != nil {
		t.Fatal(err)
	}
	facts, err := v.Verify(t.Context(), open(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// wantFacts wants a state, and a reason that says so much.
func wantFacts(t *testing.T, got Facts, state State, reason string) {
	t.Helper()
	if got.State != state || !strings.Contains(got.Reason, reason) || (state == Verified) != (got.Reason == "") {
		t.Errorf("the state is %q (%s); %q (%s) is wanted", got.State, got.Reason, state, reason)
	}
}

// TestKey signs with a key of cosign's and verifies with its public half only.
func TestKey(t *testing.T) {
	private, public, err := NewKey([]byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewSigner(private, []byte("wrong"), nil); err == nil {
		t.Error("a wrong password opens the key")
	}
	s, err := NewSigner(private, []byte("secret"), nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t)
	wantFacts(t, verifyIn(t, dir, WithKey(public)), Unsigned, "the signature, is missing")
	sign(t, s, dir)
	got := verifyIn(t, dir, WithKey(public))
	wantFacts(t, got, Verified, "")
	if got.Files != 4 || got.Kind != Key || !strings.HasPrefix(got.KeyDigest, "sha256:") || got.Subject != filepath.Base(dir) {
		t.Errorf("facts: %+v", got)
	}
	other := publicKey(t)
	wantFacts(t, verifyIn(t, dir, WithKey(other)), Untrusted, "not signed with this key")
	wantFacts(t, verifyIn(t, dir), Untrusted, "give the public key")
	wantFacts(t, verifyIn(t, dir, WithRoots(pems(t, newAuthority(t).root))), Untrusted, "signed with a key")
}

// TestEncryptedKey reads what other versions of cosign write: the older name of an
// encrypted key, and another algorithm.
func TestEncryptedKey(t *testing.T) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	password := []byte("secret")
	der, err := cryptoutils.MarshalPrivateKeyToEncryptedDER(key, cryptoutils.StaticPasswordFunc(password))
	if err != nil {
		t.Fatal(err)
	}
	public, err := cryptoutils.MarshalPublicKeyToPEM(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSigner(pem.EncodeToMemory(&pem.Block{Type: "ENCRYPTED COSIGN PRIVATE KEY", Bytes: der}), password, nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t)
	sign(t, s, dir)
	wantFacts(t, verifyIn(t, dir, WithKey(public)), Verified, "")
}

// TestNoPassword wants a key that is encrypted even where there is no password: cosign
// reads no other of its own.
func TestNoPassword(t *testing.T) {
	private, _, err := NewKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	if block, _ := pem.Decode(private); block == nil || block.Type != "ENCRYPTED SIGSTORE PRIVATE KEY" {
		t.Errorf("the key is %.60q", private)
	}
	if _, err := NewSigner(private, nil, nil); err != nil {
		t.Error(err)
	}
}

// TestChain verifies by a private root, and says why where it does not.
func TestChain(t *testing.T) {
	a := newAuthority(t)
	dir := folder(t)
	sign(t, a.signer("Release"), dir)
	roots := WithRoots(pems(t, a.root))
	got := verifyIn(t, dir, roots)
	wantFacts(t, got, Verified, "")
	if got.Identity != "Release" || got.Issuer != "Test Intermediate" || len(got.Chain) != 3 || got.Kind != Certificate {
		t.Errorf("facts: %+v", got)
	}
	wantFacts(t, verifyIn(t, dir, roots, WithIdentity("Release", "Test Intermediate")), Verified, "")
	wantFacts(t, verifyIn(t, dir, roots, WithIdentity("Somebody", "")), Untrusted, `signed by "Release", but must be signed by "Somebody"`)
	wantFacts(t, verifyIn(t, dir, roots, WithIdentity("", "Other")), Untrusted, `must be issued by "Other"`)
	wantFacts(t, verifyIn(t, dir), Untrusted, "give the root")
	wantFacts(t, verifyIn(t, dir, WithRoots(pems(t, newAuthority(t).root))), Untrusted, "does not lead to a root that is trusted")
	late := WithClock(func() time.Time { return time.Now().Add(48 * time.Hour) })
	wantFacts(t, verifyIn(t, dir, roots, late), Untrusted, "expired on")
	early := WithClock(func() time.Time { return time.Now().Add(-48 * time.Hour) })
	wantFacts(t, verifyIn(t, dir, roots, early), Untrusted, "is valid from")
	sign(t, a.signer("Code", x509.ExtKeyUsageCodeSigning), dir)
	wantFacts(t, verifyIn(t, dir, roots), Verified, "")
	sign(t, a.signer("Web", x509.ExtKeyUsageServerAuth), dir)
	wantFacts(t, verifyIn(t, dir, roots), Untrusted, "not meant for signing code")
}

// TestChainOfCA refuses what an authority signs itself with its certificate key.
func TestChainOfCA(t *testing.T) {
	a := newAuthority(t)
	dir := folder(t)
	private, err := cryptoutils.MarshalPrivateKeyToPEM(a.midKey)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSigner(private, nil, pems(t, a.middle, a.root))
	if err != nil {
		t.Fatal(err)
	}
	sign(t, s, dir)
	wantFacts(t, verifyIn(t, dir, WithRoots(pems(t, a.root))), Untrusted, "not meant for signing")
}

// TestFiles wants every difference between what was signed and what is there to
// be refused by name.
func TestFiles(t *testing.T) {
	a := newAuthority(t)
	s, roots := a.signer("Release"), WithRoots(pems(t, a.root))
	other := folder(t)
	write(t, filepath.Join(other, "SKILL.md"), "something else")
	sign(t, s, other)
	swapped, err := os.ReadFile(filepath.Join(other, Name))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(dir string) error
		reason string
	}{
		"changed": {func(dir string) error { return os.WriteFile(filepath.Join(dir, "empty"), []byte{0}, 0o644) }, `"empty" was changed`},
		"added":   {func(dir string) error { return os.WriteFile(filepath.Join(dir, ".hidden"), nil, 0o644) }, `".hidden" exists and was not signed`},
		"added in a folder that this signer does not leave out": {func(dir string) error {
			return errorsOf(os.Mkdir(filepath.Join(dir, ".github"), 0o755), os.WriteFile(filepath.Join(dir, ".github/x"), nil, 0o644))
		}, `".github/x" exists and was not signed`},
		"removed": {func(dir string) error { return os.Remove(filepath.Join(dir, "scripts/run.sh")) }, `"scripts/run.sh" was signed and is missing`},
		"renamed": {func(dir string) error { return os.Rename(filepath.Join(dir, "empty"), filepath.Join(dir, "void")) },
			`"empty" was signed and is missing (0 changed, 1 missing, 1 not signed)`},
		"a link": {func(dir string) error {
			return errorsOf(os.Remove(filepath.Join(dir, "empty")), os.Symlink("SKILL.md", filepath.Join(dir, "empty")))
		}, `"empty" is a link`},
		"a link beside": {func(dir string) error { return os.Symlink("/etc/passwd", filepath.Join(dir, "extra")) }, `"extra" is a link`},
		"the signature of another folder": {func(dir string) error { return os.WriteFile(filepath.Join(dir, Name), swapped, 0o644) },
			`"SKILL.md" was changed`},
		"a signature that is a link": {func(dir string) error {
			return errorsOf(os.Rename(filepath.Join(dir, Name), filepath.Join(dir, "x")), os.Symlink("x", filepath.Join(dir, Name)))
		}, "is a link"},
		"a signature that is a folder": {func(dir string) error {
			return errorsOf(os.Remove(filepath.Join(dir, Name)), os.Mkdir(filepath.Join(dir, Name), 0o755))
		}, "not a regular file"},
		"no signature at all": {func(dir string) error { return os.WriteFile(filepath.Join(dir, Name), nil, 0o644) }, "not a Sigstore bundle"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t)
			sign(t, s, dir)
			wantFacts(t, verifyIn(t, dir, roots), Verified, "")
			if err := c.change(dir); err != nil {
				t.Fatal(err)
			}
			wantFacts(t, verifyIn(t, dir, roots), Invalid, c.reason)
		})
	}
	dir := folder(t)
	sign(t, s, dir)
	write(t, filepath.Join(dir, ".git/config"), "")
	wantFacts(t, verifyIn(t, dir, roots, WithIgnored(".git")), Verified, "")
}

// TestIgnored has a signer who leaves out what he may and what he may not.
func TestIgnored(t *testing.T) {
	a := newAuthority(t)
	s, roots := a.signer("Release Signing"), WithRoots(pems(t, a.root))
	signIgnoring := func(dir string, names ...string) {
		text, err := s.Sign(t.Context(), open(t, dir), "x", names...)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, Name), string(text))
	}
	dir := folder(t)
	for _, name := range []string{".git/config", ".gitignore", ".gitattributes", ".github/x"} {
		write(t, filepath.Join(dir, name), "x")
	}
	// What is left out is no part of what is signed, even if it changes.
	signIgnoring(dir, Ignorable()...)
	write(t, filepath.Join(dir, ".git/hooks/pre-commit"), "evil")
	facts := verifyIn(t, dir, roots)
	wantFacts(t, facts, Verified, "")
	if got := strings.Join(facts.Ignored, " "); got != ".git .gitattributes .github .gitignore" {
		t.Errorf("left out are %q", got)
	}
	if facts := verifyIn(t, dir, roots, WithIgnored(".git")); strings.Contains(strings.Join(facts.Ignored, " ")+" ", ".git ") {
		t.Errorf("what the user leaves out is named: %q", facts.Ignored)
	}
	left, err := LeftOut(open(t, dir))
	if err != nil || len(left) != 4 {
		t.Errorf("left out are %q, %v", left, err)
	}
	if left, err := LeftOut(open(t, folder(t))); err != nil || left != nil {
		t.Errorf("without a signature: %q, %v", left, err)
	}

	for _, name := range []string{"scripts", "SKILL.md", ".hidden", ".git/x", "scripts/.git", ".GIT", "."} {
		dir := folder(t)
		for _, more := range []string{"scripts/run.sh", ".hidden/x", ".git/x", "scripts/.git/x", ".GIT/x"} {
			write(t, filepath.Join(dir, more), "x")
		}
		signIgnoring(dir, name)
		signed := verifyIn(t, dir, roots)
		write(t, filepath.Join(dir, "scripts/.git/x"), "evil")
		write(t, filepath.Join(dir, ".git/x"), "evil")
		write(t, filepath.Join(dir, "scripts/run.sh"), "evil")
		if facts := verifyIn(t, dir, roots); facts.State != Invalid || len(facts.Ignored) > 0 {
			t.Errorf("%q hides a change: %+v, before %+v", name, facts, signed)
		}
	}
}

func TestNames(t *testing.T) {
	a := newAuthority(t)
	s := a.signer("Release Signing")
	dir := folder(t)
	sign(t, s, dir)
	if err := os.WriteFile(filepath.Join(dir, "a\xff"), nil, 0o600); err != nil {
		t.Skipf("such names cannot be made here: %v", err)
	}
	if facts := verifyIn(t, dir, WithRoots(pems(t, a.root))); facts.State != Invalid || len(facts.Extra) != 1 {
		t.Errorf("a name that is not UTF-8 is verified: %+v", facts)
	}
	if _, err := s.Sign(t.Context(), open(t, dir), "x"); err == nil || !strings.Contains(err.Error(), "is not UTF-8") {
		t.Errorf("a name that is not UTF-8 is signed: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "a\xff")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "b\xff"), 0o750); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sign(t.Context(), open(t, dir), "x"); err == nil || !strings.Contains(err.Error(), "is not UTF-8") {
		t.Errorf("a folder whose name is not UTF-8 is signed: %v", err)
	}
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestOptions(t *testing.T) {
	public := publicKey(t)
	roots := WithRoots(pems(t, newAuthority(t).root))
	for name, c := range map[string]struct {
		opts []Option
		says string
	}{
		"two ways":         {[]Option{WithKey(public), roots}, "cannot be used together"},
		"a key and a name": {[]Option{WithKey(public), WithIdentity("a", "")}, "a key has no identity"},
		"a name alone":     {[]Option{WithIdentity("a", "b")}, "needs a root certificate"},
		"no key":           {[]Option{WithKey([]byte("x"))}, "must be in PEM"},
		"no roots":         {[]Option{WithRoots([]byte("x"))}, "must be in PEM"},
		"no trusted root":  {[]Option{WithTrustedRoot([]byte("{"))}, "read trusted root"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := NewVerifier(c.opts...); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("the error is %v; %q is wanted", err, c.says)
			}
		})
	}
}
