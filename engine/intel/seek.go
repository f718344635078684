package intel

import (
	"regexp"
	"slices"
	"sync"

	"github.com/skillctl/skillctl/engine/dependency"
)

// Hit is an entry that was found.
type Hit struct {
	Kind  Kind
	Entry *Entry
	// Ended says that the last day of the entry is over.
	Ended bool
	// Text is how it is written where it was found, From and To where in the text that
	// is, in bytes.
	Text     string
	From, To int
}

// maxHits bounds what is told of one text, of entries that hold and once more of those
// that have ended: these must not take the place of the others.
const maxHits = 50

// File are the entries of the digest of a file or of a skill.
func (b *Bundle) File(digest string) []Hit {
	if b == nil {
		return nil
	}
	return b.hits(b.index.digests[digest], digest)
}

// Named are the entries of a package of a manager, or of a skill; version is "" where it
// is not known.
func (b *Bundle) Named(manager, name, version string) []Hit {
	if b == nil {
		return nil
	}
	return b.hits(b.named(manager, name, version), name)
}

func (b *Bundle) hits(known []listed, text string) []Hit {
	var hits []Hit
	for _, one := range known {
		hits = append(hits, Hit{Kind: one.kind, Entry: one.entry, Ended: b.Ended(one.entry), Text: text, To: len(text)})
	}
	return hits
}

// named are the entries of a package that are about a version.
func (b *Bundle) named(manager, name, version string) []listed {
	var known []listed
	for _, one := range b.index.packages[packageKey(manager, name)] {
		if len(one.entry.Versions) == 0 || slices.Contains(one.entry.Versions, version) {
			known = append(known, one)
		}
	}
	return known
}

// Seek finds the domains, addresses, accounts and packages of the list in a text; the
// name of its file says which packages are listed in it. Each entry is told once, in the
// order of the text.
func (b *Bundle) Seek(file string, text []byte) []Hit {
	if b == nil {
		return nil
	}
	f := &finder{bundle: b, text: text, seen: map[*Entry]bool{}, counts: map[bool]int{}}
	f.seek(&reading{text: text})
	f.decoded()
	if len(b.index.packages) > 0 {
		dependency.Names(file, text, func(manager string, from, to int) {
			name := string(text[from:to])
			f.note(b.named(manager, name, versionAt(text[to:])), from, to)
		})
	}
	slices.SortStableFunc(f.hits, func(a, b Hit) int { return a.From - b.From })
	return f.hits
}

// finder collects what is found in one text.
type finder struct {
	bundle *Bundle
	text   []byte
	seen   map[*Entry]bool
	hits   []Hit
	// counts are how many hits there are of entries that hold (false) and that have ended.
	counts map[bool]int
	// work is how many bytes of names and paths were looked up or converted.
	work int
}

func (f *finder) note(known []listed, from, to int) {
	for _, one := range known {
		ended := f.bundle.Ended(one.entry)
		if f.seen[one.entry] || f.counts[ended] >= maxHits {
			continue
		}
		f.seen[one.entry] = true
		f.counts[ended]++
		f.hits = append(f.hits, Hit{Kind: one.kind, Entry: one.entry, Ended: ended, Text: string(f.text[from:to]), From: from, To: to})
	}
}

// reading is a text as somebody reads it: as it is, or decoded.
type reading struct {
	text []byte
	// at says for each byte, and for the end, where it stands in the text as it is
	// written; nil for the same place.
	at []int32
}

func (r *reading) place(i int) int {
	if r.at == nil {
		return i
	}
	return int(r.at[i])
}

// seek looks at a reading.
func (f *finder) seek(r *reading) {
	f.words(r)
	if len(f.bundle.index.nets) > 0 {
		f.six(r)
	}
}

// pinned is what stands between the name of a package and one version of it, and that.
var pinned = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\[[^\]\n]*\])?[ \t]*(?:={2,3}|@|["'][ \t]*:[ \t]*["']=?|=[ \t]*["'])[ \t]*v?([0-9][\w.+!-]*)`)
})

// versionAt is the version that stands behind the name of a package, "" where there is
// none or it is no single one: "==1.2.3", "@1.2.3", `": "1.2.3"`.
func versionAt(text []byte) string {
	if at := pinned().FindSubmatch(text[:min(len(text), 200)]); at != nil {
		return string(at[1])
	}
	return ""
}
