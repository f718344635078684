package approval

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
)

// State says whether a record still holds as far as the store knows.
type State string

// The states.
const (
	Active  State = "active"
	Used    State = "used"    // it was for one run, which has been
	Revoked State = "revoked" // somebody took it back
	Expired State = "expired"
	Early   State = "early" // the clock stands before the time it was given
	Damaged State = "damaged"
)

// Entry is a record with its state.
type Entry struct {
	Record *Record
	State  State
	// At is when it came into its state, in seconds since 1970, 0 when that is
	// not known; By who revoked it.
	At int64
	By string
}

// StateError is a record that does not hold any more.
type StateError struct {
	ID    string
	State State
	At    int64
	By    string
}

// Error says what became of the record.
func (e *StateError) Error() string {
	when := ""
	if e.At > 0 {
		when = time.Unix(e.At, 0).UTC().Format(" at 2006-01-02 15:04:05 UTC")
	}
	switch e.State {
	case Used:
		return fmt.Sprintf("approval %s was for one run, and was used%s", e.ID, when)
	case Revoked:
		by := ""
		if e.By != "" {
			by = fmt.Sprintf(" by %q", e.By)
		}
		return fmt.Sprintf("approval %s was revoked%s%s", e.ID, when, by)
	case Expired:
		return fmt.Sprintf("approval %s expired%s", e.ID, when)
	}
	return fmt.Sprintf("approval %s was given%s, which is in the future: the clock is wrong", e.ID, when)
}

// slack is by how much clocks may differ, in seconds.
const slack = 300

// state finds out what became of a record.
func (s *Store) state(root *os.Root, r *Record, now time.Time) (Entry, error) {
	for _, end := range []struct {
		name  string
		state State
	}{{revokedEnd, Revoked}, {usedEnd, Used}} {
		m, is, err := s.marked(root, r.ID, end.name)
		if err != nil {
			return Entry{}, err
		}
		if is {
			return Entry{Record: r, State: end.state, At: m.At, By: m.By}, nil
		}
	}
	switch {
	case now.Unix() >= r.Expires:
		return Entry{Record: r, State: Expired, At: r.Expires}, nil
	case now.Unix() < r.Created-slack:
		return Entry{Record: r, State: Early, At: r.Created}, nil
	}
	return Entry{Record: r, State: Active, At: r.Created}, nil
}

// List returns every record, the oldest first, with what became of it. The
// records that cannot be read are in damaged; a folder that is not safe, or that
// cannot be read, is the error.
func (s *Store) List(now time.Time) (entries []Entry, damaged []error, err error) {
	root, err := s.root()
	if root == nil || err != nil {
		return nil, nil, err
	}
	defer root.Close()
	all, err := ids(root, "")
	if err != nil {
		return nil, nil, err
	}
	for _, id := range all {
		r, err := s.load(root, id)
		if errors.Is(err, fs.ErrNotExist) {
			continue // tidied up just now
		}
		var e Entry
		if err == nil {
			e, err = s.state(root, r, now)
		}
		if err != nil {
			damaged = append(damaged, err)
			continue
		}
		entries = append(entries, e)
	}
	slices.SortStableFunc(entries, func(a, b Entry) int {
		if a.Record.Created != b.Record.Created {
			return int(min(1, max(-1, a.Record.Created-b.Record.Created)))
		}
		return strings.Compare(a.Record.ID, b.Record.ID)
	})
	return entries, damaged, nil
}

// IDs returns the ids of all records, damaged ones too, sorted.
func (s *Store) IDs() ([]string, error) {
	root, err := s.root()
	if root == nil || err != nil {
		return nil, err
	}
	defer root.Close()
	return ids(root, "")
}

// Get returns one record by its whole id. One that there is not is
// [fs.ErrNotExist].
func (s *Store) Get(id string, now time.Time) (Entry, error) {
	root, err := s.root()
	if err == nil && root == nil {
		err = fmt.Errorf("read approval %q: %w", id, fs.ErrNotExist)
	}
	if err != nil {
		return Entry{}, err
	}
	defer root.Close()
	r, err := s.load(root, id)
	if err != nil {
		return Entry{}, err
	}
	return s.state(root, r, now)
}

// Revoke takes a record back for good. A damaged record can be revoked; to
// revoke one twice is a [*StateError].
func (s *Store) Revoke(id, by string, now time.Time) error {
	root, err := s.root()
	if err == nil && root == nil {
		err = fmt.Errorf("revoke approval %q: %w", id, fs.ErrNotExist)
	}
	if err != nil {
		return err
	}
	defer root.Close()
	if known, err := ids(root, id); err != nil || !slices.Contains(known, id) {
		return errors.Join(err, fmt.Errorf("revoke approval %q: %w", id, fs.ErrNotExist))
	}
	err = s.writeState(root, id, revokedEnd, mark{now.Unix(), by})
	if errors.Is(err, fs.ErrExist) {
		m, _, _ := s.marked(root, id, revokedEnd)
		return &StateError{id, Revoked, m.At, m.By}
	}
	if err != nil {
		return fmt.Errorf("revoke approval %q: %w", id, err)
	}
	return nil
}

// Use is called right before a command starts that an approval lets pass. An
// approval for one run is used up by it: of any number of callers, in any number
// of processes, one gets a nil error. All others, and everybody when it was
// revoked or has expired, get a [*StateError].
func (s *Store) Use(id string, now time.Time) error {
	root, err := s.root()
	if err == nil && root == nil {
		err = fmt.Errorf("use approval %q: %w", id, fs.ErrNotExist)
	}
	if err != nil {
		return err
	}
	defer root.Close()
	r, err := s.load(root, id)
	if err != nil {
		return err
	}
	e, err := s.state(root, r, now)
	if err != nil {
		return err
	}
	if e.State != Active {
		return &StateError{id, e.State, e.At, e.By}
	}
	if r.Scope == Always {
		return nil
	}
	s.step("using")
	err = s.writeState(root, id, usedEnd, mark{At: now.Unix()})
	if errors.Is(err, fs.ErrExist) {
		m, _, _ := s.marked(root, id, usedEnd)
		return &StateError{id, Used, m.At, ""}
	}
	if err != nil {
		return fmt.Errorf("use approval %q: %w", id, err)
	}
	// Somebody may have revoked it between the look and the use.
	if m, revoked, err := s.marked(root, id, revokedEnd); err != nil {
		return err
	} else if revoked {
		return &StateError{id, Revoked, m.At, m.By}
	}
	return nil
}

// tidy removes what nobody has to know any more: records that ended long ago,
// and files that a process left behind. It refuses to let the store grow
// without bound.
func (s *Store) tidy(root *os.Root, now time.Time) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return fmt.Errorf("list approvals: %w", err)
	}
	count := 0
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, newStart) {
			if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > time.Hour {
				_ = root.Remove(name)
			}
			continue
		}
		id, ok := strings.CutSuffix(name, recordEnd)
		if !ok {
			continue
		}
		count++
		r, err := s.load(root, id)
		if err != nil {
			continue // it is left for a person to look at
		}
		e, err := s.state(root, r, now)
		if err != nil || e.State == Active || e.State == Early || now.Unix()-max(e.At, r.Created) < int64(keep/time.Second) {
			continue
		}
		// The record first: without it the others mean nothing.
		if root.Remove(name) == nil {
			_, _ = root.Remove(id+usedEnd), root.Remove(id+revokedEnd)
			count--
		}
	}
	if count >= maxRecords {
		return fmt.Errorf("there are %d approvals in %q; revoke those that are not needed and remove their files", count, s.path)
	}
	return nil
}
