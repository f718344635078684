package proposal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
)

// Where a proposal is put together before it is in the queue, and the folder of a
// skill before it is in its place: beside it, and hidden, so that no host looks
// there.
const (
	addedPrefix  = ".staging-"
	stagedPrefix = ".skillctl-"
)

func (q *Queue) staging(r *Record) string { return filepath.Join(q.skills, stagedPrefix+r.ID) }

// sweep removes what processes left that ended before they were done. The caller
// holds the lock, so that none of it is in use.
func (q *Queue) sweep(root *os.Root) {
	for _, name := range namesIn(root, addedPrefix) {
		_ = root.RemoveAll(name)
	}
	skills, err := folder.Open(q.skills)
	if err != nil {
		return
	}
	defer func() { _ = skills.Close() }()
	for _, name := range namesIn(skills, stagedPrefix) {
		if !q.needed(root, skills, name) {
			_ = skills.RemoveAll(name)
		}
	}
}

// needed says that what there was before may have to be put back out of a folder,
// or that it is none of ours.
func (q *Queue) needed(root, skills *os.Root, name string) bool {
	id := strings.TrimPrefix(name, stagedPrefix)
	if !patterns().id.MatchString(id) {
		return true
	}
	r, err := readRecord(root, id)
	switch {
	case errors.Is(err, fs.ErrNotExist): // OpenClaw has taken it over
		_, err := skills.Lstat(filepath.Join(name, oldName))
		return err == nil
	case err != nil:
		return true
	}
	_, err = root.Lstat(filepath.Join(id, rollbackFile))
	return r.Status == Pending && err == nil
}

// namesIn are the names in a folder that begin with a prefix.
func namesIn(root *os.Root, prefix string) (found []string) {
	dir, err := root.Open(".")
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(maxProposals)
	for _, name := range names {
		if strings.HasPrefix(name, prefix) {
			found = append(found, name)
		}
	}
	return found
}
