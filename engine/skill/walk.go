package skill

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// reader walks one package. It is used for one skill and thrown away.
type reader struct {
	ctx     context.Context
	cfg     *config
	skill   *Skill
	root    *os.Root
	buf     []byte // reused for the text of files that are not kept
	read    int64  // bytes of all files so far
	kept    int64  // bytes of the documents kept
	scripts int    // bytes of the code and text kept
	spare   int    // bytes of the texts kept for the case that they are run
	others  int    // bytes of the texts kept to see whom they name
	full    bool   // the limit on entries was met
	over    bool   // there is no work left for the file in hand
	spent   bool   // the limit on bytes was met

	gitTexts map[string]string // texts that Git may obey, by path
	gitBytes int               // bytes of them

	compiled []compiled // bytecode that waits for its source
	waiting  int64      // bytes of it
}

// gap notes that something was not read.
func (r *reader) gap(file, reason, format string, args ...any) {
	r.skill.Coverage.Gaps = append(r.skill.Coverage.Gaps,
		Gap{File: file, Reason: reason, Detail: fmt.Sprintf(format, args...)})
}

// walk lists a folder and everything below it. Only what concerns the folder of
// the skill itself is an error.
func (r *reader) walk(dir *os.Root, prefix string, depth int) error {
	names, err := r.list(dir, prefix)
	if err != nil {
		if prefix == "" {
			return err
		}
		r.gap(prefix, GapUnreadable, "list the folder: %s", folder.Bare(err))
	}
	for _, name := range names {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if len(r.skill.Files) >= r.cfg.limits.Files {
			if !r.full {
				r.full = true
				r.gap(".", GapFileCount, "more than %d entries; the rest was not looked at", r.cfg.limits.Files)
			}
			return nil
		}
		if err := r.entry(dir, prefix, name, depth); err != nil {
			return err
		}
	}
	return nil
}

// list returns the names in a folder, sorted. Of a folder that is too large it
// returns as many as the limit allows.
func (r *reader) list(dir *os.Root, prefix string) ([]string, error) {
	if prefix == "" && r.cfg.only != "" {
		return []string{r.cfg.only}, nil
	}
	f, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	limit := r.cfg.limits.Entries
	names, err := f.Readdirnames(limit + 1)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if len(names) > limit {
		names = r.withManifests(dir, prefix, names[:limit])
		r.gap(cmp.Or(prefix, "."), GapEntryCount, "more than %d entries in the folder; the rest was not looked at", limit)
	}
	slices.Sort(names)
	if prefix == "" {
		// What tells what the skill is must not be what a limit leaves out.
		slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(manifestRank(a), manifestRank(b)) })
	}
	return names, err
}

// manifestNames are the files that tell what a skill is, best first.
func manifestNames() [3]string { return [...]string{manifestMD, manifestTOML, manifestLegacy} }

// manifestRank puts the names of manifests first.
func manifestRank(name string) int {
	manifests := manifestNames()
	if i := slices.Index(manifests[:], name); i >= 0 {
		return i
	}
	return len(manifests)
}

// withManifests adds the manifests of the skill's own folder to names that were
// cut short.
func (r *reader) withManifests(dir *os.Root, prefix string, names []string) []string {
	if prefix != "" {
		return names
	}
	for _, manifest := range manifestNames() {
		if _, err := dir.Lstat(manifest); err == nil && !slices.Contains(names, manifest) {
			names = append(names, manifest)
		}
	}
	return names
}

// entry takes down one entry, and what is below it.
func (r *reader) entry(dir *os.Root, prefix, name string, depth int) error {
	p := printable(name)
	if prefix != "" {
		p = prefix + "/" + p
	}
	if r.passOver(p) {
		return nil
	}
	if !utf8.ValidString(name) {
		r.gap(p, GapPath, "the name is not UTF-8")
	}
	info, err := dir.Lstat(name)
	if err != nil {
		r.skill.Files = append(r.skill.Files, File{Path: p, Type: TypeOther, Mode: "0000", Hidden: hidden(p), Ext: extension(name), Read: ReadNone})
		r.gap(p, GapUnreadable, "look at the entry: %s", folder.Bare(err))
		return nil
	}
	if r.cfg.selected != nil && !r.cfg.selected(p, info.IsDir()) {
		return nil
	}
	f := File{
		Path: p, Type: typeOf(info.Mode()), Size: info.Size(), Mode: octal(info.Mode()),
		Nlink: int(owner.Names(info)), Hidden: hidden(p), Ext: extension(name), Read: ReadNone,
	}
	f.Exec = f.Type == TypeRegular && info.Mode()&0o111 != 0
	switch f.Type {
	case TypeDir:
		f.Size, f.Ext = 0, "" // a folder's size depends on the file system
		r.skill.Files = append(r.skill.Files, f)
		return r.descend(dir, name, p, info, depth+1)
	case TypeSymlink:
		target, err := dir.Readlink(name)
		if err != nil {
			r.gap(p, GapUnreadable, "read the link: %s", folder.Bare(err))
		}
		f.Link = &LinkTarget{Target: strings.ToValidUTF8(target, "\uFFFD")}
	case TypeRegular:
		r.regular(dir, name, &f, info)
	}
	r.skill.Files = append(r.skill.Files, f)
	return nil
}

// descend walks a folder below the skill's, unless it is nested too deep.
func (r *reader) descend(dir *os.Root, name, p string, info fs.FileInfo, depth int) error {
	if depth > r.cfg.limits.Depth {
		r.gap(p, GapDepth, "more than %d folders deep; what is in it was not looked at", r.cfg.limits.Depth)
		return nil
	}
	sub, err := dir.OpenRoot(name)
	if err != nil {
		r.gap(p, GapUnreadable, "open the folder: %s", folder.Bare(err))
		return nil
	}
	defer sub.Close()
	// The folder may have been replaced by a link between the look and the
	// opening; such a link cannot leave the package, but could repeat it.
	if now, err := sub.Stat("."); err != nil || !os.SameFile(info, now) {
		r.gap(p, GapChanged, "the folder was replaced while it was read")
		return nil
	}
	return r.walk(sub, p, depth)
}

// finish puts the entries in order and finds out what needs all of them.
func (r *reader) finish() {
	s := r.skill
	slices.SortFunc(s.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	s.index = make(map[string]int, len(s.Files))
	for i := range s.Files {
		f := &s.Files[i]
		s.index[f.Path] = i
		if f.Type == TypeDir {
			continue
		}
		s.Counts.Files++
		s.Counts.Depth = max(s.Counts.Depth, strings.Count(f.Path, "/"))
		if f.Type == TypeRegular {
			s.Counts.Bytes += f.Size
		}
	}
	for i := range s.Files {
		if l := s.Files[i].Link; l != nil {
			s.resolveLink(s.Files[i].Path, l)
		}
	}
	r.over = false
	r.bytecode()
	r.git()
	r.manifest()
	slices.SortFunc(s.Coverage.Gaps, func(a, b Gap) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Detail, b.Detail))
	})
	s.Coverage.Complete = len(s.Coverage.Gaps) == 0
	s.Digest = s.digest()
}

// typeOf names the type of an entry.
func typeOf(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return TypeRegular
	case m.IsDir():
		return TypeDir
	case m&fs.ModeSymlink != 0:
		return TypeSymlink
	case m&fs.ModeNamedPipe != 0:
		return TypeFIFO
	case m&fs.ModeSocket != 0:
		return TypeSocket
	case m&fs.ModeDevice != 0:
		return TypeDevice
	}
	return TypeOther
}

// octal spells permission bits as chmod takes them: "0755", "4755".
func octal(m fs.FileMode) string {
	bits := uint64(m.Perm())
	if m&fs.ModeSetuid != 0 {
		bits |= 0o4000
	}
	if m&fs.ModeSetgid != 0 {
		bits |= 0o2000
	}
	if m&fs.ModeSticky != 0 {
		bits |= 0o1000
	}
	s := strconv.FormatUint(bits, 8)
	return "0000"[:max(0, 4-len(s))] + s
}

// hidden reports whether a segment of a path starts with a dot.
func hidden(p string) bool { return strings.HasPrefix(p, ".") || strings.Contains(p, "/.") }

// extension returns the lower-case extension of a name. A name that is nothing
// but an extension (".env") has none.
func extension(name string) string {
	ext := path.Ext(name)
	if ext == name || ext == "." {
		return ""
	}
	return strings.ToLower(printable(ext))
}

// printable spells bytes that are not UTF-8 as \xNN, so that two different
// names stay different.
func printable(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		c, n := utf8.DecodeRuneInString(name[i:])
		if c == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, name[i])
		} else {
			b.WriteString(name[i : i+n])
		}
		i += n
	}
	return b.String()
}
