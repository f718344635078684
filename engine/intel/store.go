package intel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/internal/atomicfile"
	"github.com/skillctl/skillctl/internal/flock"
	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// The files of a store.
const (
	fileName = "list"
	lockName = "lock"
)

// patience is how long another process is waited for that changes the list.
const patience = 30 * time.Second

// Record is what is kept of how a list came here.
type Record struct {
	Version int `json:"version"`
	// Source is what was asked for, Resolved the digest of what a registry had.
	Source   string `json:"source"`
	Resolved string `json:"resolved,omitempty"`
	// Taken is when, in UTC.
	Taken time.Time `json:"taken"`
	// Signer is whose signature was verified, nil where none was wanted.
	Signer *Signer `json:"signer,omitempty"`
	// Digest is that of the list.
	Digest string `json:"digest"`
}

// Signer is whose signature was verified.
type Signer struct {
	Kind      string `json:"kind"`
	Identity  string `json:"identity,omitempty"`
	Issuer    string `json:"issuer,omitempty"`
	KeyDigest string `json:"keyDigest,omitempty"`
}

// Store keeps one list in a folder.
type Store struct{ path string }

// Open returns the store in a folder, an absolute path, which is made for its owner
// alone when something is first put in.
func Open(path string) *Store { return &Store{path: filepath.Clean(path)} }

// Path is the folder of the store.
func (s *Store) Path() string { return s.path }

// UnsafeError is a file or folder through which somebody else could change the list.
type UnsafeError owner.Doubt

// Error names the file, its mode and what to do.
func (e *UnsafeError) Error() string {
	return (*owner.Doubt)(e).Text("the list of what is known to be bad is not used", "own it, or remove it")
}

// DamagedError is a list that is not as it was put in.
type DamagedError struct{ Path, Reason string }

// Error says what to do.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("the list of what is known to be bad in %q cannot be used: %s; `skillctl intel update` takes a new one, `skillctl intel remove` removes it", e.Path, e.Reason)
}

// Load gives the list and how it came here; nil without one. now says which entries
// still hold.
func (s *Store) Load(now time.Time) (*Bundle, *Record, error) {
	text, err := s.read()
	if err != nil || text == nil {
		return nil, nil, err
	}
	head, list, ok := bytes.Cut(text, []byte("\n"))
	var r Record
	if !ok || json.Unmarshal(head, &r) != nil || r.Version != 1 {
		return nil, nil, &DamagedError{s.path, "what is noted of it cannot be read"}
	}
	b, err := load(list, now)
	if err != nil {
		return nil, nil, &DamagedError{s.path, err.Error()}
	}
	if b.Digest != r.Digest {
		return nil, nil, &DamagedError{s.path, "it is not the list that was put in"}
	}
	return b, &r, nil
}

// read gives the bytes of the file, nil without one.
func (s *Store) read() ([]byte, error) {
	info, err := os.Lstat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the list of what is known to be bad: %w", err)
	}
	doubt, err := owner.CheckFolder(s.path, info)
	switch {
	case err != nil:
		return nil, err
	case doubt != nil:
		return nil, (*UnsafeError)(doubt)
	}
	name := filepath.Join(s.path, fileName)
	file, err := os.OpenFile(name, os.O_RDONLY|folder.OpenFlags, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the list of what is known to be bad: %w", err)
	}
	defer func() { _ = file.Close() }()
	info, err = file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &DamagedError{s.path, "it is not a file"}
	}
	if err != nil {
		return nil, err
	}
	if doubt := owner.CheckFile(name, info); doubt != nil {
		return nil, (*UnsafeError)(doubt)
	}
	text, err := io.ReadAll(io.LimitReader(file, MaxText+maxHead+1))
	if err == nil && len(text) > MaxText+maxHead {
		err = &DamagedError{s.path, "it is too long"}
	}
	return text, err
}

// maxHead bounds what is noted of a list, in bytes.
const maxHead = 64 << 10

// OlderError is a list that would take the place of a later one.
type OlderError struct{ There, Given time.Time }

// Error names both times.
func (e *OlderError) Error() string {
	if e.There.Equal(e.Given) {
		return fmt.Sprintf("the list was made at %s, as the one that is here, and has other entries; a later one is wanted", e.Given.Format(time.RFC3339))
	}
	return fmt.Sprintf("the list was made at %s, and the one that is here at %s; a later one is wanted", e.Given.Format(time.RFC3339), e.There.Format(time.RFC3339))
}

// OtherError is a list of another name than the one that is here.
type OtherError struct{ There, Given string }

// Error says what to do.
func (e *OtherError) Error() string {
	return fmt.Sprintf("the list is called %q, and the one that is here %q, which it cannot follow; `skillctl intel remove` takes that away", e.Given, e.There)
}

// EarlyError is a list that says that it was made later than now: none that is made
// until then could follow it.
type EarlyError struct{ Given, Now time.Time }

// Error names both times.
func (e *EarlyError) Error() string {
	return fmt.Sprintf("the list says that it was made at %s, but it is %s", e.Given.Format(time.RFC3339), e.Now.UTC().Format(time.RFC3339))
}

// early is by how much a clock may be wrong.
const early = time.Hour

// Put keeps a list, text, that [Parse] has read. It reports false when just this one is
// there. A list that is older than the one that is there is an [*OlderError].
func (s *Store) Put(ctx context.Context, b *Bundle, text []byte, r Record, now time.Time) (bool, error) {
	if b.Issued.After(now.Add(early)) {
		return false, &EarlyError{b.Issued, now}
	}
	if err := os.MkdirAll(s.path, 0o700); err != nil {
		return false, fmt.Errorf("make the folder of the list: %w", err)
	}
	free, err := s.hold(ctx)
	if err != nil {
		return false, err
	}
	defer free()
	there, _, err := s.Load(now)
	var damaged *DamagedError
	switch {
	case errors.As(err, &damaged): // it is of no use to anybody
	case err != nil:
		return false, err
	case there == nil:
	case there.Digest == b.Digest:
		return false, nil
	case there.Name != b.Name:
		return false, &OtherError{there.Name, b.Name}
	case !b.Issued.After(there.Issued):
		return false, &OlderError{there.Issued, b.Issued}
	}
	r.Version, r.Digest, r.Taken = 1, b.Digest, now.UTC().Truncate(time.Second)
	head, err := json.Marshal(r)
	if err != nil {
		return false, fmt.Errorf("keep the list: %w", err)
	}
	return true, s.write(append(append(head, '\n'), text...))
}

// hold keeps others from changing the list until free is called.
func (s *Store) hold(ctx context.Context) (free func(), err error) {
	file, err := os.OpenFile(filepath.Join(s.path, lockName), os.O_RDWR|os.O_CREATE|folder.OpenFlags, 0o600)
	if err != nil {
		return nil, fmt.Errorf("keep the list: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := flock.Wait(ctx, file, false); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("keep the list: wait for another process that changes it: %w", err)
	}
	return func() { flock.Unlock(file); _ = file.Close() }, nil
}

// write puts the file in its place whole, or leaves the old one.
func (s *Store) write(text []byte) error {
	if err := atomicfile.WriteIn(filepath.Join(s.path, fileName), text, atomicfile.Lasting()); err != nil {
		return fmt.Errorf("keep the list: %w", err)
	}
	return nil
}

// Remove removes the list, and reports whether there was one.
func (s *Store) Remove() (bool, error) {
	err := os.Remove(filepath.Join(s.path, fileName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("remove the list of what is known to be bad: %w", err)
	}
	return true, nil
}
