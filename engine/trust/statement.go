package trust

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// What a statement of model-signing 1.0 says that it is.
const (
	payloadType   = "application/vnd.in-toto+json"
	statementType = "https://in-toto.io/Statement/v1"
	predicateType = "https://model_signing/signature/v1.0"
)

// statement is an in-toto statement about the files of a folder, as
// model-signing 1.0 writes it.
type statement struct {
	Type          string    `json:"_type"`
	Subject       []subject `json:"subject"`
	PredicateType string    `json:"predicateType"`
	Predicate     predicate `json:"predicate"`
}

type subject struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"`
}

type predicate struct {
	Resources     []resource    `json:"resources"`
	Serialization serialization `json:"serialization"`
}

type resource struct {
	Name      string `json:"name"`
	Digest    string `json:"digest"`
	Algorithm string `json:"algorithm"`
}

// serialization says how the signer took the folder apart.
type serialization struct {
	AllowSymlinks bool     `json:"allow_symlinks"`
	HashType      string   `json:"hash_type"`
	IgnorePaths   []string `json:"ignore_paths"`
	Method        string   `json:"method"`
}

// newStatement is the statement about files, which are sorted.
func newStatement(name string, files []file, ignored []string) statement {
	s := statement{
		Type: statementType, PredicateType: predicateType,
		Subject: []subject{{Name: name, Digest: map[string]string{"sha256": folderDigest(files)}}},
		Predicate: predicate{
			Resources:     make([]resource, 0, len(files)),
			Serialization: serialization{HashType: "sha256", Method: "files", IgnorePaths: append([]string{}, ignored...)},
		},
	}
	for _, f := range files {
		s.Predicate.Resources = append(s.Predicate.Resources, resource{Name: f.path, Digest: hexDigest(f.digest[:]), Algorithm: "sha256"})
	}
	return s
}

// folderDigest is the digest of a whole folder: that of its files' digests, one
// after the other in the order of their paths.
func folderDigest(files []file) string {
	sum := sha256.New()
	for _, f := range files {
		sum.Write(f.digest[:])
	}
	return hexDigest(sum.Sum(nil))
}

// Ignorable are the names at the top of a folder that a signer may leave out: what
// git and its hosts keep, which model-signing leaves out by itself. Another name in
// a statement is not heeded: it would hide files from who verifies.
func Ignorable() []string { return []string{".git", ".gitattributes", ".github", ".gitignore"} }

// leftOut are the names that the signer left out and may leave out.
func (s *serialization) leftOut() []string {
	var names []string
	for _, p := range s.IgnorePaths {
		name := strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/")
		if slices.Contains(Ignorable(), name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// signed is what a statement says.
type signed struct {
	name    string
	files   []file
	ignored []string
}

// readStatement reads the payload of an envelope. An error says what is wrong
// with it.
func readStatement(payload []byte) (*signed, error) {
	var s statement
	decoder := json.NewDecoder(bytes.NewReader(payload))
	if err := decoder.Decode(&s); err != nil {
		return nil, fmt.Errorf("the signed statement is not JSON: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is data after the signed statement")
	}
	switch {
	case s.Type != statementType:
		return nil, fmt.Errorf("the signed statement is of type %q; %q is wanted", s.Type, statementType)
	case s.PredicateType != predicateType:
		return nil, fmt.Errorf("the signed statement is about %q; %q is wanted", s.PredicateType, predicateType)
	case s.Predicate.Serialization.Method != "files":
		return nil, fmt.Errorf("the files were signed by the method %q; only %q is known", s.Predicate.Serialization.Method, "files")
	case len(s.Subject) != 1:
		return nil, fmt.Errorf("the signed statement has %d subjects; one is wanted", len(s.Subject))
	case len(s.Predicate.Resources) == 0:
		return nil, errors.New("the signed statement names no file")
	case len(s.Predicate.Resources) > maxFiles:
		return nil, fmt.Errorf("the signed statement names more than %d files", maxFiles)
	}
	var files []file
	seen := map[string]bool{}
	for _, r := range s.Predicate.Resources {
		f, err := r.file()
		if err != nil {
			return nil, err
		}
		if seen[f.path] {
			return nil, fmt.Errorf("the signed statement names %q twice", f.path)
		}
		seen[f.path] = true
		files = append(files, f)
	}
	if got, want := folderDigest(files), s.Subject[0].Digest["sha256"]; got != want {
		return nil, fmt.Errorf("the signed files have the digest %s, but the signed statement says %q", got, want)
	}
	slices.SortFunc(files, func(a, b file) int { return bytes.Compare([]byte(a.path), []byte(b.path)) })
	return &signed{s.Subject[0].Name, files, s.Predicate.Serialization.leftOut()}, nil
}

func (r resource) file() (file, error) {
	if !fs.ValidPath(r.Name) || r.Name == "." {
		return file{}, fmt.Errorf("the signed statement names %q, which is not a path inside a folder", r.Name)
	}
	if r.Algorithm != "sha256" {
		return file{}, fmt.Errorf("%q was hashed with %q; only %q is known", r.Name, r.Algorithm, "sha256")
	}
	digest, err := hex.DecodeString(r.Digest)
	if err != nil || len(digest) != sha256.Size {
		return file{}, fmt.Errorf("the signed digest of %q is not one: %q", r.Name, r.Digest)
	}
	return file{r.Name, [sha256.Size]byte(digest)}, nil
}
