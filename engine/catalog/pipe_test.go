//go:build unix

package catalog_test

import (
	"context"
	"errors"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/engine/catalog"
)

func TestPipesAreNotOpened(t *testing.T) {
	layout(t)
	if err := syscall.Mkfifo("pipe.yaml", 0o600); err != nil {
		t.Fatal(err)
	}
	var unknown *catalog.NothingKnownError
	if _, err := catalog.Discover(context.Background(), []string{"pipe.yaml"}); !errors.As(err, &unknown) {
		t.Errorf("got %v, want a refusal without reading", err)
	}
}
