package zeroclaw

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// Host is a machine as ZeroClaw sees it.
type Host struct{ *machine.Machine }

// ReadConfig reads config.toml. The root is an empty object where there is none.
func (h Host) ReadConfig(ctx context.Context) (*document.Document, error) {
	place := h.ConfigPath
	if place == "" {
		place = filepath.Join(h.UserHome(), ".zeroclaw", "config.toml")
	}
	root, err := folders.Open(filepath.Dir(place))
	if errors.Is(err, fs.ErrNotExist) {
		return &document.Document{File: place, Root: &document.Node{Kind: document.Object, File: place}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read configuration %q: %w", place, folders.Cause(err))
	}
	defer func() { _ = root.Close() }()
	doc, err := document.Read(ctx, root, filepath.Base(place), document.WithDir(filepath.ToSlash(filepath.Dir(place))))
	if errors.Is(err, fs.ErrNotExist) {
		doc, err = &document.Document{File: place}, nil
	}
	if err == nil && doc.Root == nil {
		doc.Root = &document.Node{Kind: document.Object, File: place}
	}
	return doc, err
}

// Workspaces says which folder an agent works in: the same for all.
func (h Host) Workspaces(*document.Node) func(agents.Agent) string {
	folder := h.workspace()
	return func(agents.Agent) string { return folder }
}

// workspace is the folder that ZeroClaw works in.
func (h Host) workspace() string {
	if h.Workspace != "" {
		return h.Expand(h.Workspace)
	}
	if named := h.Value("ZEROCLAW_WORKSPACE"); named != "" {
		return h.Expand(named)
	}
	if h.ConfigPath != "" {
		return filepath.Join(filepath.Dir(h.Absolute(h.ConfigPath)), "workspace")
	}
	return filepath.Join(h.UserHome(), ".zeroclaw", "workspace")
}
