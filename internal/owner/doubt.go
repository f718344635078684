package owner

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Doubt is a file or folder that somebody else could change.
type Doubt struct {
	Name string
	Mode fs.FileMode
	// Foreign: it belongs to another user.
	Foreign bool
}

// Text says what is refused because of it ("approvals are not used"), and what
// to do, own where it belongs to somebody else.
func (d *Doubt) Text(refused, own string) string {
	if d.Foreign {
		return fmt.Sprintf("%s: %q belongs to another user (mode %04o); %s", refused, d.Name, d.Mode.Perm(), own)
	}
	return fmt.Sprintf("%s: others can write to %q (mode %04o); run `chmod go-w %s`", refused, d.Name, d.Mode.Perm(), d.Name)
}

// nobody is the user that stands for all those whom a container does not know,
// among them the owner of the folders that it shares with the system.
const nobody = 65534

// CheckFile returns nil for a file, or a folder by itself, that only its owner, this
// user, can write.
func CheckFile(name string, info fs.FileInfo) *Doubt {
	switch {
	case !Is(info, os.Geteuid()):
		return &Doubt{name, info.Mode(), true}
	case Writers(info) != 0:
		return &Doubt{name, info.Mode(), false}
	}
	return nil
}

// CheckFolder makes sure that nobody else can write to a folder, nor put another in
// its place: every folder above it, as it is named and as it really is, belongs
// to the system or to its owner, and others can write to none, unless it is
// sticky.
func CheckFolder(name string, info fs.FileInfo) (*Doubt, error) {
	if doubt := CheckFile(name, info); doubt != nil {
		return doubt, nil
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil, err
	}
	for _, start := range []string{filepath.Dir(name), filepath.Dir(real)} {
		for dir := start; ; dir = filepath.Dir(dir) {
			info, err := os.Stat(dir)
			if err != nil {
				return nil, err
			}
			switch {
			case !Is(info, os.Geteuid(), 0, nobody):
				return &Doubt{dir, info.Mode(), true}, nil
			case Replaceable(info):
				return &Doubt{dir, info.Mode(), false}, nil
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return nil, nil
}
