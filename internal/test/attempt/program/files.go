//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// read reads a file, or any of several.
func read(paths []string) (string, error) {
	var all error
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err == nil && len(data) > 0 {
			return path, nil
		}
		all = errors.Join(all, err)
	}
	if all == nil {
		all = errors.New("it is empty")
	}
	return "", all
}

// write changes files, or makes them.
func write(paths []string) (string, error) {
	var all error
	for _, path := range paths {
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err == nil {
			if _, err = file.WriteString("changed\n"); isCover(int(file.Fd())) {
				err = errors.New("it is a cover")
			}
			file.Close()
		}
		if err == nil {
			return path, nil
		}
		all = errors.Join(all, err)
	}
	return "", all
}

// truncate empties a file in each way that there is.
func truncate(paths []string) (string, error) {
	err := os.Truncate(paths[0], 0)
	if err == nil {
		return "truncate", nil
	}
	file, other := os.OpenFile(paths[0], os.O_RDONLY|os.O_TRUNC, 0)
	if other == nil {
		file.Close()
		return "open", nil
	}
	return "", errors.Join(err, other)
}

// link brings a file into the folder for temporary files, and reads it there.
func link(paths []string) (string, error) {
	hard := filepath.Join(os.TempDir(), "hard")
	err := os.Link(paths[0], hard)
	if err == nil {
		if _, err = os.ReadFile(hard); err == nil {
			return "hard link", nil
		}
	}
	soft := filepath.Join(os.TempDir(), "soft")
	other := os.Symlink(paths[0], soft)
	if other == nil {
		if _, other = os.ReadFile(soft); other == nil {
			return "symbolic link", nil
		}
	}
	return "", errors.Join(err, other)
}

// rename moves a file away and puts another in its place.
func rename(paths []string) (string, error) {
	if err := os.Rename(paths[0], filepath.Join(os.TempDir(), "moved")); err != nil {
		return "", err
	}
	return "moved", nil
}

// alias changes a file by another name of it, in its folder or elsewhere.
func alias(paths []string) (string, error) {
	var all error
	for _, dir := range []string{filepath.Dir(paths[0]), filepath.Dir(filepath.Dir(paths[0])), os.TempDir()} {
		name := filepath.Join(dir, "alias")
		err := os.Link(paths[0], name)
		if err == nil {
			_, err = write([]string{name})
		}
		if err == nil {
			return name, nil
		}
		all = errors.Join(all, err)
	}
	return "", all
}

// replace removes files or folders, moves them away, or puts others in their
// places.
func replace(paths []string) (string, error) {
	var all error
	for _, path := range paths {
		next := filepath.Join(filepath.Dir(path), "next")
		made := os.WriteFile(next, []byte("evil\n"), 0o600)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			made = os.Mkdir(next, 0o700)
		}
		for how, err := range map[string]error{
			"exchange": errors.Join(made, unix.Renameat2(unix.AT_FDCWD, next, unix.AT_FDCWD, path, unix.RENAME_EXCHANGE)),
			"over":     errors.Join(made, unix.Rename(next, path)),
			"away":     os.Rename(path, path+".old"),
			"away far": os.Rename(path, filepath.Join(filepath.Dir(filepath.Dir(path)), "old")),
			"remove":   os.Remove(path),
		} {
			if err == nil {
				return how + " " + path, nil
			}
			all = errors.Join(all, err)
		}
		os.Remove(next)
	}
	return "", all
}

// device makes a device and reads it.
func device([]string) (string, error) {
	path := filepath.Join(os.TempDir(), "memory")
	if err := unix.Mknod(path, unix.S_IFCHR|0o600, int(unix.Mkdev(1, 5))); err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	_, err = file.Read(make([]byte, 1))
	return "made and read", err
}

// disk writes a file of as many bytes.
func disk(args []string) (string, error) {
	var size int64
	if _, err := fmt.Sscan(args[0], &size); err != nil {
		return "", err
	}
	// The signal for a file that is too large would end the program.
	ignoreTooLarge()
	file, err := os.Create(filepath.Join(os.TempDir(), "large"))
	if err != nil {
		return "", err
	}
	defer file.Close()
	block := make([]byte, 1<<20)
	for written := int64(0); written < size; written += int64(len(block)) {
		if _, err := file.Write(block); err != nil {
			return "", err
		}
	}
	return args[0] + " bytes", nil
}

// modes changes what a file says about itself.
func modes(paths []string) (string, error) {
	var all error
	for name, change := range map[string]func(string) error{
		"mode":  func(path string) error { return os.Chmod(path, 0o666) },
		"times": func(path string) error { return os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)) },
		"owner": func(path string) error { return os.Lchown(path, os.Getuid(), os.Getgid()) },
		"attributes": func(path string) error {
			err := unix.Setxattr(path, "user.attempt", []byte("x"), 0)
			if errors.Is(err, unix.ENOTSUP) {
				return errors.New("this file system has none")
			}
			return err
		},
	} {
		err := change(paths[0])
		if err == nil {
			return name, nil
		}
		all = errors.Join(all, err)
	}
	return "", all
}

// swap reads a name that leads to a secret every other moment.
func swap(paths []string) (string, error) {
	dir := os.TempDir()
	own, name, next := filepath.Join(dir, "own"), filepath.Join(dir, "name"), filepath.Join(dir, "next")
	if err := os.WriteFile(own, []byte("own\n"), 0o600); err != nil {
		return "", err
	}
	over := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			for _, target := range []string{paths[0], own} {
				os.Remove(next)
				os.Symlink(target, next)
				os.Rename(next, name)
				os.Link(paths[0], next)
			}
			select {
			case <-over:
				return
			default:
			}
		}
	}()
	defer func() {
		close(over)
		<-stopped
	}()
	var last error
	for range 20_000 {
		data, err := os.ReadFile(name)
		if err == nil && len(data) > 0 && string(data) != "own\n" {
			return "the secret", nil
		}
		if err != nil {
			last = err
		}
	}
	return "", errors.Join(errors.New("20000 looks"), last)
}

// raise makes a program that runs as its owner, in each way that there is.
func raise([]string) (string, error) {
	name := filepath.Join(os.TempDir(), "raised")
	var all error
	for how, attempt := range map[string]func() error{
		"open":  func() error { return withFile(name, 0o4755, func(int) error { return nil }) },
		"chmod": func() error { return errors.Join(withFile(name, 0o755, nothing), unix.Chmod(name, 0o4755)) },
		"group": func() error { return errors.Join(withFile(name, 0o755, nothing), unix.Chmod(name, 0o2755)) },
		"fchmod": func() error {
			return withFile(name, 0o755, func(fd int) error { return unix.Fchmod(fd, 0o6755) })
		},
		"fchmodat": func() error {
			return errors.Join(withFile(name, 0o755, nothing), unix.Fchmodat(unix.AT_FDCWD, name, 0o4755, 0))
		},
		"fchmodat2": func() error {
			return errors.Join(withFile(name, 0o755, nothing), unix.Fchmodat(unix.AT_FDCWD, name, 0o4755, unix.AT_SYMLINK_NOFOLLOW))
		},
		"mknod": func() error { return unix.Mknod(name, unix.S_IFREG|0o4755, 0) },
		"openat2": func() error {
			fd, err := unix.Openat2(unix.AT_FDCWD, name, &unix.OpenHow{Flags: unix.O_CREAT | unix.O_WRONLY, Mode: 0o4755})
			if err != nil {
				return err
			}
			return unix.Close(fd)
		},
		"nameless": func() error {
			fd, err := unix.Open(os.TempDir(), unix.O_TMPFILE|unix.O_RDWR, 0o4755)
			if err != nil {
				return err
			}
			defer unix.Close(fd)
			return unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", fd), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
		},
	} {
		os.Remove(name)
		all = errors.Join(all, attempt())
		if info, err := os.Stat(name); err == nil && info.Mode()&(os.ModeSetuid|os.ModeSetgid) != 0 {
			return how, nil
		}
	}
	return "", all
}

func nothing(int) error { return nil }

func withFile(name string, mode uint32, do func(fd int) error) error {
	fd, err := unix.Open(name, unix.O_CREAT|unix.O_RDWR, mode)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return do(fd)
}

// fromMemory starts a copy of this program that is no file, to read one.
func fromMemory(paths []string) (string, error) {
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		return "", err
	}
	fd, err := unix.MemfdCreate("attempt", 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	if _, err := unix.Write(fd, data); err != nil {
		return "", err
	}
	out, err := exec.Command(fmt.Sprintf("/proc/self/fd/%d", fd), "read", paths[0]).CombinedOutput()
	if word := strings.TrimSpace(string(out)); strings.HasPrefix(word, "DONE") {
		return word, nil
	}
	return "", errors.Join(errors.New(strings.TrimSpace(string(out))), err)
}

// openMany opens as many files.
func openMany(args []string) (string, error) {
	for range id(args) {
		if _, err := unix.Open("/dev/null", unix.O_RDONLY, 0); err != nil {
			return "", err
		}
	}
	return args[0] + " files", nil
}
