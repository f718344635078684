package remains

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/folder"
)

// MaxEntries is how many files and folders are looked at before a run.
const MaxEntries = 500_000

// Query says where a run may leave something, and what is looked for.
type Query struct {
	// Folders may be changed by the run; links are resolved.
	Folders []string
	// Apart are folders in them that are left out: nobody but runs uses them.
	Apart []string
	// Elsewhere are the places where a container shows folders of this machine.
	Elsewhere []string
	// Git looks for what git obeys.
	Git bool
	// Modes looks for files that run as their owner or group, at the cost of a look
	// at every file.
	Modes bool
	// Entries is how many files and folders the run may make.
	Entries int64
}

// State is what is there before a run. It can be written as JSON, for the process
// that sees the end of the run.
type State struct {
	Query Query
	// Started is when the walk began.
	Started time.Time
	// Known are what was found, by kind and path, each with what tells whether it
	// is the same later.
	Known map[string]string
	// Lines are, by the key of a configuration of git, the digests of those lines
	// that are not known to be harmless.
	Lines map[string][]string `json:",omitempty"`
	// Cut says that not all was seen.
	Cut bool `json:",omitempty"`
}

// Report is what was done at the end of a run, for people.
type Report struct {
	// Done says of each file what was done with it, or what is to be known of it.
	Done []string
	// Gaps are what could not be looked at, and why.
	Gaps []string
	// Unseen says that what the run made is more than is looked at.
	Unseen bool
}

// The kinds of what is found.
const (
	kindRepository = "repository"
	kindPart       = "part"
	kindPointer    = "pointer" // a .git that is no folder
	kindSocket     = "socket"
	kindSettings   = "settings"
	kindRaised     = "raised"
	kindLock       = "lock"
	kindGap        = "gap"
)

// key is what something is known by. JSON has no place for a path that is not
// UTF-8.
func key(kind, path string) string {
	if !utf8.ValidString(path) {
		path = strconv.QuoteToASCII(path)
	}
	return kind + " " + path
}

// Look notes what is there before a run.
func Look(ctx context.Context, q Query) (*State, error) {
	table, err := gitTable()
	if err != nil {
		return nil, err
	}
	s := &State{Query: q, Started: time.Now().Add(-clockSlack), Known: map[string]string{}, Lines: map[string][]string{}}
	w := &walk{ctx: ctx, query: q, most: MaxEntries}
	w.all()
	defer w.close()
	s.Cut = w.cut
	for _, f := range slices.Concat(w.found, w.gaps) {
		s.Known[key(f.kind, f.path())] = f.print()
	}
	for _, r := range w.repositories {
		s.Known[key(kindRepository, r.path())] = folder.Identity(r.info)
		for _, part := range append(r.parts(), r.led()...) {
			s.Known[key(kindPart, part.path())] = part.print()
			if text, ok := part.config(); ok {
				_, taken := table.filter(text, r.within(), nil)
				for _, t := range taken {
					at := key(kindPart, part.path())
					s.Lines[at] = append(s.Lines[at], t.digest)
				}
			}
		}
	}
	return s, ctx.Err()
}

// Sockets are those that were there, sorted.
func (s *State) Sockets() []string {
	var out []string
	for at := range s.Known {
		if path, ok := strings.CutPrefix(at, kindSocket+" "); ok {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// clockSlack is how far the times of files may be behind the machine's clock.
const clockSlack = 20 * time.Millisecond

// new reports whether something is not as it was before the run.
func (s *State) new(kind string, f found) bool {
	if s.Known[key(kind, f.path())] == f.print() {
		return false
	}
	return !s.Cut || !folder.ChangedAt(f.info).Before(s.Started)
}
