package lint

import (
	"context"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/schema"
)

// OpenClawCheck is what OpenClaw 2026.9.6 says of an openclaw.json, as
// `openclaw config validate --json` prints it.
type OpenClawCheck struct {
	Valid bool
	// Paths are where it is wrong, sorted: dotted, "<root>" for the document.
	Paths []string
}

// CheckOpenClaw reads an openclaw.json as lint does and says whether the host
// takes it. An error means that the bytes of the file cannot be taken in.
func (e *Linter) CheckOpenClaw(ctx context.Context, file string) (OpenClawCheck, error) {
	facts, _, err := e.readConfig(ctx, &catalog.Config{Path: filepath.ToSlash(file), Kind: catalog.KindOpenClaw})
	switch {
	case err != nil:
		return OpenClawCheck{}, err
	case facts.Error != nil:
		return OpenClawCheck{Paths: []string{"<root>"}}, nil
	}
	paths := schema.HostPaths(facts.Value, facts.Violations)
	return OpenClawCheck{Valid: len(paths) == 0, Paths: paths}, nil
}
