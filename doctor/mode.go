package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// ModeFix changes the permission bits of a file.
type ModeFix struct {
	Path string
	// Set are added, Clear are taken away.
	Set, Clear fs.FileMode
	// Below: what is taken away is taken from everything below the folder, too.
	Below bool
}

// Apply changes the mode, and those below. It follows no link.
func (f *ModeFix) Apply() error {
	if err := f.own(); err != nil || !f.Below {
		return err
	}
	root, err := folder.Open(f.Path)
	if err != nil {
		return fmt.Errorf("change modes below %q: %w", f.Path, err)
	}
	defer func() { _ = root.Close() }()
	left := maxBelow
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if left--; err != nil || left < 0 {
			return err
		}
		info, err := root.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink != 0 || info.Mode()&f.Clear == 0 {
			return nil //nolint:nilerr // it went away
		}
		return root.Chmod(name, kept(info)&^f.Clear)
	})
	if err != nil {
		return fmt.Errorf("change modes below %q: %w", f.Path, err)
	}
	return nil
}

// Join adds what another fix of the same file does.
func (f *ModeFix) Join(other *ModeFix) {
	f.Set, f.Clear, f.Below = f.Set|other.Set, f.Clear|other.Clear, f.Below || other.Below
}

// Command is what a person would type for it.
func (f *ModeFix) Command() string {
	var changes []string
	if f.Set&0o100 != 0 {
		changes = append(changes, "u+x")
	}
	switch {
	case f.Clear&0o044 != 0:
		changes = append(changes, "go-rwx")
	case f.Clear&0o022 != 0:
		changes = append(changes, "go-w")
	}
	below := ""
	if f.Below {
		below = "-R "
	}
	return "chmod " + below + strings.Join(changes, ",") + " " + f.Path
}

// kept are the bits of a mode that chmod can set.
func kept(info fs.FileInfo) fs.FileMode {
	return info.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
}

// own changes the mode of the file itself.
func (f *ModeFix) own() error {
	root, err := folder.Open(filepath.Dir(f.Path))
	if err != nil {
		return fmt.Errorf("change mode of %q: %w", f.Path, err)
	}
	defer func() { _ = root.Close() }()
	info, err := root.Lstat(filepath.Base(f.Path))
	if err != nil {
		return fmt.Errorf("change mode of %q: %w", f.Path, err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("change mode of %q: it is a link", f.Path)
	}
	if err := root.Chmod(filepath.Base(f.Path), (kept(info)|f.Set)&^f.Clear); err != nil {
		return fmt.Errorf("change mode of %q: %w", f.Path, err)
	}
	return nil
}

// changeable says who else can change a file, itself or by way of a folder above
// it: "" for nobody.
func changeable(name string, uid int) string {
	where, _ := changeableAt(name, uid)
	return where
}

// changeableAt is [changeable], and which file or folder is the cause.
func changeableAt(name string, uid int) (where, cause string) {
	if runtime.GOOS == "windows" {
		return "", "" // modes say nothing there
	}
	for {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return fmt.Sprintf("%s cannot be checked", name), name
		case !owner.Is(info, uid, 0):
			return fmt.Sprintf("%s belongs to another user", name), name
		case owner.Replaceable(info):
			return fmt.Sprintf("others can write to %s (mode %#o)", name, info.Mode().Perm()), name
		}
		if name == filepath.Dir(name) {
			return "", ""
		}
		name = filepath.Dir(name)
	}
}

// maxBelow bounds how many entries of a folder are looked at.
const maxBelow = 50_000

// changeableBelow says which file below a folder others can change, and, with
// seen false, what it could not look at where it found none. It follows no link.
func changeableBelow(dir string, uid int) (where string, seen bool) {
	n, unseen := 0, ""
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if n++; n > maxBelow {
			unseen = fmt.Sprintf("%s has more than %d files; the rest was not checked", dir, maxBelow)
			return fs.SkipAll
		}
		if err != nil {
			unseen = fmt.Sprintf("whether others can change %s is not known: %v", name, folder.Cause(err))
			return fs.SkipDir
		}
		info, err := entry.Info()
		if err != nil || info.Mode()&fs.ModeSymlink != 0 {
			return nil //nolint:nilerr // it went away
		}
		switch {
		case !owner.Is(info, uid, 0):
			where = fmt.Sprintf("%s belongs to another user", name)
		case owner.Writers(info) != 0:
			where = fmt.Sprintf("others can write to %s (mode %#o)", name, info.Mode().Perm())
		default:
			return nil
		}
		return fs.SkipAll
	})
	switch {
	case where != "":
		return where, true
	case err != nil && unseen == "":
		unseen = fmt.Sprintf("whether others can change %s is not known: %v", dir, folder.Cause(err))
	}
	return unseen, unseen == ""
}

// secretNames are the files and folders of an OpenClaw state folder that nobody else
// should read.
func secretNames() []string {
	return []string{"credentials", "openclaw.json", "clawdbot.json", "exec-approvals.json", ".env"}
}

func modeChecks() []Check {
	return []Check{
		{
			ID: "files/state-writable", Title: "Others can change the state folder",
			Why:    "Who can write to the state folder of an agent can add skills, approvals and settings.",
			Remedy: "Run `chmod go-w` on what the message names; `skillctl doctor --fix` does so.",
			Run:    checkStateWritable,
		},
		{
			ID: "files/config-writable", Title: "Others can change the configuration",
			Why:    "Who can write to the configuration, or to a file that it includes, decides what the agent may do.",
			Remedy: "Run `chmod go-w` on what the message names; `skillctl doctor --fix` does so.",
			Run:    checkConfigWritable,
		},
		{
			ID: "files/readable", Title: "Others can read where secrets are kept",
			Why:    "The state folder contains tokens and conversations; only its owner should read them.",
			Remedy: "Run `chmod go-rwx` on what the message names; `skillctl doctor --fix` does so.",
			Run:    checkReadable,
		},
	}
}

// hosts are the installations that were found.
func (m *Machine) hosts() []*Installation {
	var out []*Installation
	for _, in := range []*Installation{m.OpenClaw, m.ZeroClaw} {
		if in != nil {
			out = append(out, in)
		}
	}
	return out
}

func checkStateWritable(_ context.Context, m *Machine, report func(Result)) error {
	for _, in := range m.hosts() {
		if in.State != "" {
			reportWritable(m, in.State, report)
		}
	}
	return nil
}

// reportWritable reports a file or folder that others can write to, with the fix
// for its own mode.
func reportWritable(m *Machine, name string, report func(Result)) {
	real, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		report(Result{File: name, Found: Unseen, Message: fmt.Sprintf("%s cannot be checked: %v", name, err)})
		return
	}
	where, cause := changeableAt(real, m.UID)
	if where == "" {
		return
	}
	r := Result{File: name, Cause: cause, Message: where, Hint: "make it and the folders above it writable for their owner only"}
	if info, err := os.Lstat(real); err == nil && owner.Writers(info) != 0 && owner.Is(info, m.UID, 0) {
		r.Mode = &ModeFix{Path: real, Clear: 0o022}
		r.Hint = "run `chmod go-w " + real + "`"
	}
	report(r)
}

func checkConfigWritable(_ context.Context, m *Machine, report func(Result)) error {
	for _, file := range slices.Concat(m.Claude.settings(), m.Codex.settings()) {
		reportWritable(m, file, report)
	}
	for _, in := range m.hosts() {
		if in.Config == "" {
			continue
		}
		reportWritable(m, in.Config, report)
		if in.Document == nil {
			continue
		}
		for _, included := range in.Document.Included {
			reportWritable(m, filepath.FromSlash(included.File), report)
		}
	}
	return nil
}

// realOf is a path without links; the path itself where that is not known.
func realOf(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}

// denied says why the system does not let us read a file or folder, nil where it does. It
// opens nothing else: a pipe would have it wait.
func denied(name string) error {
	if info, err := os.Stat(name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(name)
	if err == nil {
		_ = file.Close()
	}
	if errors.Is(err, fs.ErrPermission) {
		return folder.Cause(err)
	}
	return nil
}

func checkReadable(_ context.Context, m *Machine, report func(Result)) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	for _, in := range m.hosts() {
		names := []string{in.Config}
		if in.State != "" {
			if !in.Beside {
				names = append(names, in.State)
			}
			for _, n := range secretNames() {
				names = append(names, filepath.Join(in.State, n))
			}
		}
		seen := map[string]bool{}
		for _, name := range names {
			info, err := os.Lstat(name)
			if name == "" || seen[name] || err != nil || info.Mode()&fs.ModeSymlink != 0 || info.Mode().Perm()&0o044 == 0 {
				continue
			}
			seen[name] = true
			report(Result{
				File: name, Cause: realOf(name), Message: fmt.Sprintf("others can read %s (mode %#o)", name, info.Mode().Perm()), Hint: "run `chmod go-rwx " + name + "`",
				Mode: &ModeFix{Path: realOf(name), Clear: 0o077},
			})
		}
	}
	return nil
}
