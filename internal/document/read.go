package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
)

// Read reads the file name of root; its format follows from its name. No link
// is followed out of root, and nothing but a regular file is read: a FIFO does
// not hang.
func Read(ctx context.Context, root *os.Root, name string, opts ...Option) (*Document, error) {
	o := newOptions(opts)
	file := path.Join(o.dir, name)
	format, ok := FormatOf(name)
	if !ok {
		return nil, &Error{Kind: Unsupported, File: file, Message: "the name does not tell a format: expected it to end in .json, .json5, .jsonc, .yaml, .yml, .toml or .cue"}
	}
	text, err := readText(root, name, o.maxSize, false)
	if err != nil {
		return nil, readError(file, err)
	}
	return parse(ctx, file, text, format, start(), o)
}

// refusal is the reason for not reading a file, in words for people.
type refusal struct {
	kind    ErrorKind
	message string
}

func (r *refusal) Error() string { return r.message }

func readError(file string, err error) error {
	kind, message := Unreadable, "the file cannot be read: "+err.Error()
	var r *refusal
	switch {
	case errors.As(err, &r):
		kind, message = r.kind, r.message
	case errors.Is(err, fs.ErrNotExist):
		message = "the file does not exist"
	case errors.Is(err, fs.ErrPermission):
		message = "the file cannot be read: permission denied"
	}
	return &Error{Kind: kind, File: file, Message: message, Err: err}
}

// readText reads a regular file of at most limit bytes. With single it refuses
// a file that has several names.
func readText(root *os.Root, name string, limit int, single bool) ([]byte, error) {
	// Opened without blocking and looked at afterwards: what was looked at is
	// what is read.
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		if strings.Contains(err.Error(), "escapes from parent") {
			return nil, &refusal{Unreadable, "the file is, or is reached by, a link that leads out of its folder"}
		}
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	switch {
	case info.IsDir():
		return nil, &refusal{Unreadable, "this is a folder: expected a file"}
	case !info.Mode().IsRegular():
		return nil, &refusal{Unreadable, "this is not a regular file"}
	case single && links(info) > 1:
		return nil, &refusal{Unreadable, "the file has several names (hard links)"}
	case info.Size() > int64(limit):
		return nil, tooLarge(info.Size(), limit)
	}
	text, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(text) > limit {
		return nil, tooLarge(int64(len(text)), limit)
	}
	return text, nil
}

func tooLarge(size int64, limit int) error {
	return &refusal{Limit, fmt.Sprintf("the file has %s bytes, more than the limit of %s", grouped(int(size)), grouped(limit))}
}
