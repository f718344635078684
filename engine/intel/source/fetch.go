package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"

	"github.com/skillctl/skillctl/engine/stage"
	"github.com/skillctl/skillctl/internal/folder"
)

// Scheme is how a source begins that is an artifact of a registry of containers.
const Scheme = "oci://"

// fetchTime bounds how long a registry may take for everything.
const fetchTime = 2 * time.Minute

// Fetched is a private copy of a folder with a list. Close removes it.
type Fetched struct {
	// Dir is the absolute path of the folder.
	Dir string
	// Resolved is the digest of the artifact of a registry, "" for a path.
	Resolved string

	staged *stage.Staged
	temp   string
}

// Close removes the copy.
func (f *Fetched) Close() error {
	var err error
	if f.staged != nil {
		err = f.staged.Close()
	}
	if f.temp != "" {
		err = errors.Join(err, os.RemoveAll(f.temp))
	}
	return err
}

// NamedError is a source that names nothing that could be fetched.
type NamedError struct{ reason string }

// Error says what it names instead.
func (e *NamedError) Error() string { return e.reason }

// Fetch copies the folder that a source names: a folder, an archive (.tar.gz, .zip …),
// or, as oci://HOST/NAME:TAG or oci://HOST/NAME@sha256:…, an artifact of a registry whose
// only layer is an archive. dir is what relative paths are seen from. A source that is none
// of these is a [*NamedError].
func Fetch(ctx context.Context, source, dir string) (*Fetched, error) {
	f := &Fetched{}
	path := source
	if at, ok := strings.CutPrefix(source, Scheme); ok {
		ctx, cancel := context.WithTimeout(ctx, fetchTime)
		defer cancel()
		if err := f.pull(ctx, at); err != nil {
			return nil, errors.Join(fmt.Errorf("fetch %q: %w", source, err), f.Close())
		}
		path = filepath.Join(f.temp, layerName)
	} else if strings.Contains(source, "://") {
		return nil, &NamedError{fmt.Sprintf("%q is no folder, no archive, and no address that begins with %s", source, Scheme)}
	}
	// A path is never taken for the name of a repository.
	staged, err := stage.Open(ctx, folder.From(dir, path), stage.WithWhole(), stage.WithLimits(stage.Limits{Files: 16, Bytes: 2 * maxLayer}))
	if errors.Is(err, fs.ErrNotExist) {
		err = &NamedError{fmt.Sprintf("folder or archive %q does not exist", source)}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	f.staged, f.Dir = staged, staged.Dir
	return f, nil
}

const layerName = "list.tar.gz"

// maxLayer bounds the archive of a registry, in bytes; the folder may have twice that.
const maxLayer = 32 << 20

// pull gets the only layer of an artifact. Who has an account there is found as docker
// does.
func (f *Fetched) pull(ctx context.Context, at string) error {
	ref, err := name.ParseReference(at, name.StrictValidation)
	if err != nil {
		return fmt.Errorf("it is no address of an artifact with a tag or a digest: %w", err)
	}
	image, err := remote.Image(ref, remote.WithContext(ctx), remote.WithAuthFromKeychain(authn.DefaultKeychain), remote.WithTransport(transport()))
	if err != nil {
		return err
	}
	manifest, err := image.Manifest()
	if err != nil {
		return err
	}
	if n := len(manifest.Layers); n != 1 {
		return fmt.Errorf("the artifact has %d layers; one, an archive of the signed folder, is wanted", n)
	}
	if size := manifest.Layers[0].Size; size > maxLayer {
		return fmt.Errorf("the layer of the artifact has %d bytes; at most %d are read", size, maxLayer)
	}
	digest, err := image.Digest()
	if err != nil {
		return err
	}
	layers, err := image.Layers()
	if err != nil {
		return err
	}
	text, err := layers[0].Compressed()
	if err != nil {
		return err
	}
	defer func() { _ = text.Close() }()
	if f.temp, err = os.MkdirTemp("", "skillctl-intel-"); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(f.temp, layerName), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(file, io.LimitReader(text, maxLayer+1))
	if err == nil && n > maxLayer {
		err = fmt.Errorf("the layer of the artifact has more than %d bytes", maxLayer)
	}
	f.Resolved = digest.String()
	return errors.Join(err, file.Close())
}

// transport bounds what a registry may keep somebody waiting for.
func transport() http.RoundTripper {
	t := remote.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = 30 * time.Second
	return t
}
