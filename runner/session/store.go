package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/supervised"
)

// What lies in the folder of a run, beside what every one with a supervisor has.
const (
	stdoutName = "stdout"
	stderrName = "stderr"
)

// The bounds of a store.
const (
	// MaxStream is how much is kept of each stream of a run, in bytes.
	MaxStream = 64 << 20
	maxJSON   = 1 << 20
)

// Meta is what is known of a run when it begins.
type Meta struct {
	ID      string    `json:"id"`
	Created time.Time `json:"created"`
	// Command is the command in one line, for people.
	Command string `json:"command"`
	Cwd     string `json:"cwd"`
	Agent   string `json:"agent,omitempty"`
	Skill   string `json:"skill,omitempty"`
	// Host and Sandbox are those of its boundary.
	Host    string `json:"host"`
	Sandbox string `json:"sandbox"`
	// Stdin: it can be sent input; Terminal: it has a terminal.
	Stdin    bool `json:"stdin,omitempty"`
	Terminal bool `json:"terminal,omitempty"`
	// Notify says what is to be heard of it; nil for nothing.
	Notify *Notify `json:"notify,omitempty"`
}

// Began is when the run began.
func (m Meta) Began() time.Time { return m.Created }

// Stream is what was kept of a stream.
type Stream struct {
	// Bytes are in the file, Cut are left out; SHA256 is the digest of the file.
	Bytes  int64  `json:"bytes"`
	Cut    int64  `json:"cut,omitempty"`
	SHA256 string `json:"sha256"`
}

// End is how a run ended.
type End struct {
	Finished   time.Time    `json:"finished"`
	Code       int          `json:"code"`
	Signal     string       `json:"signal,omitempty"`
	Ended      runner.Ended `json:"ended"`
	Error      string       `json:"error,omitempty"`
	DurationMS int64        `json:"durationMs"`
	Stdout     Stream       `json:"stdout"`
	Stderr     Stream       `json:"stderr"`
	// Notes are what else people should know.
	Notes []string `json:"notes,omitempty"`
	// Stopped: somebody asked it to end.
	Stopped bool `json:"stopped,omitempty"`
}

// State is how far a run is.
type State = supervised.State

// The states of a run.
const (
	Starting       = supervised.Starting
	Running  State = "running"
	Finished       = supervised.Ended
	// Gone: its supervisor is gone, and with it the run.
	Gone = supervised.Lost
)

// Run is a run in a store.
type Run struct {
	Meta
	State State `json:"state"`
	// End is nil while it runs, and for one that was lost.
	End *End `json:"end,omitempty"`
}

// Store keeps runs in a folder. It is safe for use by many processes at once.
type Store struct{ *supervised.Store[Meta, End] }

// NotFoundError says that there is no such run.
type NotFoundError = supervised.NotFoundError

// StoreOption changes a store.
type StoreOption func(*storeOptions)

type storeOptions struct{ now func() time.Time }

// WithNow sets the clock that runs are dated by.
func WithNow(now func() time.Time) StoreOption { return func(o *storeOptions) { o.now = now } }

// Open returns the store in a folder, which is made, for its owner alone, when a
// run is first put in.
func Open(path string, opts ...StoreOption) (*Store, error) {
	o := storeOptions{now: time.Now}
	for _, opt := range opts {
		opt(&o)
	}
	store, err := supervised.Open[Meta, End](path, supervised.Kind{One: "run", Many: "runs", Alive: Running}, o.now)
	return &Store{store}, err
}

// Create makes the folder of a run.
func (s *Store) Create(meta Meta) error {
	if meta.Created.IsZero() {
		meta.Created = s.Now().UTC()
	}
	return s.Store.Create(meta.ID, meta)
}

// Seed puts what a run wrote before it was kept into its folder, which nobody
// supervises yet.
func (s *Store) Seed(id string, stdout, stderr []byte) error {
	dir, err := s.Folder(id)
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{stdoutName: stdout, stderrName: stderr} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return fmt.Errorf("keep what run %q wrote: %w", id, err)
		}
	}
	return nil
}

// Get returns a run.
func (s *Store) Get(ctx context.Context, id string) (Run, error) {
	one, err := s.Item(ctx, id)
	return runOf(one), err
}

func runOf(one supervised.Item[Meta, End]) Run {
	one.Meta.ID = one.ID
	return Run{Meta: one.Meta, State: one.State, End: one.End}
}

// List returns all runs, the oldest first, and what is wrong with single ones.
func (s *Store) List(ctx context.Context) ([]Run, []error, error) {
	all, damaged, err := s.Items(ctx)
	var runs []Run
	for _, one := range all {
		runs = append(runs, runOf(one))
	}
	return runs, damaged, err
}

// Prune removes the runs that have ended, or were lost, before a time, and the events
// from before it. It returns the ids of the runs.
func (s *Store) Prune(ctx context.Context, before time.Time) ([]string, error) {
	if err := s.pruneEvents(ctx, before); err != nil {
		return nil, err
	}
	runs, _, err := s.List(ctx)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, run := range runs {
		over := run.Created
		if run.End != nil {
			over = run.End.Finished
		}
		if run.State != Finished && run.State != Gone || !over.Before(before) {
			continue
		}
		if err := s.Discard(run.ID); err != nil {
			return out, fmt.Errorf("remove run %q: %w", run.ID, err)
		}
		out = append(out, run.ID)
	}
	return out, nil
}
