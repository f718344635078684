package stage

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
)

// archiveEndings are those of the names of archives.
func archiveEndings() []string { return []string{".tar.gz", ".tgz", ".tar", ".zip", ".skill"} }

// unpack unpacks an archive. It is copied first, so that what is looked at is
// what is unpacked.
func unpack(ctx context.Context, src *Source, base string, to *sink) error {
	ending := ""
	for _, known := range archiveEndings() {
		if strings.HasSuffix(strings.ToLower(src.Location), known) {
			ending = known
			break
		}
	}
	if ending == "" {
		return refuse(Format, "", "it is a file whose name ends with none of %s", strings.Join(archiveEndings(), ", "))
	}
	archive, size, err := copyArchive(src, filepath.Join(base, "archive"), to.limits.Bytes)
	if err != nil {
		return err
	}
	defer func() { _ = archive.Close() }()
	if size == 0 {
		return refuse(Damaged, "", "the archive is empty")
	}
	to.packed = size
	switch ending {
	case ".zip", ".skill":
		return unzip(ctx, archive, size, to)
	case ".tar":
		return untar(ctx, archive, to)
	}
	return ungzip(ctx, archive, to)
}

// copyArchive copies an archive and opens the copy.
func copyArchive(src *Source, name string, limit int64) (*os.File, int64, error) {
	in, err := os.OpenFile(src.Location, os.O_RDONLY|folder.NoWait, 0)
	if err != nil {
		return nil, 0, fmt.Errorf("open archive: %w", err)
	}
	defer func() { _ = in.Close() }()
	info, err := in.Stat()
	if err != nil {
		return nil, 0, fmt.Errorf("open archive: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, 0, refuse(Special, "", "it is %s; a folder, a file or a repository can be installed", special(info.Mode()))
	}
	out, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, 0, fmt.Errorf("copy archive: %w", err)
	}
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(out, sum), io.LimitReader(in, limit+1))
	if err == nil && size > limit {
		err = refuse(TooLarge, "", "the archive has more than %d bytes", limit)
	}
	if err == nil {
		_, err = out.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, 0, errors.Join(fmt.Errorf("copy archive: %w", err), out.Close())
	}
	src.Digest = "sha256:" + hex.EncodeToString(sum.Sum(nil))
	return out, size, nil
}

// ungzip unpacks a tar archive in one gzip stream with nothing behind it.
func ungzip(ctx context.Context, archive io.Reader, to *sink) error {
	// A reader of single bytes is not read ahead of.
	packed := bufio.NewReader(archive)
	stream, err := gzip.NewReader(packed)
	if err != nil {
		return refuse(Damaged, "", "its name says gzip, but it is not gzip: %v", err)
	}
	stream.Multistream(false)
	if err := untar(ctx, stream, to); err != nil {
		return err
	}
	if _, err := packed.ReadByte(); !errors.Is(err, io.EOF) {
		return refuse(Ambiguous, "", "there is data after the end of the archive, which some programs unpack, too")
	}
	return nil
}
