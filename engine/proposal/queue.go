package proposal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/atomicfile"
	"github.com/skillctl/skillctl/internal/flock"
	"github.com/skillctl/skillctl/internal/folder"
)

// Queue are the proposals of one agent.
type Queue struct {
	state  string // the folder of the host's state
	skills string // the folder that the agent's own skills are in
	agent  string
	// settings are skills.workshop of the configuration, nil for none; place says
	// where a setting stands, "" for one that does not.
	settings any
	place    func(setting []string) string
	rules    *Rules
	now      func() time.Time
	// step is told of each step of a change, for tests that end there.
	step func(name string)
}

// Option changes what [Open] gives.
type Option func(*Queue)

// WithClock sets the time that changes are recorded with.
func WithClock(now func() time.Time) Option { return func(q *Queue) { q.now = now } }

// WithSettings gives skills.workshop of the configuration as it stands there. place
// says where a setting stands, such as "openclaw.json:3:5", "" for one that does not.
func WithSettings(workshop any, place func(setting []string) string) Option {
	return func(q *Queue) { q.settings, q.place = workshop, place }
}

// Open gives the queue of an agent. state is the folder of the host's state,
// skills the one that the agent's own skills are written to (the root of tier
// "workshop"). Nothing is created before something is added.
func Open(state, skills, agent string, rules *Rules, opts ...Option) *Queue {
	q := &Queue{state: state, skills: filepath.Clean(skills), agent: agent, rules: rules, now: time.Now, step: func(string) {}, place: func([]string) string { return "" }}
	for _, opt := range opts {
		opt(q)
	}
	return q
}

func (q *Queue) folder() string { return filepath.Join(q.state, "skill-workshop", "proposals") }

// root opens the folder of the proposals: no link in it leads out.
func (q *Queue) root(create bool) (*os.Root, error) {
	if create {
		if err := os.MkdirAll(q.folder(), 0o700); err != nil {
			return nil, fmt.Errorf("make the queue: %w", err)
		}
	}
	root, err := folder.Open(q.folder())
	if err != nil {
		return nil, fmt.Errorf("open the queue: %w", err)
	}
	return root, nil
}

const (
	lockFile     = ".skillctl.lock"
	recordFile   = "proposal.json"
	rollbackFile = "rollback.json"
	// lockPatience is how long another operator is waited for.
	lockPatience = 10 * time.Second
	lockRespite  = 20 * time.Millisecond
)

// locked does something while no other process of skillctl changes the queue.
// The lock ends with the process, however that ends.
func (q *Queue) locked(ctx context.Context, do func(root *os.Root) error) error {
	root, err := q.root(true)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	file, err := root.OpenFile(lockFile, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("lock the queue: %w", err)
	}
	defer func() { _ = file.Close() }()
	for end := time.Now().Add(lockPatience); ; {
		free, err := flock.Try(file, false)
		if err != nil {
			return fmt.Errorf("lock the queue: %w", err)
		}
		if free {
			break
		}
		if time.Now().After(end) {
			return ErrBusy
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockRespite):
		}
	}
	defer flock.Unlock(file)
	q.sweep(root)
	return do(root)
}

// Problem is a proposal that cannot be read.
type Problem struct {
	ID  string
	Err error
}

// List gives the proposals of the agent, the oldest first, and those that cannot
// be read.
func (q *Queue) List(ctx context.Context) ([]*Record, []Problem, error) {
	records, problems, err := q.files()
	if err != nil {
		return nil, nil, err
	}
	stored, err := q.stored(ctx)
	if err != nil {
		problems = append(problems, Problem{ID: databaseName, Err: err})
	}
	records = merged(records, stored)
	slices.SortStableFunc(records, func(a, b *Record) int {
		if a.CreatedAt != b.CreatedAt {
			return strings.Compare(a.CreatedAt, b.CreatedAt)
		}
		return strings.Compare(a.ID, b.ID)
	})
	return slices.DeleteFunc(records, func(r *Record) bool { return r.Owner != q.agent }), problems, nil
}

// merged joins the records of files with those of the database. Of a proposal
// that is in both, OpenClaw has begun to take the file into its database: what
// stands there counts.
func merged(files, stored []*Record) []*Record {
	known := map[string]bool{}
	for _, r := range stored {
		known[r.ID] = true
	}
	return append(slices.DeleteFunc(files, func(r *Record) bool { return known[r.ID] }), stored...)
}

// files reads the records that stand beside their drafts.
func (q *Queue) files() ([]*Record, []Problem, error) {
	root, err := q.root(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = root.Close() }()
	return q.filesIn(root)
}

func (q *Queue) filesIn(root *os.Root) (records []*Record, problems []Problem, err error) {
	dir, err := root.Open(".")
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = dir.Close() }()
	entries, err := dir.ReadDir(maxProposals + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, fmt.Errorf("list the queue: %w", err)
	}
	if len(entries) > maxProposals {
		return nil, nil, fmt.Errorf("the queue has more than %d proposals; remove old ones", maxProposals)
	}
	for _, entry := range entries {
		if !entry.IsDir() || !patterns().id.MatchString(entry.Name()) {
			continue
		}
		r, err := readRecord(root, entry.Name())
		switch {
		case errors.Is(err, fs.ErrNotExist): // its record is elsewhere
		case err != nil:
			problems = append(problems, Problem{entry.Name(), err})
		default:
			r.Owner = q.owner(r)
			records = append(records, r)
		}
	}
	slices.SortFunc(problems, func(a, b Problem) int { return strings.Compare(a.ID, b.ID) })
	return records, problems, nil
}

// owner is the agent of a record that stands beside its draft: who proposed it,
// if the target is in that agent's folder.
func (q *Queue) owner(r *Record) string {
	if rel, err := filepath.Rel(q.skills, r.Target.SkillDir); err == nil && filepath.IsLocal(rel) && rel != "." {
		return q.agent
	}
	if r.Origin != nil {
		return r.Origin.AgentID
	}
	return ""
}

func readRecord(root *os.Root, id string) (*Record, error) {
	name := filepath.Join(id, recordFile)
	text, err := readFile(root, name, maxRecord)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err != nil {
		return nil, unread(root, name, err)
	}
	r, err := ParseRecord(text)
	if err == nil && r.ID != id {
		err = fmt.Errorf("it is the record of %q", r.ID)
	}
	if err != nil {
		return nil, unfit(root, name, text, err)
	}
	r.Store = StoreFiles
	return r, nil
}

// readFile reads a regular file whole.
func readFile(root *os.Root, name string, most int64) ([]byte, error) {
	file, err := folder.File(root, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s has more than %d bytes", filepath.ToSlash(name), most)
	}
	return text, err
}

// writeFile writes a file whole or not at all, and so that it outlasts a crash.
func writeFile(root *os.Root, name string, text []byte, mode fs.FileMode) error {
	return atomicfile.Write(root, name, text, atomicfile.Mode(mode), atomicfile.Under(name+".next"), atomicfile.Lasting())
}

// Find gives a proposal by its id, or by the beginning of one. Of several it is
// the only one that is pending.
func (q *Queue) Find(ctx context.Context, id string) (*Record, error) {
	records, problems, err := q.List(ctx)
	if err != nil {
		return nil, err
	}
	var found, pending []*Record
	for _, r := range records {
		switch {
		case r.ID == id:
			return r, nil
		case id == "" || !strings.HasPrefix(r.ID, id):
			continue
		case r.Status == Pending:
			pending = append(pending, r)
		}
		found = append(found, r)
	}
	if len(pending) == 1 {
		found = pending
	}
	for _, p := range problems {
		if p.ID == id || len(found) == 0 && id != "" && strings.HasPrefix(p.ID, id) {
			return nil, fmt.Errorf("read proposal %s: %w", p.ID, p.Err)
		}
	}
	switch len(found) {
	case 0:
		return nil, &UnknownError{id}
	case 1:
		return found[0], nil
	}
	return nil, &AmbiguousError{id, found}
}

// Bundle is a proposal with its texts.
type Bundle struct {
	*Record
	// Draft is PROPOSAL.md, Manifest the SKILL.md that it becomes.
	Draft, Manifest string
	// Files are the texts of the support files, by path.
	Files map[string]string
	// Stale says why the proposal does not fit any more, "" while it does.
	Stale string
}

// Read gives a proposal with its texts. One whose texts are not those of its
// record is an error.
func (q *Queue) Read(ctx context.Context, id string) (*Bundle, error) {
	r, err := q.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	root, err := q.root(false)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	return q.bundle(ctx, root, r)
}

func (q *Queue) bundle(ctx context.Context, root *os.Root, r *Record) (*Bundle, error) {
	b, err := textsOf(root, r)
	if err != nil {
		return nil, err
	}
	if b.Stale, err = q.Outdated(ctx, r); err != nil {
		return nil, err
	}
	return b, nil
}

// Current gives the texts that stand in the place of those of a proposal; those
// that are not there are left out.
func (q *Queue) Current(b *Bundle) (map[string]string, error) {
	if err := q.within(b.Record); err != nil {
		return nil, err
	}
	root, err := folder.Open(b.Target.SkillDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the skill: %w", err)
	}
	defer func() { _ = root.Close() }()
	texts := map[string]string{}
	for name := range b.texts() {
		text, err := readFile(root, filepath.FromSlash(name), maxDraft)
		switch {
		case err == nil:
			texts[name] = string(text)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("read %q of the skill: %w", name, folder.Bare(err))
		}
	}
	return texts, nil
}

// texts are all that a proposal writes, by path.
func (b *Bundle) texts() map[string]string {
	all := map[string]string{"SKILL.md": b.Manifest}
	maps.Copy(all, b.Files)
	return all
}
