package claude

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
)

// Plugin is one that is installed and not switched off.
type Plugin struct {
	// Name is that of the plugin, Path the folder that it is installed in.
	Name, Path string
}

// installed is the file, in the folder of the user, that says which plugins are
// installed where.
const installed = "plugins/installed_plugins.json"

// Plugins are those that are installed for the user or this project, sorted. One
// that no settings speak of counts: what is not known to be off may be loaded.
func (h Host) Plugins(ctx context.Context) ([]Plugin, error) {
	root, err := read(ctx, filepath.Join(h.Folder(), filepath.FromSlash(installed)))
	if err != nil || root == nil {
		return nil, err
	}
	off, err := h.switchedOff(ctx)
	if err != nil {
		return nil, err
	}
	var list []Plugin
	entries, _ := root.At("plugins").Interface().(map[string]any)
	for id, entry := range entries {
		if off[id] {
			continue
		}
		name, _, _ := strings.Cut(id, "@")
		for _, one := range installations(entry) {
			path, _ := one["installPath"].(string)
			project, _ := one["projectPath"].(string)
			if path != "" && (project == "" || folder.Within(h.Cwd, h.Expand(project))) {
				list = append(list, Plugin{Name: name, Path: h.Expand(path)})
			}
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name+"\x00"+list[i].Path < list[j].Name+"\x00"+list[j].Path })
	return unique(list), nil
}

// installations are those of one plugin: a list, in older files a single one.
func installations(entry any) []map[string]any {
	switch entry := entry.(type) {
	case map[string]any:
		return []map[string]any{entry}
	case []any:
		var list []map[string]any
		for _, item := range entry {
			if one, ok := item.(map[string]any); ok {
				list = append(list, one)
			}
		}
		return list
	}
	return nil
}

func unique(list []Plugin) []Plugin {
	var out []Plugin
	for i, plugin := range list {
		if i == 0 || list[i-1] != plugin {
			out = append(out, plugin)
		}
	}
	return out
}

// switchedOff are the plugins that settings switch off, by id; the settings of the
// project count above those of the user.
func (h Host) switchedOff(ctx context.Context) (map[string]bool, error) {
	off := map[string]bool{}
	for _, file := range h.SettingsFiles() {
		root, err := read(ctx, file)
		if err != nil {
			return nil, err
		}
		if root == nil {
			continue
		}
		enabled, _ := root.At("enabledPlugins").Interface().(map[string]any)
		for id, on := range enabled {
			off[id] = on == false
		}
	}
	return off, nil
}

// SettingsFiles are where settings of the user and of the project are, whether they
// are there or not, the weakest first.
func (h Host) SettingsFiles() []string {
	return []string{
		filepath.Join(h.Folder(), "settings.json"),
		filepath.Join(h.Cwd, ".claude", "settings.json"),
		filepath.Join(h.Cwd, ".claude", "settings.local.json"),
	}
}

// read reads a file of JSON; nil when there is none.
func read(ctx context.Context, file string) (*document.Node, error) {
	root, err := folder.Open(filepath.Dir(file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open folder %q: %w", filepath.Dir(file), folder.Cause(err))
	}
	defer func() { _ = root.Close() }()
	if _, err := root.Stat(filepath.Base(file)); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	doc, err := document.Read(ctx, root, filepath.Base(file), document.WithDir(filepath.ToSlash(filepath.Dir(file))))
	if err != nil {
		return nil, err
	}
	return doc.Root, nil
}
