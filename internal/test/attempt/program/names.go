//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// look learns that a file is there, and its size and times.
func look(paths []string) (string, error) {
	var all error
	for _, path := range paths {
		got, err := name([]string{path})
		if err == nil {
			return path + ", " + got, nil
		}
		all = errors.Join(all, err)
	}
	return "", all
}

// target learns where a link leads.
func target(paths []string) (string, error) { return os.Readlink(paths[0]) }

// watch is told what others do in a folder.
func watch(paths []string) (string, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	if _, err := os.Lstat(filepath.Join(paths[0], filepath.Base(paths[1]))); err != nil {
		return "", err // what is watched is a cover
	}
	if _, err := unix.InotifyAddWatch(fd, paths[0], unix.IN_ALL_EVENTS); err != nil {
		return "", err
	}
	return "watching", nil
}

// name opens a file for nothing but to name it.
func name(paths []string) (string, error) {
	fd, err := unix.Open(paths[0], unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	if isCover(fd) {
		return "", errors.New("it is a cover")
	}
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return "", err
	}
	return fmt.Sprint(stat.Size, " bytes"), nil
}

// list learns what a folder has.
func list(paths []string) (string, error) {
	entries, err := os.ReadDir(paths[0])
	if err != nil {
		return "", err
	}
	if len(entries) == 0 {
		return "", errors.New("it is empty")
	}
	return fmt.Sprint(len(entries), " names"), nil
}

// roots are the ways to a path that begin in what a process has open, of a process
// and of those around this one.
func roots(pid, path string) []string {
	var all []string
	for _, of := range []string{"self", "thread-self", pid, "1", fmt.Sprint(os.Getppid())} {
		for _, start := range []string{"root", "cwd/../../../../../../../../../../../..", "fd/3/../../../../../../../..", "task/" + of + "/root"} {
			all = append(all, "/proc/"+of+"/"+start+path)
		}
	}
	return all
}

// readRoots reads a file by the roots and working directories of processes.
func readRoots(args []string) (string, error) { return read(roots(args[0], args[1])) }

// lookRoots looks at a file by these.
func lookRoots(args []string) (string, error) { return look(roots(args[0], args[1])) }
