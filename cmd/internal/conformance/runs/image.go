package runs

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// BuiltImage returns what makes the image of the tests, by the script at a path.
func BuiltImage(script string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		out, err := exec.CommandContext(ctx, "sh", script, "base").Output() //nolint:gosec // a script of this project
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
