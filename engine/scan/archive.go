package scan

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Limits bound the work on one archive. Zero means the default.
type Limits struct {
	Entries int   // entries that are listed, nested ones included; 10,000
	Bytes   int64 // bytes that are decompressed, nested ones included; 64 MiB
	Depth   int   // archives inside archives; 4
	Nested  int64 // bytes of an archive inside an archive that are held; 8 MiB
	Names   int   // names of each kind that are given as examples; 20
}

func (l Limits) withDefaults() Limits {
	if l.Entries <= 0 {
		l.Entries = 10_000
	}
	if l.Bytes <= 0 {
		l.Bytes = 64 << 20
	}
	if l.Depth <= 0 {
		l.Depth = 4
	}
	if l.Nested <= 0 {
		l.Nested = 8 << 20
	}
	if l.Names <= 0 {
		l.Names = 20
	}
	return l
}

// Archive is what an archive would unpack to. Names of kinds are examples,
// sorted, at most [Limits].Names of each; the counts are of all.
type Archive struct {
	// Format is the type of the outermost container: "zip", "tar+gzip".
	Format string `json:"format"`
	// Entries counts files, folders and links, those of nested archives too.
	Entries int `json:"entries"`
	// Packed and Unpacked are in bytes; Unpacked is what the headers say or
	// what was decompressed, whichever is more.
	Packed   int64 `json:"packed"`
	Unpacked int64 `json:"unpacked"`
	// Ratio is Unpacked / Packed, rounded down.
	Ratio int64 `json:"ratio"`
	// Depth is 1 for an archive that holds no other.
	Depth     int  `json:"depth"`
	Encrypted bool `json:"encrypted"`
	// Traversal are names that leave the folder they are unpacked into.
	Traversal []string `json:"traversal,omitempty"`
	// Links are symbolic and hard links, "name -> target".
	Links []string `json:"links,omitempty"`
	// LinksOut are those whose target is absolute or leaves the folder.
	LinksOut []string `json:"linksOut,omitempty"`
	// Collisions are names that are one file where case or Unicode form does
	// not matter, "a / A".
	Collisions []string `json:"collisions,omitempty"`
	// Executables are entries that are programs by their first bytes, Setuid
	// those with setuid or setgid bits, Devices device nodes and FIFOs.
	Executables []string `json:"executables,omitempty"`
	Setuid      []string `json:"setuid,omitempty"`
	Devices     []string `json:"devices,omitempty"`
	// Git are entries that Git obeys once they are unpacked: what is called ".git"
	// or is taken for it, and folders that are repositories under another name.
	Git []string `json:"git,omitempty"`
	// Complete is false when a limit was reached, the archive is damaged, or
	// its format cannot be listed; Problem says why.
	Complete bool   `json:"complete"`
	Problem  string `json:"problem,omitempty"`
	// Limit names the bound that was reached: "entries", "bytes", "depth" or
	// "nested". Empty when none was.
	Limit string `json:"limit,omitempty"`

	has      map[string]bool
	mimetype string
	code     bool
	pickle   bool
}

// entry is one member of an archive, whatever the format.
type entry struct {
	name    string
	size    int64
	mode    uint32
	dir     bool
	link    string // target of a link
	device  bool
	locked  bool
	content io.Reader // nil when it cannot be read
}

type walker struct {
	ctx    context.Context
	limits Limits
	a      *Archive
	left   int64 // bytes that may still be decompressed
	seen   map[string]string
	// folders are what is known of folders by what lies in them.
	folders map[string]RepositoryPart
	stores  map[string]bool
	stop    bool
	// counted is true while entries come out of a stream whose bytes have
	// been counted already.
	counted bool
}

// OpenArchive lists an archive of the given type (as [Classify] names it)
// within limits. Nothing is written to disk. It does not fail: what could not
// be listed is said by Complete and Problem.
func OpenArchive(ctx context.Context, kind string, r io.ReaderAt, size int64, limits Limits) *Archive {
	limits = limits.withDefaults()
	w := &walker{
		ctx: ctx, limits: limits, left: limits.Bytes, seen: map[string]string{}, folders: map[string]RepositoryPart{}, stores: map[string]bool{},
		a: &Archive{Format: kind, Packed: size, Depth: 1, Complete: true, has: map[string]bool{}},
	}
	w.container(kind, "", r, size, 1)
	a := w.a
	if a.Packed > 0 {
		a.Ratio = a.Unpacked / a.Packed
	}
	for _, list := range []*[]string{&a.Traversal, &a.Links, &a.LinksOut, &a.Collisions, &a.Executables, &a.Setuid, &a.Devices, &a.Git} {
		slices.Sort(*list)
	}
	return a
}

// fail records the first reason why the listing is not complete.
func (w *walker) fail(format string, args ...any) {
	w.a.Complete = false
	if w.a.Problem == "" {
		w.a.Problem = fmt.Sprintf(format, args...)
	}
}

func (w *walker) exceed(limit, format string, args ...any) {
	w.fail(format, args...)
	w.a.Limit = cmp.Or(w.a.Limit, limit)
	w.stop = true
}

func (w *walker) container(kind, prefix string, r io.ReaderAt, size int64, depth int) {
	w.a.Depth = max(w.a.Depth, depth)
	switch kind {
	case "zip", "jar", "apk", "ooxml", "odf", "epub", "torch":
		w.zip(prefix, r, size, depth)
	case "tar":
		w.tar(prefix, io.NewSectionReader(r, 0, size), depth)
	case "gzip", "bzip2", "xz", "zstd", "compress", "lz4":
		w.compressed(kind, prefix, io.NewSectionReader(r, 0, size), depth)
	case "ar":
		w.ar(prefix, io.NewSectionReader(r, 0, size), depth)
	case "cpio":
		w.cpio(prefix, io.NewSectionReader(r, 0, size), depth)
	case "7z", "rar":
		w.opaque(kind, r, size)
	default:
		w.fail("archives of type %s cannot be listed", kind)
	}
}

// visit takes one entry; it returns false when the walk must end.
func (w *walker) visit(prefix string, e entry, depth int) bool {
	if w.ctx.Err() != nil {
		w.exceed("time", "listing was cancelled")
		return false
	}
	if w.a.Entries >= w.limits.Entries {
		w.exceed("entries", "more than %d entries", w.limits.Entries)
		return false
	}
	w.a.Entries++
	shown := prefix + strings.ToValidUTF8(e.name, "\uFFFD")
	w.names(prefix, shown, e)
	if depth == 1 && len(w.a.has) < w.limits.Entries {
		w.a.has[e.name] = true
	}
	if e.mode&0o6000 != 0 {
		w.note(&w.a.Setuid, shown)
	}
	if e.device {
		w.note(&w.a.Devices, shown)
	}
	if e.locked {
		w.a.Encrypted = true
		w.fail("entries are encrypted")
	}
	if e.dir || e.link != "" || e.device {
		return true
	}
	w.content(prefix, shown, e, depth)
	return !w.stop
}

func (w *walker) note(list *[]string, name string) {
	if len(*list) < w.limits.Names {
		if len(name) > 256 {
			name = strings.ToValidUTF8(name[:256], "") + "…"
		}
		*list = append(*list, name)
	}
}

// names records what the name and the link target of an entry give away.
func (w *walker) names(prefix, shown string, e entry) {
	if leaves(e.name) {
		w.note(&w.a.Traversal, shown)
	}
	w.git(prefix, e.name)
	if e.link != "" {
		line := shown + " -> " + strings.ToValidUTF8(e.link, "\uFFFD")
		w.note(&w.a.Links, line)
		if leaves(e.link) && leaves(path.Join(path.Dir(e.name), e.link)) || absolute(e.link) {
			w.note(&w.a.LinksOut, line)
		}
	}
	key := prefix + Fold(strings.TrimSuffix(e.name, "/"))
	if other, ok := w.seen[key]; ok && other != e.name && !e.dir {
		w.note(&w.a.Collisions, prefix+other+" / "+shown)
	} else if !ok && len(w.seen) < w.limits.Entries {
		w.seen[key] = e.name
	}
}

// git records what Git would obey of the folders that a name leads through, each
// once.
func (w *walker) git(prefix, name string) {
	at := prefix
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '/' || r == '\\' }) {
		was := w.folders[at]
		if now := was | RepositoryPartOf(part); now != was && len(w.folders) < w.limits.Entries {
			w.folders[at] = now
			if now.IsRepository() && !was.IsRepository() {
				w.note(&w.a.Git, strings.ToValidUTF8(at+"/", "\uFFFD"))
			}
		}
		at = path.Join(at, part)
		if is, alike := GitName(part); is || alike {
			if !w.stores[at] && len(w.stores) < w.limits.Entries {
				w.stores[at] = true
				w.note(&w.a.Git, strings.ToValidUTF8(at, "\uFFFD"))
			}
			return
		}
	}
}

// Fold maps names that are the same file on a system that ignores case and
// Unicode form to the same text.
func Fold(name string) string {
	ascii := true
	for i := 0; ascii && i < len(name); i++ {
		ascii = name[i] < utf8.RuneSelf
	}
	if ascii {
		return strings.ToLower(name)
	}
	return cases.Fold().String(norm.NFC.String(name))
}

func absolute(name string) bool {
	return strings.HasPrefix(name, "/") || strings.HasPrefix(name, `\`) ||
		len(name) >= 2 && name[1] == ':' && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z')
}

// leaves reports whether unpacking name would write outside the folder, by
// the rules of Unix or of Windows.
func leaves(name string) bool {
	if absolute(name) {
		return true
	}
	clean := path.Clean(strings.ReplaceAll(name, `\`, "/"))
	return clean == ".." || strings.HasPrefix(clean, "../")
}

// content looks into a file of an archive: how long it really is, whether it
// is a program, and what it holds when it is an archive itself.
func (w *walker) content(prefix, shown string, e entry, depth int) {
	before := w.a.Unpacked
	if e.content == nil {
		if !w.counted {
			w.a.Unpacked += max(e.size, 0)
		}
		return
	}
	r := &meter{r: e.content, w: w, free: w.counted}
	head := make([]byte, HeadSize)
	n, err := io.ReadFull(r, head)
	head = head[:n]
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		w.damaged(shown, err)
	}
	c := Classify(head, e.name)
	w.remember(e, head, c, depth)
	if c.Class == ClassExecutable {
		w.note(&w.a.Executables, shown)
	}
	rest := io.MultiReader(bytes.NewReader(head), r)
	if c.Class == ClassArchive && !w.stop {
		w.nested(shown, c.Type, rest, depth)
	}
	if !w.stop {
		if _, err := io.Copy(io.Discard, r); err != nil {
			w.damaged(shown, err)
		}
	}
	if !w.counted {
		w.a.Unpacked = max(w.a.Unpacked, before+max(e.size, 0))
	}
}

func (w *walker) damaged(shown string, err error) {
	if !w.stop {
		w.fail("entry %s cannot be read: %v", shown, err)
	}
}

// remember keeps what tells formats that are ZIP inside apart.
func (w *walker) remember(e entry, head []byte, c Content, depth int) {
	if depth != 1 {
		return
	}
	switch {
	case e.name == "mimetype":
		w.a.mimetype = strings.TrimSpace(string(head[:min(len(head), 128)]))
	case c.Type == "java-class" || c.Type == "dex":
		w.a.code = true
	case path.Base(e.name) == "data.pkl":
		w.a.pickle = true
	}
}

func (w *walker) nested(shown, kind string, r io.Reader, depth int) {
	if depth >= w.limits.Depth {
		w.a.Depth = max(w.a.Depth, depth+1)
		w.exceed("depth", "archives nested deeper than %d", w.limits.Depth)
		return
	}
	data, err := io.ReadAll(io.LimitReader(r, w.limits.Nested+1))
	if err != nil {
		w.damaged(shown, err)
		return
	}
	if int64(len(data)) > w.limits.Nested {
		w.fail("nested archive %s is larger than %d bytes", shown, w.limits.Nested)
		w.a.Limit = cmp.Or(w.a.Limit, "nested")
		return
	}
	counted := w.counted
	w.counted = false
	w.container(kind, shown+"!", bytes.NewReader(data), int64(len(data)), depth+1)
	w.counted = counted
}

// meter counts decompressed bytes against the limit of the whole archive.
type meter struct {
	r io.Reader
	w *walker
	// free: what is read comes out of a stream that has a meter of its own.
	free bool
}

func (m *meter) Read(p []byte) (int, error) {
	if m.free {
		return m.r.Read(p)
	}
	if m.w.left <= 0 {
		m.w.exceed("bytes", "more than %d bytes when unpacked", m.w.limits.Bytes)
		return 0, io.EOF
	}
	if err := m.w.ctx.Err(); err != nil {
		m.w.exceed("time", "listing was cancelled")
		return 0, io.EOF
	}
	if int64(len(p)) > m.w.left {
		p = p[:m.w.left]
	}
	n, err := m.r.Read(p)
	m.w.left -= int64(n)
	m.w.a.Unpacked += int64(n)
	return n, err
}
