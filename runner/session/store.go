package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
	"github.com/skillctl/skillctl/runner"
)

// What lies in the folder of a run.
const (
	metaName    = "meta.json"
	endName     = "end.json"
	controlName = "control"
	stdoutName  = "stdout"
	stderrName  = "stderr"
)

// The bounds of a store.
const (
	// MaxStream is how much is kept of each stream of a run, in bytes.
	MaxStream = 64 << 20
	maxJSON   = 1 << 20
	maxRuns   = 10_000
	// settling is how long a run may be without a supervisor after it was begun.
	settling = 30 * time.Second
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
}

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
}

// State is how far a run is.
type State string

// The states of a run.
const (
	Starting State = "starting"
	Running  State = "running"
	Finished State = "ended"
	// Gone: its supervisor is gone, and with it the run.
	Gone State = "lost"
)

// Run is a run in a store.
type Run struct {
	Meta
	State State `json:"state"`
	// End is nil while it runs, and for one that was lost.
	End *End `json:"end,omitempty"`
}

// Store keeps runs in a folder. It is safe for use by many processes at once.
type Store struct {
	path string
	now  func() time.Time
}

// StoreOption changes a store.
type StoreOption func(*Store)

// WithNow sets the clock that runs are dated by.
func WithNow(now func() time.Time) StoreOption { return func(s *Store) { s.now = now } }

// Open returns the store in a folder, which is made, for its owner alone, when a
// run is first put in.
func Open(path string, opts ...StoreOption) (*Store, error) {
	if !filepath.IsAbs(path) {
		return nil, fmt.Errorf("open the runs in %q: an absolute path is wanted", path)
	}
	s := &Store{path: filepath.Clean(path), now: time.Now}
	for _, opt := range opts {
		opt(s)
	}
	return s, s.safe()
}

// safe makes sure that nobody else can write to the folder.
func (s *Store) safe() error {
	info, err := os.Lstat(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("open the runs: %w", err)
	case !info.IsDir():
		return fmt.Errorf("open the runs in %q: it is not a folder", s.path)
	case !owner.Is(info, os.Geteuid()) || owner.Writers(info) != 0:
		return fmt.Errorf("the runs in %q are not used: it belongs to another user, or others can write to it (mode %04o); run `chmod go-w %s`", s.path, info.Mode().Perm(), s.path)
	}
	return nil
}

// Path is the folder of the store.
func (s *Store) Path() string { return s.path }

var idForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,127}$`) })

// NotFoundError says that there is no such run.
type NotFoundError struct{ ID string }

// Error names the run.
func (e *NotFoundError) Error() string { return fmt.Sprintf("there is no run %q", e.ID) }

func (s *Store) folder(id string) (string, error) {
	if !idForm().MatchString(id) {
		return "", &NotFoundError{id}
	}
	return filepath.Join(s.path, id), nil
}

// Create makes the folder of a run.
func (s *Store) Create(meta Meta) error {
	dir, err := s.folder(meta.ID)
	if err != nil {
		return fmt.Errorf("keep run %q: its id must be lower-case letters, digits and dashes", meta.ID)
	}
	if meta.Created.IsZero() {
		meta.Created = s.now().UTC()
	}
	if err := os.MkdirAll(s.path, 0o700); err != nil {
		return fmt.Errorf("make the folder of runs: %w", err)
	}
	if err := s.safe(); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return fmt.Errorf("keep run %q: %w", meta.ID, err)
	}
	if err := writeWhole(dir, metaName, meta); err != nil {
		return errors.Join(fmt.Errorf("keep run %q: %w", meta.ID, err), os.RemoveAll(dir))
	}
	return nil
}

// Seed puts what a run wrote before it was kept into its folder, which nobody
// supervises yet.
func (s *Store) Seed(id string, stdout, stderr []byte) error {
	dir, err := s.folder(id)
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

// Discard removes the folder of a run that never began.
func (s *Store) Discard(id string) error {
	dir, err := s.folder(id)
	if err != nil {
		return err
	}
	return os.RemoveAll(dir)
}

// writeWhole writes a file whole or not at all.
func writeWhole(dir, name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, "."+name+"-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(append(text, '\n'))
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		_ = os.Remove(temp.Name())
	}
	return err
}

// open opens a file in the folder of a run, which is no link.
func open(dir, name string) (*os.File, error) {
	root, err := folder.Open(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return folder.File(root, name)
}

func readJSON(dir, name string, into any) error {
	f, err := open(dir, name)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxJSON))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// Get returns a run.
func (s *Store) Get(ctx context.Context, id string) (Run, error) {
	dir, err := s.folder(id)
	if err != nil {
		return Run{}, err
	}
	var run Run
	err = readJSON(dir, metaName, &run.Meta)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Run{}, &NotFoundError{id}
	case err != nil:
		return Run{}, fmt.Errorf("read run %q: %w", id, err)
	}
	run.ID = id
	// The supervisor is asked before its last word is looked for: it writes that
	// before it goes.
	alive := answers(ctx, dir)
	var end End
	err = readJSON(dir, endName, &end)
	switch {
	case err == nil:
		run.State, run.End = Finished, &end
	case !errors.Is(err, fs.ErrNotExist):
		return run, fmt.Errorf("read the end of run %q: %w", id, err)
	case alive:
		run.State = Running
	case s.young(dir, run.Created):
		run.State = Starting
	default:
		run.State = Gone
	}
	return run, nil
}

// young reports whether a run may not have its supervisor yet.
func (s *Store) young(dir string, created time.Time) bool {
	_, err := os.Lstat(filepath.Join(dir, controlName))
	age := s.now().Sub(created)
	return errors.Is(err, fs.ErrNotExist) && age >= 0 && age < settling
}

// List returns all runs, the oldest first, and what is wrong with single ones.
func (s *Store) List(ctx context.Context) ([]Run, []error, error) {
	if err := s.safe(); err != nil {
		return nil, nil, err
	}
	entries, err := os.ReadDir(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("list the runs: %w", err)
	}
	var runs []Run
	var damaged []error
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if !e.IsDir() || len(runs) == maxRuns {
			continue
		}
		run, err := s.Get(ctx, e.Name())
		var missing *NotFoundError
		switch {
		case errors.As(err, &missing): // being made or removed
		case err != nil:
			damaged = append(damaged, err)
		default:
			runs = append(runs, run)
		}
	}
	slices.SortStableFunc(runs, func(a, b Run) int {
		if c := a.Created.Compare(b.Created); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return runs, damaged, nil
}

// Prune removes the runs that have ended, or were lost, before a time, and returns
// their ids.
func (s *Store) Prune(ctx context.Context, before time.Time) ([]string, error) {
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
