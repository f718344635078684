package folder

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// entries asks the system itself: package os asks it whether one can wait for a folder,
// which is five calls more for each, as many as opening, listing and closing it.
func entries(name string, most int) ([]Entry, error) {
	at := name + "/." // only a folder has one: a pipe that came meanwhile is not opened
	fd, err := again(func() (int, error) {
		return syscall.Open(at, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: at, Err: err}
	}
	defer func() { _ = syscall.Close(fd) }()
	var list []Entry
	room := make([]byte, 4<<10)
	for len(list) <= most {
		n, err := again(func() (int, error) { return syscall.ReadDirent(fd, room) })
		if err != nil {
			return list, &fs.PathError{Op: "readdirent", Path: at, Err: err}
		}
		if n <= 0 {
			break
		}
		list = appendEntries(list, name, room[:n])
		room = room[:cap(room)]
	}
	return list, nil
}

// again makes a call until no signal interrupts it.
func again(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}

// Where the parts of an entry begin, as getdents64(2) has it: its length in two bytes,
// its type in one, and its name up to a NUL.
const direntLength, direntType, direntName = 16, 18, 19

// appendEntries reads the entries of a folder from what the system wrote.
func appendEntries(list []Entry, folder string, text []byte) []Entry {
	for len(text) > direntName {
		length := int(binary.NativeEndian.Uint16(text[direntLength:]))
		if length <= direntName || length > len(text) {
			break
		}
		name, _, _ := bytes.Cut(text[direntName:length], []byte{0})
		kind := text[direntType]
		inode := binary.NativeEndian.Uint64(text)
		text = text[length:]
		if inode == 0 || string(name) == "." || string(name) == ".." {
			continue
		}
		one := Entry{Name: string(name)}
		switch kind {
		case syscall.DT_REG:
		case syscall.DT_DIR:
			one.Type = fs.ModeDir
		case syscall.DT_LNK:
			one.Type = fs.ModeSymlink
		case syscall.DT_FIFO:
			one.Type = fs.ModeNamedPipe
		case syscall.DT_SOCK:
			one.Type = fs.ModeSocket
		case syscall.DT_CHR:
			one.Type = fs.ModeDevice | fs.ModeCharDevice
		case syscall.DT_BLK:
			one.Type = fs.ModeDevice
		default: // some file systems do not tell
			info, err := os.Lstat(filepath.Join(folder, one.Name))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if one.Type = fs.ModeIrregular; err == nil {
				one.Type = info.Mode().Type()
			}
		}
		list = append(list, one)
	}
	return list
}
