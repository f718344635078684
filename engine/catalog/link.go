package catalog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// realOf resolves all links of a path. What the system would not open for the
// number of links on the way (40 on Linux) is not resolved, either: it is an
// error at once, however long the chain is.
func realOf(name string) (string, error) {
	if _, err := os.Stat(name); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(name)
}

// Real is the path of a name with all links resolved, "" when there is
// nothing. It may be no folder: whoever lists it says so.
func Real(name string) string {
	real, _ := realOf(name)
	return real
}

// tooManyLinks says whether links lead to each other, or on and on.
func tooManyLinks(err error) bool {
	return errors.Is(err, syscall.ELOOP) || err != nil && strings.HasSuffix(err.Error(), "too many links")
}

// links remembers where links lead, so that those of a chain are not followed to
// the end again and again.
type links map[string]string

// real resolves a name in a real folder, "" where it leads nowhere.
func (l links) real(place string) string {
	if known, ok := l[place]; ok {
		return known
	}
	if _, err := os.Stat(place); err != nil {
		l[place] = ""
		return ""
	}
	return l.follow(place, 0)
}

func (l links) follow(place string, hops int) string {
	const most = 64 // more than any system follows: the links changed meanwhile
	if known, ok := l[place]; ok {
		return known
	}
	real := place
	target, err := os.Readlink(place)
	switch {
	case err != nil: // no link
	case hops < most && target != "" && target != "." && target != ".." && !strings.ContainsAny(target, `/\`):
		real = l.follow(filepath.Join(filepath.Dir(place), target), hops+1)
	default:
		real = Real(place)
	}
	l[place] = real
	return real
}

// leads says where links lead, by their places: to a real path, or nowhere, which
// is "?" and the problem.
type leads map[string]string

func (l links) leads() leads {
	all := make(leads, len(l))
	for place, real := range l {
		if all[place] = real; real == "" {
			_, err := os.Stat(place)
			all[place] = "?" + problemOf(err)
		}
	}
	return all
}

// elsewhere says that one of them leads somewhere else now.
func (l leads) elsewhere() bool {
	now := links{}
	for place := range l {
		now.real(place)
	}
	for place, lead := range now.leads() {
		if was, known := l[place]; known && was != lead {
			return true
		}
	}
	return false
}

// linksTo are the links on the way to a path, the last part of it included.
func linksTo(path string) []Step {
	var links []Step
	for i := 1; i <= len(path); i++ {
		if i < len(path) && path[i] != filepath.Separator {
			continue
		}
		if target, err := os.Readlink(path[:i]); err == nil {
			links = append(links, Step{Path: path[:i], Target: target, Real: Real(path[:i]), from: Real(filepath.Dir(path[:i]))})
		}
	}
	return links
}

// detour finds the first of the links that leads neither into a folder nor to
// one above it, or, once in the folder, out of it. It copies
// rawPathRelativeToCanonicalRoot and resolveRootPathSync of OpenClaw 2026.9.6.
func detour(above, chain []Step, real string) string {
	inside := false
	for _, links := range [][]Step{above, chain} {
		for _, link := range links {
			inside = inside || folders.Within(link.from, real)
			switch {
			case link.Real == "":
				return link.Path
			case folders.Within(link.Real, real):
				inside = true
			case inside || !folders.Within(real, link.Real):
				return link.Path
			}
		}
	}
	return ""
}

func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}
