package kit

import (
	"io/fs"
	"os"
	"time"

	"github.com/skillctl/skillctl/engine/cache"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/internal/owner"
)

// compiledFolder is where it is kept what policies of this user were compiled to: beside
// the approvals, which decide as much. So runs do not see it, and a project that leads to
// another one is refused as one is that leads to other approvals. A folder for caches is
// neither.
const compiledFolder = "compiled"

// compiledAge is how long it is kept.
const compiledAge = 30 * 24 * time.Hour

// compiled has the policies in some folders kept as they were compiled. Where that is not
// as safe from others as these policies are it is not kept, and they are compiled anew.
func compiled(streams *IOStreams, dirs []string) []policy.Option {
	if len(dirs) == 0 || !ownPolicies(streams, dirs, os.Geteuid()) {
		return nil
	}
	path, err := statePath(streams.Getenv, compiledFolder)
	if err != nil {
		return nil
	}
	if info, err := os.Lstat(path); err == nil {
		if doubt, err := owner.CheckFolder(path, info); err != nil || doubt != nil {
			return nil
		}
	}
	dir, err := cache.Open(path)
	if err != nil {
		return nil
	}
	return []policy.Option{policy.WithKept(compiledPolicies{ownCache{dir, programID()}, dir})}
}

// compiledPolicies is what this very program has compiled.
type compiledPolicies struct {
	lint.Cache
	dir *cache.Dir
}

// Put keeps something, and removes what is old.
func (c compiledPolicies) Put(key string, value []byte) {
	_, _ = c.dir.Prune(compiledAge)
	c.Cache.Put(key, value)
}

// ownPolicies reports whether all policies in some folders are a user's own. Those
// of others, such as the administrator's, hold for him whatever he writes: what he keeps
// says nothing about them.
func ownPolicies(streams *IOStreams, dirs []string, uid int) bool {
	for _, dir := range dirs {
		files, err := streams.PolicyDir(dir)
		if err != nil {
			return false
		}
		err = fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := fs.Stat(files, name)
			if err == nil && !owner.Is(info, uid) {
				err = fs.ErrPermission
			}
			return err
		})
		if err != nil {
			return false
		}
	}
	return true
}
