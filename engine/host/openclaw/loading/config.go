package loading

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// ReadConfig reads the configuration as OpenClaw 2026.9.6 does, with what it
// includes and variables put in. The root is an empty object when there is no
// configuration, and nothing but that is taken for one.
func (h Host) ReadConfig(ctx context.Context) (*document.Document, error) {
	place := h.config()
	root, err := folders.Open(filepath.Dir(place))
	if errors.Is(err, fs.ErrNotExist) {
		return &document.Document{File: place, Root: &document.Node{Kind: document.Object, File: place}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read configuration %q: %w", place, folders.Cause(err))
	}
	defer func() { _ = root.Close() }()
	if _, err := root.Stat(filepath.Base(place)); errors.Is(err, fs.ErrNotExist) {
		return &document.Document{File: place, Root: &document.Node{Kind: document.Object, File: place}}, nil
	}
	return document.Load(ctx, root, filepath.Base(place), document.WithDir(filepath.ToSlash(filepath.Dir(place))), document.WithEnv(func(name string) (string, bool) {
		value, ok := h.Env[name]
		return value, ok && value != ""
	}))
}

// config is the path of the configuration, whether there is one or not.
func (h Host) config() string {
	places := h.ConfigPlaces()
	for _, file := range places {
		if exists(file) {
			return file
		}
	}
	return places[len(places)-1]
}

// ConfigPlaces are the paths where the configuration could be: the first that is
// there counts, and the last where none is.
func (h Host) ConfigPlaces() []string {
	if h.ConfigPath != "" {
		return []string{h.Absolute(h.ConfigPath)}
	}
	if override := h.Value("OPENCLAW_CONFIG_PATH"); override != "" {
		return []string{h.Expand(override)}
	}
	folders := []string{filepath.Join(h.Tilde(), ".openclaw"), filepath.Join(h.Tilde(), ".clawdbot")}
	if h.stateNamed() {
		folders = []string{h.State()}
	}
	var places []string
	for _, folder := range folders {
		places = append(places, filepath.Join(folder, "openclaw.json"), filepath.Join(folder, "clawdbot.json"))
	}
	return append(places, filepath.Join(h.State(), "openclaw.json"))
}
