// Package stamp says by what the system tells of a folder that nothing in it has changed.
package stamp

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// maxStamped bounds the entries that a stamp covers: for larger packages,
// reading anew is the safer and hardly the slower way.
const maxStamped = 2_000

// settling is how long after a change a file may change again without a new
// time stamp: the coarsest clock of a file system that is in use has two
// seconds.
const settling = 3 * time.Second

// Of pins what the system says of every entry of a folder, without opening
// any file: name, device, inode, type and mode, size, number of names, and the
// times of the last change of content and of the inode. The last cannot be set
// back by a program, so that an unchanged stamp means unchanged files, as long
// as the system is not lied to by whoever may set its clock, and as nobody had a
// file open for writing when the stamp was taken: see [Unwritten].
//
// listed are the entries of folders, by their paths, that were listed before: what came to
// one or went since has changed the times of the folder, which are asked for here, so that
// no stamp of a folder at rest has both. What is not in it is listed.
//
// settled is false when something changed so lately that it may change again
// under the same stamp; the stamp must not be remembered then. ok is false
// where the system does not tell enough, or the folder is too large.
func Of(folder string, listed map[string][]folders.Entry, now time.Time) (stamp string, settled, ok bool) {
	s := &stamper{now: now, listed: listed, settled: true, left: maxStamped}
	s.buffer = append(s.buffer, "skillctl stamp 2\x00"...)
	info, err := os.Lstat(folder)
	if err != nil || !s.add("", info) || !s.folder(folder) {
		return "", false, false
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256(s.buffer)), s.settled, true
}

type stamper struct {
	now     time.Time
	settled bool
	left    int
	buffer  []byte
	listed  map[string][]folders.Entry
}

func (s *stamper) folder(name string) bool {
	entries, known := s.listed[name]
	if !known {
		var err error
		if entries, err = folders.Entries(name, maxStamped); err != nil {
			return false
		}
	}
	for _, entry := range entries {
		at := filepath.Join(name, entry.Name)
		info, err := os.Lstat(at)
		if err != nil || !s.add(entry.Name, info) {
			return false
		}
		if info.IsDir() && !s.folder(at) {
			return false
		}
	}
	s.buffer = append(s.buffer, '/', 0) // the end of a folder
	return true
}

func (s *stamper) add(name string, info fs.FileInfo) bool {
	if s.left--; s.left < 0 {
		return false
	}
	known, changed, ok := inode(info)
	if !ok {
		return false
	}
	if s.now.Sub(changed) < settling || s.now.Sub(info.ModTime()) < settling {
		s.settled = false
	}
	s.buffer = append(append(s.buffer, name...), 0)
	for _, number := range append(known, uint64(info.Mode()), uint64(info.Size()), uint64(info.ModTime().UnixNano()), uint64(changed.UnixNano())) {
		s.buffer = binary.LittleEndian.AppendUint64(s.buffer, number)
	}
	return true
}
