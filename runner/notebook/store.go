package notebook

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/skillctl/skillctl/runner/supervised"
)

// Meta is what is known of a session when it is opened.
type Meta struct {
	ID       string    `json:"id"`
	Name     string    `json:"name,omitempty"`
	Language string    `json:"language"`
	Created  time.Time `json:"created"`
	// Expires is when it is ended.
	Expires time.Time `json:"expires"`
	Cwd     string    `json:"cwd"`
	Agent   string    `json:"agent,omitempty"`
	Skill   string    `json:"skill,omitempty"`
	// Host and Sandbox are those of its boundary.
	Host    string `json:"host"`
	Sandbox string `json:"sandbox"`
	// Persist: an execution finds what the ones before it left.
	Persist bool `json:"persistState"`
	// Policy is the digest of the policies that decided, Boundary what they drew.
	Policy   string          `json:"policy"`
	Boundary json.RawMessage `json:"boundary,omitempty"`
}

// Began is when the session was opened.
func (m Meta) Began() time.Time { return m.Created }

// Why a session has ended.
const (
	Closed  = "closed"
	Expired = "expired"
	Failed  = "failed"
)

// End is how a session ended.
type End struct {
	Finished time.Time `json:"finished"`
	// Why is "closed", "expired" or "failed"; Error then says more.
	Why        string `json:"why"`
	Error      string `json:"error,omitempty"`
	Executions int    `json:"executions"`
}

// State is how far a session is.
type State = supervised.State

// The states of a session.
const (
	Starting       = supervised.Starting
	Open     State = "open"
	Over           = supervised.Ended
	// Lost: its supervisor was killed, and the kernel with it.
	Lost = supervised.Lost
)

// Session is a session in a store.
type Session struct {
	Meta
	State State `json:"state"`
	// End is nil while it is open, and for one that was lost.
	End *End `json:"end,omitempty"`
}

// Store keeps sessions in a folder. It is safe for use by many processes at once.
type Store struct {
	*supervised.Store[Meta, End]
}

// NotFoundError says that there is no such session.
type NotFoundError = supervised.NotFoundError

// New returns the store in a folder, which is made, for its owner alone, when a
// session is first put in.
func New(path string, now func() time.Time) (*Store, error) {
	store, err := supervised.Open[Meta, End](path, supervised.Kind{One: "session", Many: "sessions", Alive: Open}, now)
	return &Store{store}, err
}

// Create makes the folder of a session.
func (s *Store) Create(meta Meta) error { return s.Store.Create(meta.ID, meta) }

// Get returns a session.
func (s *Store) Get(ctx context.Context, id string) (Session, error) {
	one, err := s.Item(ctx, id)
	return sessionOf(one), err
}

func sessionOf(one supervised.Item[Meta, End]) Session {
	one.Meta.ID = one.ID
	return Session{Meta: one.Meta, State: one.State, End: one.End}
}

// List returns all sessions, the oldest first, and what is wrong with single ones.
func (s *Store) List(ctx context.Context) ([]Session, []error, error) {
	items, damaged, err := s.Items(ctx)
	var all []Session
	for _, one := range items {
		all = append(all, sessionOf(one))
	}
	return all, damaged, err
}

// Prune removes the sessions that have ended, or were lost, before a time.
func (s *Store) Prune(ctx context.Context, before time.Time) error {
	all, _, err := s.List(ctx)
	if err != nil {
		return err
	}
	for _, one := range all {
		over := one.Expires
		if one.End != nil {
			over = one.End.Finished
		}
		if (one.State == Over || one.State == Lost) && over.Before(before) {
			if err := s.Discard(one.ID); err != nil {
				return fmt.Errorf("remove session %q: %w", one.ID, err)
			}
		}
	}
	return nil
}
