package setup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/internal/folder"
)

// Program is a skillctl as it was when setup put it into a configuration.
type Program struct {
	Path string `json:"path"`
	// Digest is that of its bytes, "sha256:…".
	Digest string `json:"digest"`
	Size   int64  `json:"size"`
	// Written is when its bytes last changed, as anybody can set it, Changed when its inode
	// did, as no program can.
	Written time.Time `json:"written"`
	Changed time.Time `json:"changed"`
}

// DigestOf is the digest of a program, "" where there is no regular file to read.
func DigestOf(path string) (string, error) {
	p, err := programAt(path)
	if p == nil || err != nil {
		return "", err
	}
	err = p.read()
	return p.Digest, err
}

// programAt is the program at a path, not read yet; nil where there is no regular file.
func programAt(path string) (*Program, error) {
	info, err := os.Stat(path)
	switch {
	case folder.Missing(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("find %q: %w", path, folder.Cause(err))
	case !info.Mode().IsRegular():
		return nil, nil
	}
	return &Program{Path: path, Size: info.Size(), Written: info.ModTime().UTC(), Changed: folder.ChangedAt(info).UTC()}, nil
}

// read fills in the digest.
func (p *Program) read() error {
	file, err := os.Open(p.Path)
	if err != nil {
		return fmt.Errorf("read %q: %w", p.Path, folder.Cause(err))
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return fmt.Errorf("read %q: %w", p.Path, folder.Cause(err))
	}
	p.Digest = "sha256:" + hex.EncodeToString(sum.Sum(nil))
	return nil
}

// untouched reports whether a program has the size and the times of another.
func (p *Program) untouched(was *Program) bool {
	return was != nil && p.Size == was.Size && p.Written.Equal(was.Written) && p.Changed.Equal(was.Changed)
}

// Quick takes a program whose inode has not changed since it was recorded for the one
// that it was, without reading it.
func (r *Receipts) Quick() *Receipts {
	r.quick = true
	return r
}

// programFile is where a program is recorded.
func (r *Receipts) programFile(path string) string {
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(r.dir, "programs", hex.EncodeToString(sum[:16])+".json")
}

// recorded is what setup remembers of a program, nil for nothing.
func (r *Receipts) recorded(path string) (*Program, error) {
	text, err := os.ReadFile(r.programFile(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	was := new(Program)
	if err == nil {
		err = json.Unmarshal(text, was)
	}
	if err == nil && was.Path != path {
		err = fmt.Errorf("it is about %q", was.Path)
	}
	if err != nil {
		return nil, fmt.Errorf("read what setup remembers of %q: %w", path, err)
	}
	return was, nil
}

// programs are what is at a path now, and what setup remembers of it; each nil for nothing.
func (r *Receipts) programs(path string) (now, was *Program, err error) {
	if was, err = r.recorded(path); err != nil {
		return nil, nil, err
	}
	if now, err = programAt(path); now == nil || err != nil {
		return nil, was, err
	}
	seen := r.seen[path]
	switch {
	case seen != nil && now.untouched(seen):
		now.Digest = seen.Digest
	case r.quick && now.untouched(was):
		now.Digest = was.Digest
	default:
		switch err := now.read(); {
		case errors.Is(err, fs.ErrPermission): // it can be started, and nobody here knows what it is
			return nil, was, nil
		case err != nil:
			return nil, nil, err
		}
	}
	r.seen[path] = now
	return now, was, nil
}

// rememberProgram records the program of a plan.
func (r *Receipts) rememberProgram(p *Program) error {
	if p == nil {
		return nil
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("remember %q: %w", p.Path, err)
	}
	name := r.programFile(p.Path)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("remember %q: %w", p.Path, folder.Cause(err))
	}
	return putReceipt(name, append(text, '\n'))
}

// program fills in the program that a plan is about.
func (p *Plan) program(path string, receipts *Receipts) (err error) {
	p.Program, p.was, err = receipts.programs(path)
	return err
}

// Replaced says that another program is there than the one that was set up; "" where it
// is not so, or nobody knows.
func (p *Plan) Replaced() string {
	if p.Program == nil || p.was == nil || p.Program.Digest == p.was.Digest {
		return ""
	}
	return fmt.Sprintf("%s was replaced since it was set up: it was %s, and is %s", p.Program.Path, brief(p.was.Digest), brief(p.Program.Digest))
}

// brief is the beginning of a digest, enough for a person to compare.
func brief(digest string) string { return digest[:min(len(digest), len("sha256:")+16)] }

// unrecorded reports whether setup wrote a file of the plan, and did not record for which
// program.
func (p *Plan) unrecorded() bool {
	if p.Program == nil || p.was != nil {
		return false
	}
	for _, c := range p.Changes {
		if c.receipt != nil {
			return true
		}
	}
	return false
}
