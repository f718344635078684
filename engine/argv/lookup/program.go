package lookup

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// maxDigest is the largest program that is hashed, in bytes.
const maxDigest = 64 << 20

// Search says where programs are looked for.
type Search struct {
	// Path is the value of PATH that the command will run with. An empty entry
	// is the working directory.
	Path string
	// Dir is the working directory, absolute.
	Dir string
	// Home is what a leading "~" stands for; "" leaves it alone.
	Home string
}

// Resolve finds the program that a shell would start for name: a name with a
// slash is a path, any other is looked for on Path. A program is a regular file
// with an execute bit.
func (s Search) Resolve(name string) Program {
	p := Program{How: "none"}
	if name == "" {
		return p
	}
	if strings.Contains(name, "/") {
		file := name
		if rest, ok := strings.CutPrefix(name, "~/"); ok && s.Home != "" {
			file = filepath.Join(s.Home, rest)
		}
		if !filepath.IsAbs(file) {
			file = filepath.Join(s.Dir, file)
		}
		p.How, p.Path = "path", filepath.Clean(file)
		s.inspect(&p)
		return p
	}
	for _, dir := range strings.Split(s.Path, ":") {
		dir = cmp.Or(dir, s.Dir)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(s.Dir, dir)
		}
		p.Path = filepath.Join(dir, name)
		if s.inspect(&p); p.Found {
			p.How = "search"
			return p
		}
	}
	return Program{How: "none"}
}

// inspect fills in what the file at p.Path is.
func (s Search) inspect(p *Program) {
	info, err := os.Stat(p.Path)
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
		return
	}
	p.Found = true
	p.Real = p.Path
	if real, err := filepath.EvalSymlinks(p.Path); err == nil {
		p.Real = real
	}
	p.Folder = filepath.Dir(p.Real)
	p.Also = otherNames(p.Path)
	p.Mode = fmt.Sprintf("%04o", info.Mode().Perm()|modeBits(info.Mode()))
	if uid, _, ok := owner.Of(info); ok {
		p.UID = int(uid)
	}
	p.Writable, p.WorldWritable = writable(p.Real, info)
	p.Script, p.Digest = inspectContent(p.Real, p.Writable && info.Size() <= maxDigest)
}

// otherNames are the names of a file in the standard folders that are, by a
// link, the folder that it is in: /bin/ls for /usr/bin/ls and the reverse.
func otherNames(file string) []string {
	dir, base := filepath.Split(file)
	dir = filepath.Clean(dir)
	standard := []string{"/bin", "/sbin", "/usr/bin", "/usr/sbin"}
	if !slices.Contains(standard, dir) {
		return nil
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, other := range standard {
		if same, err := filepath.EvalSymlinks(other); other != dir && err == nil && same == real {
			out = append(out, filepath.Join(other, base))
		}
	}
	return out
}

func modeBits(m os.FileMode) os.FileMode {
	var bits os.FileMode
	if m&os.ModeSetuid != 0 {
		bits |= 0o4000
	}
	if m&os.ModeSetgid != 0 {
		bits |= 0o2000
	}
	if m&os.ModeSticky != 0 {
		bits |= 0o1000
	}
	return bits
}

// writable reports whether the file or its folder can be changed by this user
// (root aside, who can change anything) or by anybody.
func writable(file string, info os.FileInfo) (mine, world bool) {
	uid := os.Getuid()
	check := func(info os.FileInfo) {
		mode := info.Mode()
		sticky := info.IsDir() && mode&os.ModeSticky != 0
		if mode.Perm()&0o002 != 0 && !sticky {
			mine, world = true, true
		}
		ownerID, group, ok := owner.Of(info)
		if !ok {
			mine = true
			return
		}
		if ownerID != 0 || mode.Perm()&0o020 != 0 && group != 0 {
			mine = true
		}
		if uid != 0 && int(ownerID) == uid {
			mine = true
		}
	}
	check(info)
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		parent, err := os.Lstat(dir)
		if err != nil {
			return true, world
		}
		check(parent)
		if dir == filepath.Dir(dir) {
			return mine, world
		}
	}
}

// inspectContent reads the first bytes of a program, and all of it when a
// digest is wanted.
func inspectContent(file string, digest bool) (script bool, sum string) {
	f, err := os.OpenFile(file, os.O_RDONLY|folder.NoWait, 0)
	if err != nil {
		return false, ""
	}
	defer f.Close()
	var head [2]byte
	if n, _ := io.ReadFull(f, head[:]); n == 2 {
		script = head == [2]byte{'#', '!'}
	}
	if !digest {
		return script, ""
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return script, ""
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, maxDigest)); err != nil {
		return script, ""
	}
	return script, "sha256:" + hex.EncodeToString(h.Sum(nil))
}
