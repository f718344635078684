package docker

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/containerd/errdefs"
)

// image is what an engine knows of an image.
type image struct {
	// id is the digest of what will run, whatever the name means later.
	id string
	// architecture is that of Go: "amd64".
	architecture string
	// volumes are the folders that the image wants on the engine's disk.
	volumes []string
	// path is the PATH that it sets, "" for none.
	path string
}

// enginePath is the PATH of a container whose image sets none.
const enginePath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// withPath puts folders before those of PATH: that of a run, else that of the image.
func (i *image) withPath(env, folders []string) []string {
	if len(folders) == 0 {
		return env
	}
	const key = "PATH="
	path := cmp.Or(i.path, enginePath)
	for _, variable := range env {
		if value, ok := strings.CutPrefix(variable, key); ok {
			path = value // the last one of a name holds
		}
	}
	env = slices.DeleteFunc(slices.Clone(env), func(variable string) bool { return strings.HasPrefix(variable, key) })
	return append(env, key+strings.Join(append(slices.Clone(folders), path), ":"))
}

// image looks for an image. It is never fetched: what runs is what somebody put
// there.
//
// What was found a moment ago is not looked for again: the check and the start of
// one run go by the same image.
func (e *engine) image(ctx context.Context, reference string) (*image, error) {
	reference = strings.TrimSpace(reference)
	if known, ok := e.images.Load(reference); ok {
		if known, ok := known.(seenImage); ok && time.Since(known.at) < freshImage {
			return known.image, nil
		}
	}
	ctx, cancel := context.WithTimeout(ctx, e.patience)
	defer cancel()
	found, err := e.ImageInspect(ctx, reference)
	switch {
	case errdefs.IsNotFound(err):
		return nil, e.unavailable(fmt.Sprintf("the engine has no image %q", reference), "fetch it (docker pull "+reference+"), or build it")
	case errdefs.IsInvalidArgument(err):
		return nil, e.unavailable(fmt.Sprintf("%q is not the name of an image", reference), "write name:tag@sha256:…")
	case err != nil:
		return nil, e.silent(err)
	}
	i := &image{id: found.ID, architecture: found.Architecture}
	if found.Config != nil {
		i.volumes = slices.Sorted(maps.Keys(found.Config.Volumes))
		for _, variable := range found.Config.Env {
			if value, ok := strings.CutPrefix(variable, "PATH="); ok {
				i.path = value
			}
		}
	}
	e.images.Store(reference, seenImage{i, time.Now()})
	return i, nil
}

// seenImage is an image and when it was looked for.
type seenImage struct {
	image *image
	at    time.Time
}

// freshImage is how long an image counts as just looked for.
const freshImage = 2 * time.Second
