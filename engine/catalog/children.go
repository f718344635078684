package catalog

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// child is an entry of a folder that is a folder, or a link to one.
type child struct {
	name string
	link bool
}

// budget bounds a search as OpenClaw does.
type budget struct{ folders, entries int }

// entriesOf is how many entries of a folder are looked at.
func (r *Rules) entriesOf(candidates int) int {
	if candidates <= 0 {
		return 0
	}
	if candidates > r.Entries.Most/r.Entries.Each {
		return r.Entries.Most
	}
	return max(r.Entries.Least, candidates*r.Entries.Each)
}

// budgetOf is what a whole search may look at.
func (r *Rules) budgetOf(candidates int) budget {
	candidates = min(max(0, candidates), math.MaxInt32)
	return budget{folders: candidates * r.Depth, entries: r.entriesOf(candidates) * (candidates + 1)}
}

// children lists the folders of a folder, in the order of their names. With
// links it lists links to folders, too.
func (s *search) children(at folder, links bool) []child {
	if s.left.folders <= 0 || s.left.entries <= 0 {
		s.unlisted++
		s.partly[at.path] = UnseenCut
		return nil
	}
	s.left.folders--
	most := min(s.rules.entriesOf(s.limits.Candidates), s.left.entries)
	if s.tier.Whole {
		most = s.left.entries
	}
	entries, over, err := firstEntries(at.real, most)
	s.unreadable(at, err)
	s.left.entries -= len(entries)
	if over > 0 {
		s.note(Note{Kind: NoteEntries, Path: at.path, Count: over, Limit: most})
		s.partly[at.path] = UnseenCut
	}
	var found []child
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") || name == "node_modules" && !s.tier.Whole {
			continue
		}
		link := entry.Type()&fs.ModeSymlink != 0
		if link && links {
			s.reals.real(filepath.Join(at.real, name))
		}
		if !entry.IsDir() && !(link && links && isFolder(filepath.Join(at.real, name))) {
			continue
		}
		if !utf8.ValidString(name) {
			s.note(Note{Kind: NoteName, Path: at.path, Count: 1, Detail: strconv.Quote(name)})
			continue
		}
		found = append(found, child{name: name, link: link})
	}
	slices.SortFunc(found, func(a, b child) int { return byUnits(a.name, b.name) })
	return found
}

// unreadable notes that a folder could not be listed, or not to its end.
func (s *search) unreadable(at folder, err error) {
	switch problemOf(err) {
	case "":
	case ProblemMissing, ProblemNotFolder:
		s.note(Note{Kind: NoteVanished, Path: at.path})
		s.partly[at.path] = UnseenVanished
	default:
		s.note(Note{Kind: NoteUnreadable, Path: at.path, Detail: folders.Cause(err).Error()})
		s.partly[at.path] = UnseenUnreadable
	}
}

// errNoFolder says that what should be listed is something else.
var errNoFolder = errors.New("not a folder")

// firstEntries returns the first entries of a folder by name, and how many more
// there are.
func firstEntries(name string, most int) (kept []fs.DirEntry, over int, err error) {
	// To open a pipe that nobody writes into takes for ever.
	if info, err := os.Stat(name); err != nil {
		return nil, 0, err
	} else if !info.IsDir() {
		return nil, 0, &fs.PathError{Op: "open", Path: name, Err: errNoFolder}
	}
	// Only a folder has a ".": a pipe that came meanwhile is not opened.
	dir, err := os.Open(name + string(filepath.Separator) + ".")
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = dir.Close() }()
	read := 0
	sortAndCut := func() {
		slices.SortFunc(kept, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
		if len(kept) > most {
			clear(kept[most:])
			kept = kept[:most]
		}
	}
	for read < MaxEntries {
		entries, err := dir.ReadDir(4096)
		read += len(entries)
		kept = append(kept, entries...)
		if len(kept) > 2*most+4096 {
			sortAndCut()
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			sortAndCut()
			return kept, read - len(kept), err
		}
	}
	sortAndCut()
	return kept, read - len(kept), nil
}

func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
