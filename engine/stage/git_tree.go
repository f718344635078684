package stage

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// blob is a file or link of a commit.
type blob struct {
	mode, id, name string
	size           int64
}

// Modes of what is in a tree.
const (
	treeExec   = "100755"
	treeLink   = "120000"
	treeModule = "160000"
)

// list lists the files of a commit, below a path of it.
func (r *repository) list(ctx context.Context, src *Source, to *sink) ([]blob, error) {
	args := []string{"ls-tree", "-r", "-z", "-l", "--full-tree", src.Commit}
	if src.Path != "" {
		args[len(args)-1] = src.Commit + ":" + src.Path
	}
	cmd := r.command(ctx, r.dir, args...)
	var problem bytes.Buffer
	cmd.Stderr = &limited{buffer: &problem, left: maxProblem}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("list %q: %w", src.Spec, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("list %q: %w", src.Spec, err)
	}
	blobs, wrong := readTree(out, to)
	if wrong != nil {
		_ = cmd.Cancel()
	}
	err = cmd.Wait()
	switch {
	case wrong != nil:
		return nil, wrong
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil && src.Path != "":
		return nil, fmt.Errorf("list %q: it has no folder %q", src.Spec, src.Path)
	case err != nil:
		return nil, fmt.Errorf("list %q: %w", src.Spec, gitError(err, problem.String()))
	}
	return blobs, nil
}

// readTree reads what ls-tree writes.
func readTree(out io.Reader, to *sink) ([]blob, error) {
	var blobs []blob
	var total int64
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 64<<10)
	lines.Split(splitNUL)
	for lines.Scan() {
		head, name, ok := strings.Cut(lines.Text(), "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 4 {
			return nil, refuse(Damaged, "", "its list of files is not understood")
		}
		b := blob{mode: fields[0], id: fields[2], name: name}
		if b.mode == treeModule {
			to.note(name, "a submodule is left out")
			continue
		}
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if err != nil || fields[1] != "blob" {
			return nil, refuse(Damaged, name, "it is neither a file nor a link")
		}
		b.size = size
		if total += size; total > to.limits.Bytes {
			return nil, to.tooMuch(name)
		}
		if blobs = append(blobs, b); len(blobs) > to.limits.Files {
			return nil, refuse(TooLarge, "", "there are more than %d files", to.limits.Files)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("list files: %w", err)
	}
	return blobs, nil
}

func splitNUL(data []byte, atEnd bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEnd && len(data) > 0 {
		return 0, nil, io.ErrUnexpectedEOF
	}
	return 0, nil, nil
}

// copy reads the files out of the objects of the repository.
func (r *repository) copy(ctx context.Context, blobs []blob, to *sink) error {
	var ids strings.Builder
	for _, b := range blobs {
		ids.WriteString(b.id + "\n")
	}
	cmd := r.command(ctx, r.dir, "cat-file", "--batch")
	cmd.Stdin = strings.NewReader(ids.String())
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("read files: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("read files: %w", err)
	}
	wrong := copyBlobs(bufio.NewReader(out), blobs, to)
	if wrong != nil {
		_ = cmd.Cancel()
	}
	err = cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case wrong != nil:
		return wrong
	case err != nil:
		return fmt.Errorf("read files: git: %w", err)
	}
	return nil
}

func copyBlobs(in *bufio.Reader, blobs []blob, to *sink) error {
	for _, b := range blobs {
		head, err := in.ReadString('\n')
		if err != nil {
			return fmt.Errorf("read %q: git: %w", b.name, err)
		}
		if want := fmt.Sprintf("%s blob %d\n", b.id, b.size); head != want {
			return refuse(Damaged, b.name, "git gives %q instead of its content", strings.TrimSpace(head))
		}
		content := io.LimitReader(in, b.size)
		if b.mode == treeLink {
			if b.size > maxTarget {
				return refuse(BadName, b.name, "it is a link to a name that is too long")
			}
			target, err := io.ReadAll(content)
			if err != nil {
				return fmt.Errorf("read %q: git: %w", b.name, err)
			}
			if err := to.symlink(b.name, string(target)); err != nil {
				return err
			}
		} else if err := to.file(b.name, b.mode == treeExec, content, b.size); err != nil {
			return err
		}
		if end, err := in.ReadByte(); err != nil || end != '\n' {
			return refuse(Damaged, b.name, "git gives more than its content")
		}
	}
	return nil
}
