package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// The bounds of a folder of policies, in files and bytes.
const (
	maxPolicies    = 1_000
	maxPolicy      = 1 << 20
	maxPolicyBytes = 16 << 20
)

// PolicyDir opens a folder of policies. It has to hold a policy; nobody else may
// be able to write it or anything in it, no link leads out of it, and what is
// not a policy (*.rego) or a table (tables/*.json) is not looked at.
func PolicyDir(name string) (fs.FS, error) { return PolicyDirFrom("", name) }

// PolicyDirFrom is [PolicyDir] for a path as seen from dir where it is relative;
// messages have the path as it is given.
func PolicyDirFrom(dir, name string) (fs.FS, error) {
	at := folder.From(dir, name)
	info, err := os.Stat(at)
	if err != nil {
		return nil, fmt.Errorf("read policies %q: %w", name, folder.Bare(err))
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("read policies %q: it is a file; name the folder that holds it", name)
	}
	root, err := folder.Open(at)
	if err != nil {
		return nil, fmt.Errorf("read policies %q: %w", name, folder.Bare(err))
	}
	seen := policyDir{name: name, at: at}
	if err := fs.WalkDir(root.FS(), ".", seen.visit); err != nil {
		_ = root.Close()
		return nil, fmt.Errorf("read policies %q: %w", name, err)
	}
	if seen.policies == 0 {
		_ = root.Close()
		return nil, fmt.Errorf("read policies %q: %w", name, ErrNoPolicy)
	}
	return root.FS(), nil
}

// ErrNoPolicy says that a folder holds no policy.
var ErrNoPolicy = errors.New("it has no policy (*.rego)")

type policyDir struct {
	// name is the folder as it was given, at where it is.
	name, at string
	policies int
	bytes    int64
}

func (d *policyDir) visit(file string, entry fs.DirEntry, err error) error {
	if err != nil {
		return folder.Bare(err)
	}
	wanted := strings.HasSuffix(file, ".rego") || filepath.Base(filepath.Dir(file)) == "tables" && strings.HasSuffix(file, ".json")
	if !entry.IsDir() && !wanted {
		return nil
	}
	info, err := os.Stat(filepath.Join(d.at, file))
	if err != nil {
		return fmt.Errorf("%q: %w", file, folder.Bare(err))
	}
	if err := d.safe(file, info); err != nil {
		return err
	}
	if entry.IsDir() {
		return nil
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%q is not a regular file", file)
	}
	d.policies++
	d.bytes += info.Size()
	switch {
	case info.Size() > maxPolicy:
		return fmt.Errorf("%q has %d bytes; at most %d are read", file, info.Size(), maxPolicy)
	case d.policies > maxPolicies:
		return fmt.Errorf("there are more than %d files", maxPolicies)
	case d.bytes > maxPolicyBytes:
		return fmt.Errorf("the files have more than %d bytes", maxPolicyBytes)
	}
	return nil
}

// safe holds a policy to what holds for settings.
func (d *policyDir) safe(file string, info fs.FileInfo) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	shown := filepath.Join(d.name, file)
	if !trusted(info, d.at) {
		return fmt.Errorf("%q belongs to another user (mode %#o); own it, or leave it out", shown, info.Mode().Perm())
	}
	if owner.Replaceable(info) {
		return fmt.Errorf("others can write %q (mode %#o); run `chmod go-w %s`", shown, info.Mode().Perm(), shown)
	}
	return nil
}
