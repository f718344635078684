package approval

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/folder"
)

// The bounds of a store.
const (
	maxRecord  = 4 << 20 // bytes of one record
	maxRecords = 10_000
	// keep is how long it is remembered that a record was used, revoked or has
	// expired, so that a person can be told.
	keep = 30 * 24 * time.Hour
)

// The endings of the files of a store.
const (
	recordEnd  = ".json"
	usedEnd    = ".used"
	revokedEnd = ".revoked"
	newStart   = ".new-"
)

// Store keeps approvals in a folder. It is safe for use by many goroutines and
// processes at once.
type Store struct {
	path string
	// only is the id of the one approval that is looked at, "" for all.
	only string
	// hook is called between the steps of writing, by tests.
	hook func(step string)
}

// Open returns the store in a folder, which is made, for its owner alone, when
// something is first put in. A folder that others can write to, or that a link
// stands for, is an [*UnsafeError].
func Open(path string) (*Store, error) {
	if !filepath.IsAbs(path) {
		return nil, fmt.Errorf("open approvals %q: an absolute path is wanted", path)
	}
	s := &Store{path: filepath.Clean(path)}
	root, err := s.root()
	if err != nil {
		return nil, err
	}
	if root != nil {
		_ = root.Close()
	}
	return s, nil
}

// ErrNoHome says that there is no folder that approvals could be kept in.
var ErrNoHome = errors.New("no folder for approvals is known; set HOME or XDG_STATE_HOME to an absolute path")

// DefaultPath is where a user's approvals are kept: skillctl/approvals in
// $XDG_STATE_HOME or ~/.local/state, on macOS in ~/Library/Application Support,
// on Windows in %LocalAppData%. Without such a folder it is [ErrNoHome].
func DefaultPath(getenv func(string) string) (string, error) {
	var base string
	switch runtime.GOOS {
	case "windows":
		base = getenv("LocalAppData")
	case "darwin":
		if home := getenv("HOME"); home != "" {
			base = filepath.Join(home, "Library", "Application Support")
		}
	default:
		base = getenv("XDG_STATE_HOME")
		if home := getenv("HOME"); base == "" && home != "" {
			base = filepath.Join(home, ".local", "state")
		}
	}
	if !filepath.IsAbs(base) {
		return "", ErrNoHome
	}
	return filepath.Join(base, "skillctl", "approvals"), nil
}

// Only is the store as far as one approval goes: [Store.Match] finds no other.
func (s *Store) Only(id string) *Store { return &Store{path: s.path, only: id, hook: s.hook} }

// Path is the folder of the store.
func (s *Store) Path() string { return s.path }

// root opens the folder, nil when there is none, and makes sure that nobody
// else can write to it.
func (s *Store) root() (*os.Root, error) {
	info, err := os.Lstat(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("open approvals: %w", err)
	case !info.IsDir():
		return nil, fmt.Errorf("open approvals %q: it is not a folder", s.path)
	}
	root, err := folder.Open(s.path)
	if err != nil {
		return nil, fmt.Errorf("open approvals: %w", err)
	}
	opened, err := root.Stat(".")
	if err == nil && !os.SameFile(info, opened) {
		err = errors.New("it was just replaced")
	}
	if err == nil {
		err = safeFolder(s.path, opened)
	}
	if err != nil {
		_ = root.Close()
		var unsafe *UnsafeError
		if errors.As(err, &unsafe) {
			return nil, unsafe
		}
		return nil, fmt.Errorf("open approvals %q: %w", s.path, err)
	}
	return root, nil
}

// made opens the folder and makes it if need be.
func (s *Store) made() (*os.Root, error) {
	if err := os.MkdirAll(s.path, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of approvals: %w", err)
	}
	root, err := s.root()
	if err == nil && root == nil {
		err = fmt.Errorf("open approvals %q: it was just removed", s.path)
	}
	return root, err
}

// Grant is what a person says to a plan.
type Grant struct {
	Scope            Scope
	Reviewer, Reason string
	Now, Expires     time.Time
	// Asked are the rules that ask, Policy the digest of the policies.
	Asked  []string
	Policy string
}

// UnboundError is a request that has parts which cannot be held to.
type UnboundError struct{ Loose []string }

// Error names the parts.
func (e *UnboundError) Error() string {
	return "this cannot be approved in advance, since what runs could change until then: " + strings.Join(e.Loose, "; ")
}

// Add writes down an approval of a plan and returns it. An empty reviewer or
// reason is refused; a plan with loose parts is an [*UnboundError].
func (s *Store) Add(p *Plan, g Grant) (*Record, error) {
	if len(p.Loose) > 0 {
		return nil, &UnboundError{p.Loose}
	}
	asked := slices.Clone(g.Asked)
	if asked == nil {
		asked = []string{}
	}
	r := &Record{
		Version: recordVersion, Scope: g.Scope, Reviewer: g.Reviewer, Reason: g.Reason, Created: g.Now.Unix(), Expires: g.Expires.Unix(),
		Asked: sortTexts(asked), Policy: g.Policy, Binding: bindingOf(p),
	}
	root, err := s.made()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if err := s.tidy(root, g.Now); err != nil {
		return nil, err
	}
	for range 8 {
		r.ID = r.Binding.key() + random()
		if err := r.check(); err != nil {
			return nil, fmt.Errorf("add an approval: %w", err)
		}
		if err = s.write(root, r); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("add an approval to %q: %w", s.path, err)
	}
	return r, nil
}

// random is the part of an id that tells approvals of one command apart.
func random() string {
	var bytes [4]byte
	_, _ = rand.Read(bytes[:]) // never fails: see crypto/rand
	return hex.EncodeToString(bytes[:])
}

// write puts a record into a file of its own, whose name must be free.
func (s *Store) write(root *os.Root, r *Record) error {
	text, err := r.text()
	if err != nil {
		return err
	}
	if len(text) > maxRecord {
		return fmt.Errorf("it has %d bytes; at most %d are kept", len(text), maxRecord)
	}
	return s.place(root, r.ID+recordEnd, text)
}

// place puts a text into a new file and then gives it its name, which must be free: it
// is there whole, or it is not.
func (s *Store) place(root *os.Root, name string, text []byte) error {
	temp := newStart + rand.Text()
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = root.Remove(temp) }()
	s.step("made")
	_, err = f.Write(text[:len(text)/2])
	s.step("half")
	if err == nil {
		_, err = f.Write(text[len(text)/2:])
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	s.step("written")
	return root.Link(temp, name)
}

func (s *Store) step(name string) {
	if s.hook != nil {
		s.hook(name)
	}
}

// read returns the text of a file of the store, which only its owner can write.
func (s *Store) read(root *os.Root, name string) ([]byte, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Size() > maxRecord:
		return nil, fmt.Errorf("it has %d bytes; at most %d are read", info.Size(), maxRecord)
	}
	if err := safeFile(filepath.Join(s.path, name), info); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, maxRecord+1))
}

// DamagedError is a file of the store that is not as it was written.
type DamagedError struct {
	File string
	Why  string
}

// Error names the file and what to do.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("the approval %q cannot be used: %s; remove the file, and approve again", e.File, e.Why)
}

// load reads one record.
func (s *Store) load(root *os.Root, id string) (*Record, error) {
	text, err := s.read(root, id+recordEnd)
	var unsafe *UnsafeError
	switch {
	case errors.As(err, &unsafe):
		return nil, unsafe
	case errors.Is(err, fs.ErrNotExist):
		return nil, err
	case err != nil:
		return nil, &DamagedError{filepath.Join(s.path, id+recordEnd), folder.Bare(err).Error()}
	}
	r, err := parseRecord(id, text)
	if err != nil {
		return nil, &DamagedError{filepath.Join(s.path, id+recordEnd), err.Error()}
	}
	return r, nil
}

// ids are the ids of the records whose id begins with prefix, sorted.
func ids(root *os.Root, prefix string) ([]string, error) {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("list approvals: %w", err)
	}
	var out []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), recordEnd); ok && strings.HasPrefix(id, prefix) && !strings.HasPrefix(id, ".") {
			out = append(out, id)
		}
	}
	return out, nil
}

// mark is what a file that ends a record holds, for people: when, and by whom.
type mark struct {
	At int64  `json:"at"`
	By string `json:"by,omitempty"`
}

// marked reports whether a record was ended in a way. The file alone counts;
// what it holds is for people.
func (s *Store) marked(root *os.Root, id, end string) (mark, bool, error) {
	if _, err := root.Lstat(id + end); errors.Is(err, fs.ErrNotExist) {
		return mark{}, false, nil
	} else if err != nil {
		return mark{}, true, fmt.Errorf("read approval %q: %w", id, err)
	}
	var m mark
	if text, err := s.read(root, id+end); err == nil {
		_ = json.Unmarshal(text, &m)
	}
	return m, true, nil
}

// writeState ends a record: the first one to do so wins, and learns it by a nil error.
func (s *Store) writeState(root *os.Root, id, end string, m mark) error {
	f, err := root.OpenFile(id+end, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	s.step("marked")
	text, err := json.Marshal(m)
	if err == nil {
		_, err = f.Write(append(text, '\n'))
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
