package catalog

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
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
		real = realFolder(place)
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
