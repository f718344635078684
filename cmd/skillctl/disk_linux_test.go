package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// canMount reports whether this user may make a disk.
func canMount() bool {
	name, err := os.MkdirTemp("", "disk")
	if err != nil {
		return false
	}
	defer os.Remove(name)
	if syscall.Mount("none", name, "tmpfs", 0, "size=4k") != nil {
		return false
	}
	return syscall.Unmount(name, syscall.MNT_DETACH) == nil
}

// disk FOLDER KIB puts a disk in memory of so many KiB on a folder, until the
// script ends. A script is skipped where that may not be done.
func disk(ts *testscript.TestScript, _ bool, args []string) {
	name := ts.MkAbs(args[0])
	ts.Check(syscall.Mount("none", name, "tmpfs", 0, "mode=755,size="+args[1]+"k"))
	ts.Defer(func() { _ = syscall.Unmount(name, syscall.MNT_DETACH) })
}

// full FOLDER leaves no space on the disk of a folder, in a file "fill".
func full(ts *testscript.TestScript, _ bool, args []string) {
	file, err := os.Create(filepath.Join(ts.MkAbs(args[0]), "fill"))
	ts.Check(err)
	defer file.Close()
	for block := make([]byte, 512); err == nil; {
		_, err = file.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		ts.Fatalf("fill the disk: %s", strconv.Quote(err.Error()))
	}
}
