package docker

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
)

// MountError says why a folder of this machine is not shown to a container.
type MountError struct {
	// Reason is one of the Mount… constants; Path is the folder, links resolved
	// where that was possible.
	Reason, Path string
	// Detail says more: what is wrong, the roots.
	Detail string
}

// The reasons of a [MountError].
const (
	MountMissing  = "missing"      // it is not there, or no folder
	MountRoot     = "root"         // it is the root of the file system
	MountNoRoot   = "missing-root" // a folder that it must lie in is not there
	MountOutside  = "outside"      // it lies in none of those
	MountRefused  = "refused"      // it is on the list of what a container may not see
	MountReserved = "reserved"     // its target is taken
	MountHidden   = "hidden"       // the boundary hides it
)

func (e *MountError) Error() string {
	switch e.Reason {
	case MountMissing:
		return fmt.Sprintf("%q cannot be shown to a container: %s", e.Path, e.Detail)
	case MountRoot:
		return fmt.Sprintf("%q is the root of the file system and is not shown to a container; name the folder that is needed", e.Path)
	case MountNoRoot:
		return fmt.Sprintf("%q is a folder that the workspace must lie in, and cannot be found: %s", e.Path, e.Detail)
	case MountOutside:
		return fmt.Sprintf("the workspace %q is in none of the required folders: %s", e.Path, e.Detail)
	case MountReserved:
		return fmt.Sprintf("a container cannot have a folder at %q: %s", e.Path, e.Detail)
	}
	return fmt.Sprintf("%q is not shown to a container: it %s", e.Path, e.Detail)
}

// shown is a folder of this machine as it was named, where that led, and where a
// container sees it.
type shown struct {
	asked, source, target string
	// identity is what the folder is, whatever its path; see os.SameFile.
	identity os.FileInfo
	readOnly bool
}

// view is what a container sees of this machine.
type view struct {
	folders []shown
	mounts  []Mount
	owner   string
	// alone: the workspace is not among the folders.
	alone bool
}

// nobody is the user of a container whose workspace belongs to root, or that has
// none.
const nobody = "65534:65534"

// inspectMounts resolves all that a container is to see.
func inspectMounts(b runner.Boundary) (*view, error) {
	v := &view{owner: nobody}
	refuse, err := readRefusals()
	if err != nil {
		return nil, err
	}
	if b.Docker.Mount && b.Workspace.Access != "none" {
		if err := v.workspace(b.Workspace, refuse); err != nil {
			return nil, err
		}
	} else {
		v.alone = true
	}
	for _, bind := range b.Docker.Binds {
		if err := v.bind(bind, refuse); err != nil {
			return nil, err
		}
	}
	if err := v.protect(b); err != nil {
		return nil, err
	}
	if err := v.hide(b); err != nil {
		return nil, err
	}
	if err := v.coverSockets(b); err != nil {
		return nil, err
	}
	// What lies within another must be mounted after it.
	slices.SortStableFunc(v.mounts, func(a, b Mount) int { return strings.Compare(a.Target, b.Target) })
	return v, nil
}

func (v *view) workspace(w runner.Workspace, refuse *refusals) error {
	if w.Access != "rw" && w.Access != "ro" {
		return fmt.Errorf("the boundary's access to the workspace is %q; it must be rw, ro or none", w.Access)
	}
	real, info, err := resolve(w.Path)
	if err != nil {
		return &MountError{Reason: MountMissing, Path: w.Path, Detail: err.Error()}
	}
	if filepath.Dir(real) == real {
		return &MountError{Reason: MountRoot, Path: real}
	}
	if !info.IsDir() {
		return &MountError{Reason: MountMissing, Path: real, Detail: "it is not a folder"}
	}
	if err := rooted(real, w.Roots); err != nil {
		return err
	}
	if why := refuse.workspace(real); why != "" {
		return &MountError{Reason: MountRefused, Path: real, Detail: why}
	}
	v.owner = ownerOf(info)
	v.show(shown{asked: w.Path, source: real, target: workspaceTarget, identity: info, readOnly: w.Access == "ro"})
	return nil
}

// rooted holds a workspace against the folders that it must lie in. One that is
// not there refuses all, as in ZeroClaw 15d28660: what it meant is not known.
func rooted(real string, roots []string) error {
	inside := len(roots) == 0
	for _, root := range roots {
		place, _, err := resolve(root)
		if err != nil {
			return &MountError{Reason: MountNoRoot, Path: root, Detail: err.Error()}
		}
		inside = inside || folders.Within(real, place)
	}
	if !inside {
		return &MountError{Reason: MountOutside, Path: real, Detail: strings.Join(roots, ", ")}
	}
	return nil
}

func (v *view) bind(b runner.Bind, refuse *refusals) error {
	real, info, err := resolve(b.Source)
	if err != nil {
		return &MountError{Reason: MountMissing, Path: b.Source, Detail: err.Error()}
	}
	if filepath.Dir(real) == real {
		return &MountError{Reason: MountRoot, Path: real}
	}
	// The path as it was written counts too: where it leads may be on no list.
	for _, place := range []string{filepath.Clean(b.Source), real} {
		if why := refuse.source(place); why != "" {
			return &MountError{Reason: MountRefused, Path: place, Detail: why}
		}
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return &MountError{Reason: MountRefused, Path: real, Detail: "is neither a folder nor a file"}
	}
	if why := refuse.target(b.Target); why != "" {
		return &MountError{Reason: MountReserved, Path: b.Target, Detail: why}
	}
	v.show(shown{asked: b.Source, source: real, target: path.Clean(b.Target), identity: info, readOnly: !b.Write})
	return nil
}

func (v *view) show(s shown) {
	v.folders = append(v.folders, s)
	v.mounts = append(v.mounts, Mount{Type: "bind", Source: s.source, Target: s.target, ReadOnly: s.readOnly})
}

// protect mounts what may not be changed over itself, read-only, and as they are
// the folders on the way.
func (v *view) protect(b runner.Boundary) error {
	unseen := hiddenBy(b)
	for i, s := range slices.Clone(v.folders) {
		if s.readOnly {
			continue
		}
		for _, h := range runner.Hold(b.Protect, []string{s.source}) {
			if unseen.Covers(h.Path) {
				continue // nobody sees it
			}
			info, err := os.Lstat(h.Path)
			if err != nil {
				return &MountError{Reason: MountMissing, Path: h.Path, Detail: folders.Bare(err).Error()}
			}
			at := path.Join(s.target, filepath.ToSlash(strings.TrimPrefix(h.Path, s.source)))
			if at == s.target {
				v.mounts[i].ReadOnly = true
				continue
			}
			v.show(shown{asked: h.Path, source: h.Path, target: at, identity: info, readOnly: h.ReadOnly})
		}
	}
	return nil
}

// hiddenBy is what a boundary hides, and what it shows in that: of what is shown to a
// container all else is covered.
func hiddenBy(b runner.Boundary) runner.Hidden {
	var hidden []string
	for _, path := range b.Hide {
		if real, _, err := resolve(path); err == nil {
			hidden = append(hidden, real)
		}
	}
	return b.Hidden(hidden, nil)
}

// hide covers what a boundary hides with something empty. A path that is not
// there hides nothing.
func (v *view) hide(b runner.Boundary) error {
	covered, unseen := map[string]bool{}, hiddenBy(b)
	for _, hidden := range b.Hide {
		real, info, err := resolve(hidden)
		if err != nil {
			continue
		}
		for _, s := range v.folders {
			if unseen.Covers(s.source) && folders.Within(s.source, real) {
				return &MountError{Reason: MountHidden, Path: s.source, Detail: fmt.Sprintf("lies in %s, which is hidden", real)}
			}
			if !folders.Within(real, s.source) {
				continue
			}
			at := path.Join(s.target, filepath.ToSlash(strings.TrimPrefix(real, s.source)))
			if covered[at] {
				continue
			}
			covered[at] = true
			cover := Mount{Type: "bind", Source: "/dev/null", Target: at, ReadOnly: true}
			if info.IsDir() {
				cover = Mount{Type: "tmpfs", Target: at, ReadOnly: true}
			}
			v.mounts = append(v.mounts, cover)
		}
	}
	return nil
}

// inside is where a container sees a folder of this machine.
func (v *view) inside(dir string, c *runner.Container) (string, error) {
	if dir == "" {
		return v.home(c), nil
	}
	real, info, err := resolve(dir)
	if err != nil {
		return "", &MountError{Reason: MountMissing, Path: dir, Detail: err.Error()}
	}
	if !info.IsDir() {
		return "", &MountError{Reason: MountMissing, Path: dir, Detail: "it is not a folder"}
	}
	for _, s := range v.folders {
		if folders.Within(real, s.source) {
			return path.Join(s.target, filepath.ToSlash(strings.TrimPrefix(real, s.source))), nil
		}
	}
	if v.alone { // the command works elsewhere than in the folder that it is asked from
		return v.home(c), nil
	}
	return "", &MountError{Reason: MountMissing, Path: real, Detail: "it is the working directory, but in no folder that the container can see"}
}

// home is where a command starts that sees no folder of this machine.
func (v *view) home(c *runner.Container) string {
	if !v.alone {
		return v.folders[0].target
	}
	for _, folder := range []string{workspaceTarget, "/tmp"} {
		if _, ok := c.Tmpfs[folder]; ok {
			return folder
		}
	}
	return "/"
}

// changed says which folder is not the one that was looked at.
func (v *view) changed() error {
	for _, s := range v.folders {
		real, info, err := resolve(s.asked)
		switch {
		case err != nil:
			return &runner.ChangedError{Path: s.asked, Want: s.source, Got: "gone"}
		case real != s.source:
			return &runner.ChangedError{Path: s.asked, Want: s.source, Got: real}
		case !os.SameFile(info, s.identity):
			return &runner.ChangedError{Path: s.asked, Want: "the folder that was judged", Got: "another in its place"}
		}
	}
	return nil
}

// resolve follows all links of a path.
func resolve(place string) (string, os.FileInfo, error) {
	if !filepath.IsAbs(place) {
		return "", nil, fmt.Errorf("the path is not absolute")
	}
	real, err := filepath.EvalSymlinks(place)
	if err != nil {
		return "", nil, folders.Bare(err)
	}
	info, err := os.Lstat(real)
	if err != nil {
		return "", nil, folders.Bare(err)
	}
	return real, info, nil
}
