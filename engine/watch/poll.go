package watch

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// stamp stands for what a file or folder is, without what is in a folder.
type stamp uint64

// survey is one look at all there is below the roots.
type survey struct {
	w *Watcher
	// folders has for each path of a folder the stamps of what is in it, and
	// for "" those of the roots.
	folders map[string]map[string]stamp
	entries int
}

// look compares what there is with what there was.
func (w *Watcher) look() {
	start := time.Now()
	s := &survey{w: w, folders: map[string]map[string]stamp{"": {}}}
	for _, r := range w.roots {
		real, info := r.stat()
		r.real, r.info = real, info
		if info == nil {
			continue
		}
		s.folders[""][r.given] = stampOf(real, info) ^ nameStamp(real)
		if info.IsDir() {
			s.walk(r.given, real, 0)
		}
	}
	if s.entries > MaxEntries && !w.overlong {
		w.overlong = true
		w.warn(fmt.Sprintf("there are more than %d files and folders; changes of the others go unseen", MaxEntries))
	}
	if w.seen != nil {
		s.compare(w.seen)
	}
	w.seen, w.reading = s.folders, time.Since(start)
}

// walk notes what is in a folder, which is so many folders deep in a root. No
// link is followed.
func (s *survey) walk(path, real string, depth int) {
	if _, known := s.folders[path]; known || depth > MaxDepth {
		return
	}
	entries, err := folders.List(real)
	if err != nil {
		return
	}
	here := make(map[string]stamp, len(entries))
	s.folders[path] = here
	for _, entry := range entries {
		full, place := filepath.Join(path, entry.Name()), filepath.Join(real, entry.Name())
		if s.w.ignore(full) {
			continue
		}
		if s.entries++; s.entries > MaxEntries {
			return
		}
		info, err := entry.Info()
		if err != nil {
			continue
		}
		here[entry.Name()] = stampOf(place, info)
		if info.IsDir() {
			s.walk(full, place, depth+1)
		}
	}
}

// stampOf leaves out the time of a folder: what happens in it shows by itself.
func stampOf(place string, info fs.FileInfo) stamp {
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%o", info.Mode())
	switch {
	case info.IsDir():
	case info.Mode()&fs.ModeSymlink != 0:
		target, _ := os.Readlink(place)
		fmt.Fprintf(sum, " %s", target)
		// A link counts as changed when there is something at its end, or no more.
		_, err := os.Stat(place)
		fmt.Fprintf(sum, " %t", err == nil)
	default:
		fmt.Fprintf(sum, " %d %d", info.Size(), info.ModTime().UnixNano())
	}
	return stamp(sum.Sum64())
}

func nameStamp(name string) stamp {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(name))
	return stamp(sum.Sum64())
}

// compare tells of every name whose stamp is not what it was.
func (s *survey) compare(before map[string]map[string]stamp) {
	for folder, now := range s.folders {
		old, known := before[folder]
		if !known {
			continue // the folder itself is new
		}
		for name, stamp := range now {
			if was, ok := old[name]; !ok || was != stamp {
				s.w.pending.add(filepath.Join(folder, name))
			}
		}
		for name := range old {
			if _, ok := now[name]; !ok {
				s.w.pending.add(filepath.Join(folder, name))
			}
		}
	}
}
