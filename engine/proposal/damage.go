package proposal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// FileError says what is wrong with a file of the queue, and what to do.
type FileError struct {
	// Path is absolute; Line and Column are where in it, 0 for the whole.
	Path         string
	Line, Column int
	// Problem and Advice are for a person.
	Problem, Advice string
}

// Error says where, what and what to do.
func (e *FileError) Error() string {
	place := e.Path
	if e.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d", place, e.Line, e.Column)
	}
	return fmt.Sprintf("%s: %s; %s", place, e.Problem, e.Advice)
}

// What is to be done about files that are not as they were.
const (
	adviceAccess = "let this user read it"
	adviceRecord = "restore it from a copy, or delete its folder and with it the proposal"
	adviceText   = "restore it, or reject the proposal"
)

// unread names the file that could not be read in full; the path of an error of the
// system begins in the queue only.
func unread(root *os.Root, name string, err error) error {
	var at *fs.PathError
	if !errors.As(err, &at) {
		return err // it names the file
	}
	e := &FileError{Path: filepath.Join(root.Name(), name), Problem: at.Err.Error(), Advice: adviceText}
	if errors.Is(err, fs.ErrPermission) {
		e.Advice = adviceAccess
	}
	return e
}

// unfit says where the text of a record is none.
func unfit(root *os.Root, name string, text []byte, err error) error {
	e := &FileError{Path: filepath.Join(root.Name(), name), Problem: err.Error(), Advice: adviceRecord}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset, e.Problem = syntax.Offset, "it is not a JSON document: "+syntax.Error()
	case errors.As(err, &kind):
		offset, e.Problem = kind.Offset, fmt.Sprintf("%s is a JSON %s, which it cannot be", kind.Field, kind.Value)
	}
	if offset >= 0 && offset <= int64(len(text)) {
		before := text[:offset]
		e.Line = bytes.Count(before, []byte("\n")) + 1
		e.Column = max(len(before)-bytes.LastIndexByte(before, '\n')-1, 1)
	}
	return e
}

// Intact says whether the texts of a proposal can be read and are those of its
// record; those that are not are a [*FileError].
func (q *Queue) Intact(ctx context.Context, r *Record) error {
	root, err := q.root(false)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err = textsOf(root, r)
	return err
}

// textsOf reads the texts of a proposal, and holds them to its record.
func textsOf(root *os.Root, r *Record) (*Bundle, error) {
	draft := filepath.Join(r.ID, filepath.FromSlash(r.DraftFile))
	text, err := textOf(root, draft, maxDraft, r.DraftHash, -1)
	if err != nil {
		return nil, fmt.Errorf("read the draft of %s: %w", r.ID, err)
	}
	b := &Bundle{Record: r, Draft: text, Manifest: manifest(text), Files: map[string]string{}}
	for _, f := range r.Support {
		text, err := textOf(root, filepath.Join(filepath.Dir(draft), filepath.FromSlash(f.Path)), MaxSupportFile, f.Hash, f.Size)
		if err != nil {
			return nil, fmt.Errorf("read file %q of %s: %w", f.Path, r.ID, err)
		}
		b.Files[f.Path] = text
	}
	return b, nil
}

// textOf reads a text that was recorded with this digest and, unless it is
// negative, this size.
func textOf(root *os.Root, name string, most int64, digest string, size int) (string, error) {
	text, err := readFile(root, name, most)
	if err != nil {
		return "", unread(root, name, err)
	}
	if hashOf(text) != strings.ToLower(digest) || size >= 0 && len(text) != size {
		return "", &FileError{Path: filepath.Join(root.Name(), name), Problem: "it is not the text that was recorded: somebody changed it", Advice: adviceText}
	}
	return string(text), nil
}
