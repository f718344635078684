package docker

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"path"
	"time"

	"github.com/docker/docker/api/types/container"

	"github.com/skillctl/skillctl/runner"
)

// carriedMount is the place for the files that a run brings along: a volume of this
// container alone, which goes with it. It belongs to root, and the run is another.
func carriedMount(spec runner.Spec) []Mount {
	if len(spec.Carried) == 0 {
		return nil
	}
	return []Mount{{Type: "volume", Target: runner.CarriedFolder}}
}

// maxCarried bounds the files that a run brings along, in bytes together.
const maxCarried = 16 << 20

// carry puts those files into a container that was made and has not started yet.
func (s *starting) carry(ctx context.Context, id string) error {
	if len(s.spec.Carried) == 0 {
		return nil
	}
	archive, err := packed(s.spec.Carried)
	if err != nil {
		return fmt.Errorf("bring files along for run %s: %w", s.spec.ID, err)
	}
	call, cancel := s.engine.call(ctx)
	defer cancel()
	if err := s.engine.CopyToContainer(call, id, runner.CarriedFolder, archive, container.CopyToContainerOptions{}); err != nil {
		return fmt.Errorf("bring files along for run %s: %w", s.spec.ID, err)
	}
	return nil
}

// packed is an archive of files that everybody may read and nobody write.
func packed(files []runner.Carried) (*bytes.Buffer, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	size := 0
	for _, file := range files {
		if file.Name == "" || path.Base(file.Name) != file.Name || file.Name == "." || file.Name == ".." {
			return nil, fmt.Errorf("%q is not the name of a file", file.Name)
		}
		if size += len(file.Text); size > maxCarried {
			return nil, fmt.Errorf("they have more than %d bytes", maxCarried)
		}
		header := &tar.Header{Name: file.Name, Typeflag: tar.TypeReg, Mode: 0o444, Size: int64(len(file.Text)), ModTime: time.Unix(0, 0)}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(file.Text); err != nil {
			return nil, err
		}
	}
	return &out, w.Close()
}
