package kit

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// TestHintOfConfig: a configuration that may not be read is none that a setting
// of lint could leave out.
func TestHintOfConfig(t *testing.T) {
	t.Parallel()
	denied := &ExitError{Code: ExitUsage, Err: fmt.Errorf("read: %w", &configDeniedError{fs.ErrPermission})}
	if got := hint(denied); !strings.Contains(got, "name another configuration") || strings.Contains(got, "lint") {
		t.Errorf("the hint is %q", got)
	}
}
