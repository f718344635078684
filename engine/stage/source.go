package stage

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/folder"
)

// Kind is what a source is.
type Kind string

// The kinds of source.
const (
	Folder  Kind = "folder"
	Archive Kind = "archive"
	Git     Kind = "git"
)

// Source says where something comes from.
type Source struct {
	Kind Kind `json:"kind"`
	// Spec is what was asked for, Location the path or address of it: absolute for
	// a path, without reference and password for an address.
	Spec     string `json:"spec"`
	Location string `json:"location"`
	// Path is a folder within it, a slash path; "" for the whole.
	Path string `json:"path,omitempty"`
	// Ref is the branch, tag or commit that was asked for, Commit what it was.
	Ref    string `json:"ref,omitempty"`
	Commit string `json:"commit,omitempty"`
	// Tag is true when the reference is a tag.
	Tag bool `json:"tag,omitempty"`
	// Digest is that of an archive, "sha256:" and hex.
	Digest string `json:"digest,omitempty"`

	fetch string // what git is given
}

// name is what the source would be called by its own name.
func (s *Source) name() string {
	if s.Path != "" {
		return path.Base(s.Path)
	}
	base := path.Base(filepath.ToSlash(s.Location))
	for _, ending := range append(archiveEndings(), ".git") {
		if len(base) > len(ending) && strings.EqualFold(base[len(base)-len(ending):], ending) {
			return base[:len(base)-len(ending)]
		}
	}
	return base
}

type sourceForms struct{ scheme, short, github, ref, commit *regexp.Regexp }

var forms = sync.OnceValue(func() sourceForms {
	return sourceForms{
		scheme: regexp.MustCompile(`^(?:git:|git\+)?([A-Za-z][A-Za-z0-9+.-]*)://`),
		// user@host:path, and git:host.name/path.
		short: regexp.MustCompile(`^(?:git:)?([A-Za-z0-9_][A-Za-z0-9._-]*)@([A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*):([^/:@\s-][^:@\s]*)(?:@([^@\s]+))?$`),
		// owner/repo, as GitHub takes names for them.
		github: regexp.MustCompile(`^([A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}/[A-Za-z0-9._-]{1,100})(?:@([^@\s]+))?$`),
		ref:    regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_./+-]*$`),
		commit: regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`),
	}
})

func isCommit(ref string) bool { return forms().commit.MatchString(ref) }

// isAbbreviated reports whether a reference may stand for a commit by its first
// digits, as git prints them; a server finds no commit by them.
func isAbbreviated(ref string) bool {
	return len(ref) >= 4 && !isCommit(ref) && strings.Trim(ref, "0123456789abcdefABCDEF") == ""
}

// validRef takes what git takes for the name of a branch or tag, and no ranges,
// expressions or options.
func validRef(ref string) bool {
	return len(ref) <= 250 && forms().ref.MatchString(ref) && !strings.Contains(ref, "..") && !strings.Contains(ref, "//") &&
		!strings.HasSuffix(ref, ".lock") && !strings.HasSuffix(ref, "/") && !strings.HasSuffix(ref, ".") && !strings.Contains(ref, "/.")
}

// Parse says what a text names: an address (https, ssh or file) or
// user@host:path is a git repository, as is a path behind "git:"; "@" and a
// reference may follow. So is owner/repo, on GitHub, where no file or folder has its
// path. Anything else is the path of a folder or an archive.
func Parse(text string) (Source, error) { return parse("", text) }

// parse is [Parse] for paths as seen from dir.
func parse(dir, text string) (Source, error) {
	src := Source{Spec: text}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) || text == "" {
		return src, fmt.Errorf("stage %q: it is neither a path nor an address", text)
	}
	if m := forms().scheme.FindStringSubmatch(text); m != nil {
		return parseAddress(src, strings.ToLower(m[1]))
	}
	if m := forms().short.FindStringSubmatch(text); m != nil {
		src.Kind, src.Ref = Git, m[4]
		src.Location = m[1] + "@" + m[2] + ":" + m[3]
		src.fetch = src.Location
		return src, nil
	}
	if rest, ok := strings.CutPrefix(text, "git:"); ok {
		return parseRepository(src, dir, rest)
	}
	full, err := filepath.Abs(folder.From(dir, text))
	if err != nil {
		return src, fmt.Errorf("stage %q: %w", text, err)
	}
	info, err := os.Stat(full)
	if errors.Is(err, fs.ErrNotExist) {
		return parseGitHub(src, dir)
	}
	if err != nil {
		return src, fmt.Errorf("stage %q: %w", text, err)
	}
	src.Kind, src.Location = Archive, full
	if info.IsDir() {
		src.Kind = Folder
	}
	return src, nil
}

// parseGitHub takes owner/repo for a repository on GitHub, as others do. Where the
// owner is a folder of this machine the path of one is mistyped: nothing is fetched
// from whoever has that name.
func parseGitHub(src Source, dir string) (Source, error) {
	m := forms().github.FindStringSubmatch(src.Spec)
	if m == nil || isArchiveName(m[1]) || strings.HasSuffix(m[1], "/.") || strings.HasSuffix(m[1], "/..") {
		return src, missing("folder or archive %q does not exist; a repository is owner/repo, or begins with https://, ssh://, file:// or git:", src.Spec)
	}
	owner, _, _ := strings.Cut(m[1], "/")
	if exists(folder.From(dir, owner)) {
		return src, missing("folder or archive %q does not exist, but %q does; for the repository on GitHub, write https://github.com/%s", src.Spec, owner, src.Spec)
	}
	src.Kind, src.Ref = Git, m[2]
	src.Location = "https://github.com/" + strings.TrimSuffix(m[1], ".git")
	src.fetch = src.Location
	return src, nil
}

func isArchiveName(name string) bool {
	for _, ending := range archiveEndings() {
		if strings.HasSuffix(strings.ToLower(name), ending) {
			return true
		}
	}
	return false
}

// missingError says that what is named does not exist; it is [fs.ErrNotExist].
type missingError struct{ message string }

func missing(format string, args ...any) error { return &missingError{fmt.Sprintf(format, args...)} }

func (e *missingError) Error() string { return e.message }

func (e *missingError) Unwrap() error { return fs.ErrNotExist }

// schemes are those of addresses that git may fetch from.
func schemes() []string { return []string{"https", "ssh", "file"} }

func parseAddress(src Source, scheme string) (Source, error) {
	text := strings.TrimPrefix(strings.TrimPrefix(src.Spec, "git:"), "git+")
	src.Kind = Git
	switch scheme {
	case "https", "ssh", "file":
	default:
		return src, refuseSource(src.Spec, Format, "nothing is fetched by %s; use https, ssh or file", scheme)
	}
	if at := strings.LastIndexByte(text, '@'); at > strings.Index(text, "://")+3 && strings.Contains(text[strings.Index(text, "://")+3:at], "/") {
		text, src.Ref = text[:at], text[at+1:]
		if src.Ref == "" {
			return src, fmt.Errorf("stage %q: a branch, a tag or a commit has to follow the @", src.Spec)
		}
	}
	address, err := url.Parse(text)
	if err != nil || address.Path == "" || address.Path == "/" || strings.HasPrefix(address.Host, "-") || address.Host == "" && scheme != "file" {
		return src, fmt.Errorf("stage %q: it is not an address of a repository", src.Spec)
	}
	if address.RawQuery != "" || address.Fragment != "" {
		return src, fmt.Errorf("stage %q: the address of a repository has no ? and no #", src.Spec)
	}
	if scheme != "file" && isArchiveName(address.Path) {
		return src, fmt.Errorf("stage %q: archives are not downloaded; download it yourself, verify its checksum, and name the file", src.Spec)
	}
	if _, has := address.User.Password(); has {
		return src, fmt.Errorf("stage: an address with a password is refused, because it would be recorded; use ssh, or fetch it yourself and name the folder")
	}
	src.Location = strings.TrimSuffix(address.String(), "/")
	src.fetch = src.Location
	return src, nil
}

// parseRepository is what stands behind "git:": a host and a path, or the path of
// a repository on this machine.
func parseRepository(src Source, dir, rest string) (Source, error) {
	src.Kind = Git
	if at := strings.LastIndexByte(rest, '@'); at > 0 && !exists(folder.From(dir, rest)) {
		rest, src.Ref = rest[:at], rest[at+1:]
	}
	if info, err := os.Stat(folder.From(dir, rest)); err == nil && info.IsDir() {
		full, err := filepath.Abs(folder.From(dir, rest))
		if err != nil {
			return src, fmt.Errorf("stage %q: %w", src.Spec, err)
		}
		src.Location, src.fetch = full, "file://"+filepath.ToSlash(full)
		return src, nil
	}
	host, _, ok := strings.Cut(rest, "/")
	if !ok || !strings.Contains(host, ".") || strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, "/") {
		return src, missing("repository %q does not exist", rest)
	}
	src.Location = "https://" + rest
	src.fetch = src.Location
	return src, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func refuseSource(source string, reason Reason, message string, args ...any) error {
	return &RefusedError{Reason: reason, Source: source, Message: fmt.Sprintf(message, args...)}
}
