package output

import (
	"fmt"
	"sort"
)

// Reason is why a file was left, for the record.
type Reason string

// The reasons.
const (
	Hidden     Reason = "hidden"
	BadName    Reason = "name"
	BadType    Reason = "type"
	TooLarge   Reason = "size"
	Link       Reason = "link"
	HardLink   Reason = "hard_link"
	NotRegular Reason = "not_regular"
	Unreadable Reason = "unreadable"
	InTheWay   Reason = "in_the_way"
	TooMany    Reason = "too_many"
	TooDeep    Reason = "too_deep"
)

// Taken is a file that was copied.
type Taken struct {
	// Path is below the folder, with slashes.
	Path string `json:"path"`
	Size int64  `json:"size"`
	// Digest is "sha256:…".
	Digest string `json:"digest"`
}

// Left is a file that was not.
type Left struct {
	Path   string `json:"path"`
	Reason Reason `json:"reason"`
	// Says is what a person is told.
	Says string `json:"says"`
}

// Report is what became of the files of a run, sorted by path.
type Report struct {
	Taken []Taken `json:"taken"`
	Left  []Left  `json:"left"`
	// Unlisted are files that were left beyond those that Left names.
	Unlisted int `json:"unlisted,omitempty"`
}

// Bounds of one run. More is left, and said.
const (
	maxTaken   = 1000
	maxLeft    = 1000
	maxEntries = 100_000
	maxDepth   = 32
)

func (r *Report) leave(path string, why Reason, format string, args ...any) {
	if len(r.Left) >= maxLeft {
		r.Unlisted++
		return
	}
	r.Left = append(r.Left, Left{Path: path, Reason: why, Says: fmt.Sprintf(format, args...)})
}

func (r *Report) sort() {
	sort.SliceStable(r.Taken, func(i, j int) bool { return r.Taken[i].Path < r.Taken[j].Path })
	sort.SliceStable(r.Left, func(i, j int) bool { return r.Left[i].Path < r.Left[j].Path })
}
