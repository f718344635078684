//go:build linux && (amd64 || arm64)

package native

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
)

// pins looks at the program and the other files again, and copies those that
// could be changed while the command reads them. It returns where the program's
// path leads.
func (l *launcher) pins() (string, error) {
	file, judged, err := l.open(*l.spec.Program)
	if err != nil {
		return "", err
	}
	script := isScript(file)
	if !script {
		l.config.Flags |= early.FlagDescriptor
	}
	// What the kernel executes it keeps writers out of by itself.
	if l.config.Program, err = l.pin(*l.spec.Program, file, judged, script); err != nil {
		return "", err
	}
	for _, pin := range l.spec.Files {
		file, judged, err := l.open(pin)
		if err != nil {
			return "", err
		}
		check, err := l.pin(pin, file, judged, true)
		if err != nil {
			return "", err
		}
		l.config.Checks = append(l.config.Checks, check)
	}
	return file.Name(), nil
}

// open opens a file that was judged, until the keeper has answered, and holds
// writers up as long. The identity is from before its contents were compared.
func (l *launcher) open(pin runner.Pin) (file *os.File, judged early.File, err error) {
	file, err = pinned(pin, func(file *os.File) (err error) {
		if judged, err = identity(file, pin.Path); err != nil || pin.Digest == "" {
			return err
		}
		// A lease is for the files of this user, and not for every file system.
		if _, err := unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_RDLCK); errors.Is(err, unix.EAGAIN) {
			return &runner.ChangedError{Path: pin.Path, Want: "as it was judged", Got: "open for writing"}
		}
		return nil
	})
	if err == nil {
		l.held = append(l.held, file)
	}
	return file, judged, err
}

// pin is a file as the keeper is to find it: the file itself, or the copy that
// lies over it.
func (l *launcher) pin(pin runner.Pin, file *os.File, judged early.File, readLater bool) (early.File, error) {
	if !readLater || !l.namespaced || pin.Digest == "" || fixed(file.Name()) || !executes(l.temp) {
		return judged, nil
	}
	for _, b := range l.config.Binds { // the same file once more
		if b.Over.Device == judged.Device && b.Over.Inode == judged.Inode {
			return early.File{Path: pin.Path, Device: b.From.Device, Inode: b.From.Inode, Changed: b.From.Changed}, nil
		}
	}
	judged.Path = file.Name()
	return l.cover(pin, file, judged)
}

// isScript reports whether the kernel would start an interpreter for the file,
// which opens it by its path. What cannot be read is no script.
func isScript(file *os.File) bool {
	again, err := os.Open("/proc/self/fd/" + strconv.Itoa(int(file.Fd())))
	if err != nil {
		return false
	}
	defer again.Close()
	var head [4]byte
	n, _ := again.Read(head[:])
	return n < len(head) || string(head[:]) != "\x7fELF"
}

// cover puts a copy of a file over it: a shell reads a script little by little,
// and would go on with whatever somebody writes into it meanwhile.
func (l *launcher) cover(pin runner.Pin, file *os.File, judged early.File) (early.File, error) {
	info, err := file.Stat()
	if err != nil {
		return early.File{}, fmt.Errorf("look at %q: %w", pin.Path, err)
	}
	name := filepath.Join(l.temp, "pin-"+strconv.Itoa(len(l.config.Binds)))
	to, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return early.File{}, fmt.Errorf("copy %q: %w", pin.Path, err)
	}
	defer to.Close()
	// The bytes that are copied are those that are compared.
	hash := sha256.New()
	if _, err = file.Seek(0, io.SeekStart); err == nil {
		_, err = io.Copy(io.MultiWriter(to, hash), file)
	}
	if err == nil {
		err = os.Chtimes(name, info.ModTime(), info.ModTime())
	}
	if err == nil {
		err = to.Chmod(info.Mode().Perm())
	}
	if err != nil {
		return early.File{}, fmt.Errorf("copy %q: %w", pin.Path, err)
	}
	if got := "sha256:" + hex.EncodeToString(hash.Sum(nil)); got != pin.Digest {
		return early.File{}, &runner.ChangedError{Path: pin.Path, Want: pin.Digest, Got: got}
	}
	copied, err := identity(to, name)
	if err != nil {
		return early.File{}, err
	}
	l.config.Binds = append(l.config.Binds, early.Bind{From: copied, Over: judged, ReadOnly: true})
	copied.Path = pin.Path
	return copied, nil
}

// fixed reports whether only root can change what a path leads to: it and every
// folder on the way belong to root and to nobody else. The path has no links.
func fixed(path string) bool {
	for {
		var stat unix.Stat_t
		if unix.Lstat(path, &stat) != nil || stat.Uid != 0 || stat.Mode&0o022 != 0 {
			return false
		}
		up := filepath.Dir(path)
		if up == path {
			return true
		}
		path = up
	}
}

// identity is a file as the keeper is to find it.
func identity(file *os.File, path string) (early.File, error) {
	var stat unix.Stat_t
	if err := unix.Fstat(int(file.Fd()), &stat); err != nil {
		return early.File{}, fmt.Errorf("look at %q: %w", path, err)
	}
	return early.File{Path: path, Device: stat.Dev, Inode: stat.Ino, Changed: stat.Ctim.Nano()}, nil
}

// executes reports whether programs may be executed from a folder's file system.
func executes(dir string) bool {
	var stat unix.Statfs_t
	return unix.Statfs(dir, &stat) == nil && stat.Flags&unix.ST_NOEXEC == 0
}
