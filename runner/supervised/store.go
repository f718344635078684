package supervised

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/internal/owner"
)

// What lies in the folder of an item, beside what its supervisor keeps there.
const (
	MetaName    = "meta.json"
	EndName     = "end.json"
	controlName = "control"
)

const (
	maxItems = 10_000
	// settling is how long an item may be without a supervisor after it was made.
	settling = 30 * time.Second
)

// State is how far an item is.
type State string

// The states that are called alike for every kind; [Kind.Alive] is the fourth.
const (
	Starting State = "starting"
	Ended    State = "ended"
	// Lost: its supervisor was killed, and what it had with it.
	Lost State = "lost"
)

// Kind is what a store keeps, in words.
type Kind struct {
	// One and Many name it: "run", "runs".
	One, Many string
	// Alive is the state of one whose supervisor answers.
	Alive State
}

// Meta is what is known of an item when it begins, of a type of its own.
type Meta interface {
	// Began is when it was made.
	Began() time.Time
}

// Item is one in a store. End is nil while it is alive, and for one that was lost.
type Item[M Meta, E any] struct {
	ID    string
	Meta  M
	State State
	End   *E
}

// NotFoundError says that there is no such item.
type NotFoundError struct{ Kind, ID string }

// Error names the item.
func (e *NotFoundError) Error() string { return fmt.Sprintf("there is no %s %q", e.Kind, e.ID) }

// Store keeps items in a folder. It is safe for use by many processes at once.
type Store[M Meta, E any] struct {
	path string
	kind Kind
	now  func() time.Time
}

// Open returns the store in a folder, which is made, for its owner alone, when an item
// is first put in.
func Open[M Meta, E any](path string, kind Kind, now func() time.Time) (*Store[M, E], error) {
	if !filepath.IsAbs(path) {
		return nil, fmt.Errorf("open the %s in %q: an absolute path is wanted", kind.Many, path)
	}
	s := &Store[M, E]{path: filepath.Clean(path), kind: kind, now: now}
	return s, s.Safe()
}

// Safe makes sure that nobody else can write to the folder.
func (s *Store[M, E]) Safe() error { return SafeFolder(s.path, s.kind.Many) }

// SafeFolder makes sure that nobody else can write to a folder, if it is there; what
// names what is kept in it.
func SafeFolder(path, what string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("open the %s: %w", what, err)
	case !info.IsDir():
		return fmt.Errorf("open the %s in %q: it is not a folder", what, path)
	case !owner.Is(info, os.Geteuid()) || owner.Writers(info) != 0:
		return fmt.Errorf("the %s in %q are not used: it belongs to another user, or others can write to it (mode %04o); run `chmod go-w %s`",
			what, path, info.Mode().Perm(), path)
	}
	return nil
}

// Path is the folder of the store.
func (s *Store[M, E]) Path() string { return s.path }

// Now is the time by the clock of the store.
func (s *Store[M, E]) Now() time.Time { return s.now() }

var idForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,127}$`) })

// Folder is where an item is kept, whether it is there or not; an id that none can have
// is a [NotFoundError].
func (s *Store[M, E]) Folder(id string) (string, error) {
	if !idForm().MatchString(id) {
		return "", &NotFoundError{s.kind.One, id}
	}
	return filepath.Join(s.path, id), nil
}

// Create makes the folder of an item.
func (s *Store[M, E]) Create(id string, meta M) error {
	dir, err := s.Folder(id)
	if err != nil {
		return fmt.Errorf("keep %s %q: its id must be lower-case letters, digits and dashes", s.kind.One, id)
	}
	if err := os.MkdirAll(s.path, 0o700); err != nil {
		return fmt.Errorf("make the folder of %s: %w", s.kind.Many, err)
	}
	if err := s.Safe(); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return fmt.Errorf("keep %s %q: %w", s.kind.One, id, err)
	}
	if err := WriteFile(dir, MetaName, meta); err != nil {
		return errors.Join(fmt.Errorf("keep %s %q: %w", s.kind.One, id, err), os.RemoveAll(dir))
	}
	return nil
}

// Discard removes the folder of an item.
func (s *Store[M, E]) Discard(id string) error {
	dir, err := s.Folder(id)
	if err != nil {
		return err
	}
	return os.RemoveAll(dir)
}

// Item returns one by its id.
func (s *Store[M, E]) Item(ctx context.Context, id string) (Item[M, E], error) {
	one := Item[M, E]{ID: id}
	dir, err := s.Folder(id)
	if err != nil {
		return one, err
	}
	err = ReadFile(dir, MetaName, &one.Meta)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return one, &NotFoundError{s.kind.One, id}
	case err != nil:
		return one, fmt.Errorf("read %s %q: %w", s.kind.One, id, err)
	}
	// The supervisor is asked before its last word is looked for: it writes that
	// before it goes.
	alive := Answers(ctx, dir)
	var end E
	err = ReadFile(dir, EndName, &end)
	switch {
	case err == nil:
		one.State, one.End = Ended, &end
	case !errors.Is(err, fs.ErrNotExist):
		return one, fmt.Errorf("read the end of %s %q: %w", s.kind.One, id, err)
	case alive:
		one.State = s.kind.Alive
	case s.young(dir, one.Meta.Began()):
		one.State = Starting
	default:
		one.State = Lost
	}
	return one, nil
}

// young reports whether an item may not have its supervisor yet.
func (s *Store[M, E]) young(dir string, created time.Time) bool {
	_, err := os.Lstat(filepath.Join(dir, controlName))
	age := s.now().Sub(created)
	return errors.Is(err, fs.ErrNotExist) && age >= 0 && age < settling
}

// Items returns all, the oldest first, and what is wrong with single ones.
func (s *Store[M, E]) Items(ctx context.Context) ([]Item[M, E], []error, error) {
	if err := s.Safe(); err != nil {
		return nil, nil, err
	}
	entries, err := os.ReadDir(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("list the %s: %w", s.kind.Many, err)
	}
	var all []Item[M, E]
	var damaged []error
	for _, entry := range entries {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if !entry.IsDir() || len(all) == maxItems {
			continue
		}
		one, err := s.Item(ctx, entry.Name())
		var missing *NotFoundError
		switch {
		case errors.As(err, &missing): // being made or removed
		case err != nil:
			damaged = append(damaged, err)
		default:
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b Item[M, E]) int {
		if c := a.Meta.Began().Compare(b.Meta.Began()); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all, damaged, nil
}
