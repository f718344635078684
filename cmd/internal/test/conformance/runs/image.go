package runs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Parts are what rows need for which something must really run. The error of one
// says why they are skipped.
type Parts struct {
	// Image is the name of an image with busybox in it.
	Image func(context.Context) (string, error)
	// Shim is a file that can be the first process of a container with a restricted
	// network: a program linked statically.
	Shim func(context.Context) (string, error)
}

// Built are parts made from this project, whose folder is given.
func Built(project string) Parts {
	return Parts{Image: builtImage(filepath.Join(project, "runner/docker/testdata/image/build.sh")), Shim: builtShim(project)}
}

// builtShim links the shim into a folder for files that come and go.
func builtShim(project string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		dir, err := os.MkdirTemp("", "skillctl-shim-")
		if err != nil {
			return "", err
		}
		file := filepath.Join(dir, "shim")
		build := exec.CommandContext(ctx, "go", "build", "-o", file, "./runner/docker/testdata/shim")
		build.Dir, build.Env = project, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			return "", errors.Join(fmt.Errorf("there is no shim: %w: %s", err, bytes.TrimSpace(out)), os.RemoveAll(dir))
		}
		return file, nil
	}
}

// builtImage returns what makes the image of the tests, by the script at a path.
func builtImage(script string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		out, err := exec.CommandContext(ctx, "sh", script, "base").Output()
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			return "", fmt.Errorf("there is no image: %s", strings.TrimSpace(string(failed.Stderr)))
		}
		if err != nil {
			return "", fmt.Errorf("there is no image: %w", err)
		}
		return strings.TrimSpace(string(out)), nil
	}
}
