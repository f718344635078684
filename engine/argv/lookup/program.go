package lookup

import (
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/system"
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
	// System is asked; nil is this machine.
	System system.System
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
	asked := system.Or(s.System)
	info, err := asked.Stat(p.Path)
	if err != nil || !info.Mode.IsRegular() || info.Mode.Perm()&0o111 == 0 {
		return
	}
	p.Found = true
	p.Real = p.Path
	if real, err := asked.EvalSymlinks(p.Path); err == nil {
		p.Real = real
	}
	p.Folder = filepath.Dir(p.Real)
	p.Also = otherNames(asked, p.Path)
	p.Mode = fmt.Sprintf("%04o", info.Mode.Perm()|modeBits(info.Mode))
	if info.Owned {
		p.UID = int(info.UID)
	}
	p.Writable, p.WorldWritable = writable(asked, p.Real, info)
	begin, err := asked.Head(p.Real, int64(len(scriptMark)))
	p.Script = err == nil && begin == scriptMark
	if p.Writable {
		// What cannot be read, or is too large, has none.
		p.Digest, _ = asked.Digest(p.Real, maxDigest)
	}
}

// scriptMark is what a script begins with.
const scriptMark = "#!"

// otherNames are the names of a file in the standard folders that are, by a
// link, the folder that it is in: /bin/ls for /usr/bin/ls and the reverse.
func otherNames(asked system.System, file string) []string {
	dir, base := filepath.Split(file)
	dir = filepath.Clean(dir)
	standard := []string{"/bin", "/sbin", "/usr/bin", "/usr/sbin"}
	if !slices.Contains(standard, dir) {
		return nil
	}
	real, err := asked.EvalSymlinks(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, other := range standard {
		if same, err := asked.EvalSymlinks(other); other != dir && err == nil && same == real {
			out = append(out, filepath.Join(other, base))
		}
	}
	return out
}

func modeBits(m fs.FileMode) fs.FileMode {
	var bits fs.FileMode
	if m&fs.ModeSetuid != 0 {
		bits |= 0o4000
	}
	if m&fs.ModeSetgid != 0 {
		bits |= 0o2000
	}
	if m&fs.ModeSticky != 0 {
		bits |= 0o1000
	}
	return bits
}

// writable reports whether the file or its folder can be changed by this user
// (root aside, who can change anything) or by anybody.
func writable(asked system.System, file string, info system.Info) (mine, world bool) {
	uid := asked.UserID()
	check := func(info system.Info) {
		mode := info.Mode
		sticky := mode.IsDir() && mode&fs.ModeSticky != 0
		if mode.Perm()&0o002 != 0 && !sticky {
			mine, world = true, true
		}
		if !info.Owned {
			mine = true
			return
		}
		if info.UID != 0 || mode.Perm()&0o020 != 0 && info.GID != 0 {
			mine = true
		}
		if uid != 0 && int(info.UID) == uid {
			mine = true
		}
	}
	check(info)
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		parent, err := asked.Lstat(dir)
		if err != nil {
			return true, world
		}
		check(parent)
		if dir == filepath.Dir(dir) {
			return mine, world
		}
	}
}
