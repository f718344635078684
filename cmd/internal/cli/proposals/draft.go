package proposals

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/proposal"
	"github.com/skillctl/skillctl/internal/folder"
)

// refusedDraft says that what is there cannot be proposed.
func refusedDraft(message string, args ...any) error {
	return &proposal.DraftError{Err: fmt.Errorf(message, args...)}
}

// draftError gives errors of [readDraft] their exit codes: what cannot be read is a
// wrong path.
func draftError(err error) error {
	var refused *proposal.DraftError
	if errors.As(err, &refused) {
		return proposalError(err)
	}
	return &kit.ExitError{Code: kit.ExitUsage, Err: err}
}

// readDraft reads what is proposed: a text, or a folder with one.
func readDraft(streams *kit.IOStreams, name string) (text string, files map[string]string, err error) {
	at := streams.At(name)
	info, err := os.Stat(at)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, fmt.Errorf("%q does not exist", name)
	}
	if err != nil {
		return "", nil, err
	}
	if link, err := os.Lstat(at); err == nil && !info.IsDir() {
		if err := plainFile(name, link.Mode()); err != nil {
			return "", nil, err
		}
	}
	dir, file := filepath.Split(filepath.Clean(at))
	if info.IsDir() {
		dir = at
	}
	root, err := folder.Open(dir)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = root.Close() }()
	if !info.IsDir() {
		text, err = readDraftFile(root, file)
		return text, nil, err
	}
	files = map[string]string{}
	total := 0
	err = fs.WalkDir(root.FS(), ".", func(place string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if err := plainFile(filepath.Join(name, filepath.FromSlash(place)), entry.Type()); err != nil {
			return err
		}
		if place != "PROPOSAL.md" && place != "SKILL.md" && !strings.Contains(place, "/") {
			return refusedDraft("%q: besides PROPOSAL.md or SKILL.md, files must be in assets, examples, references, scripts or templates; move it there or leave it out", place)
		}
		content, err := readDraftFile(root, place)
		if err != nil {
			return err
		}
		if total += len(content); len(files) > proposal.MaxSupportFiles || total > proposal.MaxSupport+proposal.MaxSupportFile {
			return refusedDraft("%q has more than %d files or %d bytes", name, proposal.MaxSupportFiles, proposal.MaxSupport)
		}
		files[place] = content
		return nil
	})
	if err != nil {
		return "", nil, err
	}
	if text = takeManifest(files); text == "" {
		return "", nil, fmt.Errorf("%q has neither a PROPOSAL.md nor a SKILL.md that is not empty", name)
	}
	return text, files, nil
}

// takeManifest takes what is proposed out of the files of a folder, "" for none.
func takeManifest(files map[string]string) (text string) {
	for _, manifest := range []string{"PROPOSAL.md", "SKILL.md"} {
		text = cmp.Or(text, files[manifest])
		delete(files, manifest)
	}
	return text
}

// plainFile says what is wrong with what is no regular file.
func plainFile(name string, mode fs.FileMode) error {
	switch {
	case mode&fs.ModeSymlink != 0:
		return refusedDraft("%q is a link, and a proposal has text files only: replace it with a copy of its target", name)
	case !mode.IsRegular():
		return refusedDraft("%q is neither a file nor a folder; a proposal has texts only", name)
	}
	return nil
}

func readDraftFile(root *os.Root, name string) (string, error) {
	file, err := folder.File(root, name)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	switch {
	case err != nil:
		return "", err
	case info.Mode()&0o111 != 0:
		return "", refusedDraft("%q is executable, and a proposal has text files only: run chmod a-x on it", name)
	case info.Size() > proposal.MaxSupportFile:
		return "", refusedDraft("%q has more than %d bytes", name, proposal.MaxSupportFile)
	}
	text, err := io.ReadAll(io.LimitReader(file, proposal.MaxSupportFile))
	return string(text), err
}
