package lock

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/jsonline"
)

// Name is how the lock file of a root is called in it.
const Name = "skills.lock"

// version is that of the form of lock files.
const version = 1

// Lock is a lock file, as schema/lock.cue has it.
type Lock struct {
	Version int `json:"version"`
	// Skills are what is installed, by the names of their folders.
	Skills map[string]*Entry `json:"skills"`
	// Pending is a change that has begun, nil for none: the lock file itself says
	// what a skill is to become, so that nothing else has to be believed when a
	// process ends in between.
	Pending *Pending `json:"pending,omitempty"`
}

// Pending is what one skill is about to become. What it was is among the skills.
type Pending struct {
	// Name is that of its folder.
	Name string `json:"name"`
	// Entry is nil for a skill that is removed.
	Entry *Entry `json:"entry,omitempty"`
}

// Entry is what is locked of one skill. Lists are sorted and never nil.
type Entry struct {
	// Digest is that of the whole package.
	Digest       string       `json:"digest"`
	Files        []File       `json:"files"`
	Capabilities Capabilities `json:"capabilities"`
	Origin       Origin       `json:"origin"`
	// Signer is nil when no signature was verified.
	Signer *Signer `json:"signer,omitempty"`
	// Policy is the digest of the policies that judged it, Effect "allow" or "warn",
	// and Warnings are the rules that warned.
	Policy   string   `json:"policy"`
	Effect   string   `json:"effect"`
	Warnings []string `json:"warnings"`
	Approval Approval `json:"approval"`
}

// File is a file or a link of a skill.
type File struct {
	// Path is a slash path.
	Path string `json:"path"`
	// Digest is "sha256:" and hex, "" for a link.
	Digest string `json:"digest,omitempty"`
	Exec   bool   `json:"exec,omitempty"`
	// Link is where a link leads.
	Link string `json:"link,omitempty"`
}

// Capabilities are what a skill asks for.
type Capabilities struct {
	Programs    []string `json:"programs"`
	Hosts       []string `json:"hosts"`
	Paths       []string `json:"paths"`
	Tools       []string `json:"tools"`
	Environment []string `json:"environment"`
}

// Origin is where a skill comes from.
type Origin struct {
	// Kind is "folder", "archive" or "git", or "present" for what was there before
	// it was locked.
	Kind string `json:"kind"`
	// Spec is what was asked for, Location the path or address of it.
	Spec     string `json:"spec"`
	Location string `json:"location"`
	Path     string `json:"path,omitempty"`
	Ref      string `json:"ref,omitempty"`
	Commit   string `json:"commit,omitempty"`
	// Digest is that of an archive.
	Digest string `json:"digest,omitempty"`
}

// Signer is whose signature was verified.
type Signer struct {
	Kind      string `json:"kind"`
	Identity  string `json:"identity,omitempty"`
	Issuer    string `json:"issuer,omitempty"`
	KeyDigest string `json:"keyDigest,omitempty"`
}

// Approval says who took a skill on, why, and when.
type Approval struct {
	By string `json:"by"`
	// Reason is "" where nothing had to be acknowledged.
	Reason string `json:"reason"`
	// At is a time in UTC, RFC 3339 to the second.
	At string `json:"at"`
}

// VersionError is a lock file of a newer form.
type VersionError struct{ Version int }

// Error says what to do.
func (e *VersionError) Error() string {
	return fmt.Sprintf("it has version %d, but this skillctl knows only version %d; update skillctl", e.Version, version)
}

// DamagedError is a lock file that is none.
type DamagedError struct{ Message string }

// Error says what is wrong and what to do.
func (e *DamagedError) Error() string {
	return e.Message + "; restore it from the repository, or check what is installed and run `skillctl lock write`"
}

func damaged(message string, args ...any) error {
	return &DamagedError{fmt.Sprintf(message, args...)}
}

// New is a lock file with nothing in it.
func New() *Lock { return &Lock{Version: version, Skills: map[string]*Entry{}} }

// settled is the lock file with the change that has begun done, or not done.
func (l *Lock) settled(done bool) *Lock {
	out := &Lock{Version: version, Skills: maps.Clone(l.Skills)}
	if p := l.Pending; p != nil && done {
		if p.Entry == nil {
			delete(out.Skills, p.Name)
		} else {
			out.Skills[p.Name] = p.Entry
		}
	}
	return out
}

// Text is the lock file in its one form: the same content gives the same bytes.
func (l *Lock) Text() ([]byte, error) {
	out := Lock{Version: version, Skills: map[string]*Entry{}}
	for name, entry := range l.Skills {
		out.Skills[name] = entry.normal()
	}
	if p := l.Pending; p != nil {
		out.Pending = &Pending{Name: p.Name}
		if p.Entry != nil {
			out.Pending.Entry = p.Entry.normal()
		}
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return nil, fmt.Errorf("write lock file: %w", err)
	}
	return text.Bytes(), nil
}

// normal is a copy with sorted lists.
func (e *Entry) normal() *Entry {
	out := *e
	out.Files = slices.Clone(e.Files)
	slices.SortFunc(out.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	if out.Files == nil {
		out.Files = []File{}
	}
	c := &out.Capabilities
	for _, list := range []*[]string{&c.Programs, &c.Hosts, &c.Paths, &c.Tools, &c.Environment, &out.Warnings} {
		*list = slices.Sorted(slices.Values(*list))
		if *list = slices.Compact(*list); *list == nil {
			*list = []string{}
		}
	}
	return &out
}

// Parse reads a lock file. What is not in the form that it is written in is an
// error: a key that is not known or stands twice, a list out of order. Ends of
// lines may be those of Windows.
func Parse(text []byte) (*Lock, error) {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	// The key of a signer as it was spelt once. No value begins a line.
	text = bytes.ReplaceAll(text, []byte("\n        \"key_digest\": "), []byte("\n        \"keyDigest\": "))
	var head struct {
		Version *int `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, damaged("it is not a lock file: %s", jsonline.Explain(text, err))
	}
	switch {
	case head.Version == nil || *head.Version < 1:
		return nil, damaged("it is not a lock file: it has no version")
	case *head.Version > version:
		return nil, &VersionError{*head.Version}
	}
	out := &Lock{}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(out); err != nil {
		return nil, damaged("it is not a valid lock file: %s", jsonline.Explain(text, err))
	}
	if err := out.check(); err != nil {
		return nil, err
	}
	again, err := out.Text()
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(again, text) {
		return nil, damaged("it was edited by hand: %s", firstDifference(text, again))
	}
	return out, nil
}

// firstDifference says where a text is not as it would be written.
func firstDifference(got, want []byte) string {
	a, b := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d is not as skillctl writes it (a duplicate key, a list out of order, or different white space)", i+1)
		}
	}
	return "its end is missing"
}

// fields are what the values of an entry look like.
type fields struct{ digest, name *regexp.Regexp }

var forms = sync.OnceValue(func() fields {
	return fields{
		digest: regexp.MustCompile(`^sha256:[0-9a-f]{64}$`),
		name:   regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$`),
	}
})

// ValidName takes names of skills that are the name of a folder on every system:
// letters of ASCII, digits and . _ - within.
func ValidName(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	device := slices.Contains([]string{"CON", "PRN", "AUX", "NUL"}, stem) ||
		len(stem) == 4 && (strings.HasPrefix(stem, "COM") || strings.HasPrefix(stem, "LPT")) && stem[3] >= '1' && stem[3] <= '9'
	return forms().name.MatchString(name) && !strings.Contains(name, "..") && !device && !strings.EqualFold(name, Name) && !strings.EqualFold(name, "node_modules")
}

func (l *Lock) check() error {
	folded := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(l.Skills)) {
		if l.Skills[name] == nil {
			return damaged("no file of %q is in it", name)
		}
		if err := l.Skills[name].check(name); err != nil {
			return err
		}
		if other, twice := folded[strings.ToLower(name)]; twice {
			return damaged("%q and %q are the same name on systems that ignore case", other, name)
		}
		folded[strings.ToLower(name)] = name
	}
	switch p := l.Pending; {
	case p == nil:
		return nil
	case p.Entry != nil:
		return p.Entry.check(p.Name)
	case l.Skills[p.Name] == nil:
		return damaged("%q is to be removed and is not in it", p.Name)
	}
	return nil
}

func (e *Entry) check(name string) error {
	switch {
	case !ValidName(name):
		return damaged("%q is not the name of a skill", name)
	case !forms().digest.MatchString(e.Digest):
		return damaged("the digest of %q is not valid: %q", name, e.Digest)
	case !forms().digest.MatchString(e.Policy):
		return damaged("the digest of the policies that judged %q is not valid: %q", name, e.Policy)
	case e.Effect != "allow" && e.Effect != "warn":
		return damaged("%q is locked with the decision %q; it must be allow or warn", name, e.Effect)
	case !slices.Contains([]string{"folder", "archive", "git", "present"}, e.Origin.Kind):
		return damaged("the origin of %q is of kind %q, which is not known", name, e.Origin.Kind)
	case len(e.Files) == 0:
		return damaged("no file of %q is locked", name)
	}
	if _, err := time.Parse(time.RFC3339, e.Approval.At); err != nil {
		return damaged("the time when %q was accepted is not valid: %q", name, e.Approval.At)
	}
	for _, f := range e.Files {
		switch {
		case !fs.ValidPath(f.Path) || f.Path == "." || strings.ContainsAny(f.Path, "\\\x00"):
			return damaged("%q of %q is not a path of a file", f.Path, name)
		case f.Link != "" && (f.Digest != "" || f.Exec):
			return damaged("%q of %q is a link and a file", f.Path, name)
		case f.Link == "" && !forms().digest.MatchString(f.Digest):
			return damaged("the digest of %q of %q is not valid: %q", f.Path, name, f.Digest)
		}
	}
	for i := 1; i < len(e.Files); i++ {
		if e.Files[i].Path == e.Files[i-1].Path {
			return damaged("%q of %q is locked twice", e.Files[i].Path, name)
		}
	}
	return nil
}

// Files lists the files of a skill for its entry. A file whose content is not
// known cannot be locked.
func Files(read *skill.Skill) ([]File, error) {
	out := []File{}
	for i := range read.Files {
		f := &read.Files[i]
		switch {
		case f.Type == skill.TypeDir:
		case f.Link != nil:
			out = append(out, File{Path: f.Path, Link: f.Link.Target})
		case f.Type == skill.TypeRegular && f.Digest != "":
			out = append(out, File{Path: f.Path, Digest: f.Digest, Exec: f.Exec})
		default:
			return nil, fmt.Errorf("lock %q: %q was not read to its end", read.Path, path.Join(read.Path, f.Path))
		}
	}
	for _, gap := range read.Coverage.Gaps {
		switch gap.Reason {
		case skill.GapFileCount, skill.GapTotalSize, skill.GapDepth, skill.GapEntryCount, skill.GapUnreadable, skill.GapChanged, skill.GapPath:
			return nil, fmt.Errorf("lock %q: not all of it could be read: %s: %s", read.Path, gap.File, gap.Detail)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("lock: it has no files")
	}
	return out, nil
}
