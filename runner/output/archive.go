package output

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/skillctl/skillctl/runner"
)

// Extract copies the files that may leave out of a tar archive of a folder, as an
// engine gives it of a container: the names in it begin with the name of the
// folder. A file that the archive has a second name for does not leave under
// either.
func Extract(ctx context.Context, archive io.Reader, o runner.Output) (Report, error) {
	w, err := readWanted(o)
	if err != nil {
		return Report{}, err
	}
	t, err := openTarget(o.Target)
	if err != nil {
		return Report{}, err
	}
	defer t.close()
	var report Report
	linked := map[string]bool{}
	reader := tar.NewReader(archive)
	for entries := 0; ; entries++ {
		if err := ctx.Err(); err != nil {
			return Report{}, fmt.Errorf("take the files of the run: %w", err)
		}
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Report{}, fmt.Errorf("read the archive of the run's files: %w", err)
		}
		if entries >= maxEntries {
			report.leave("", TooMany, "only %d files and folders are read", maxEntries)
			break
		}
		name, ok := inner(header.Name)
		if !ok {
			report.leave(plain(header.Name), BadName, "it is not in the output folder")
			continue
		}
		if name == "" {
			continue
		}
		if to, ok := inner(header.Linkname); ok && header.Typeflag == tar.TypeLink {
			linked[to] = true
		}
		if err := member(&report, t, w, header, name, reader); err != nil {
			return Report{}, err
		}
	}
	t.drop(&report, linked, HardLink, "the file has more than one name")
	return t.commit(&report)
}

func member(report *Report, t *target, w wanted, header *tar.Header, name string, from io.Reader) error {
	why, says := w.name(name)
	switch {
	case header.Typeflag == tar.TypeDir:
		return nil
	case why != "":
	case header.Typeflag == tar.TypeSymlink:
		why, says = Link, "it is a link"
	case header.Typeflag == tar.TypeLink:
		why, says = HardLink, "the file has more than one name"
	case header.Typeflag != tar.TypeReg:
		why, says = NotRegular, "it is not a regular file"
	case strings.Count(name, "/") > maxDepth:
		why, says = TooDeep, fmt.Sprintf("it is more than %d folders deep", maxDepth)
	case t.has(name):
		why, says = BadName, "another file of the same name came before it"
	default:
		return t.take(report, name, header.Size, w.size, from)
	}
	report.leave(plain(name), why, "%s", says)
	return nil
}

func (t *target) has(name string) bool {
	for _, s := range t.staged {
		if s.Path == name {
			return true
		}
	}
	return false
}

// inner cuts the name of the folder off. It is "" for the folder itself.
func inner(name string) (string, bool) {
	clean := path.Clean(name)
	if path.IsAbs(clean) || clean == ".." || strings.HasPrefix(clean, "../") || strings.Contains("/"+name+"/", "/../") {
		return "", false
	}
	_, rest, _ := strings.Cut(clean, "/")
	return rest, true
}
