package openclaw

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/skillctl/skillctl/internal/document"
)

// ReadInstallSpec says what becomes of an installer that a host has already
// taken out of a manifest, as its request has it: see [InstallSpec].
func ReadInstallSpec(ctx context.Context, spec map[string]any) (InstallSpec, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return InstallSpec{}, fmt.Errorf("read installer: %w", err)
	}
	read, err := document.Parse(ctx, "request", text, document.JSON5)
	if err != nil {
		return InstallSpec{}, fmt.Errorf("read installer: %w", err)
	}
	oc := &View{Unread: []UnreadKey{}, Misfits: []Misfit{}}
	return oc.installSpec(read.Root, []any{"skill", "installSpec"}), nil
}
