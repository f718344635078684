package codex

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// plugin is one that is installed and not switched off: its name, and the folders of
// its skills.
type plugin struct {
	name   string
	skills []string
}

// plugins are those that the configuration names ("name@marketplace") and that are in
// the cache of Codex, sorted. A plugin without a manifest is none.
func (h Host) plugins(config *document.Node) []plugin {
	if on, said := config.At("features", "plugins").Interface().(bool); said && !on {
		return nil
	}
	var list []plugin
	entries, _ := config.At("plugins").Interface().(map[string]any)
	for id, entry := range entries {
		fields, _ := entry.(map[string]any)
		name, market, named := strings.Cut(id, "@")
		if fields["enabled"] == false || !named || !filepath.IsLocal(name) || !filepath.IsLocal(market) {
			continue
		}
		base := filepath.Join(h.Folder(), "plugins", "cache", market, name)
		if version := newest(base); version != "" {
			if found, ok := readPlugin(filepath.Join(base, version)); ok {
				list = append(list, found)
			}
		}
	}
	slices.SortFunc(list, func(a, b plugin) int {
		return cmp.Or(cmp.Compare(a.name, b.name), slices.Compare(a.skills, b.skills))
	})
	return list
}

// newest is the version that counts of those that are in the cache: "local", else the
// highest; a version that is no number is above those that are.
func newest(base string) string {
	entries, err := os.ReadDir(base)
	if err != nil {
		return ""
	}
	best := ""
	for _, entry := range entries {
		name := entry.Name()
		if !entry.IsDir() {
			continue
		}
		if name == "local" {
			return name
		}
		if best == "" || compare(name, best) > 0 {
			best = name
		}
	}
	return best
}

// compare compares versions part by part.
func compare(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		n, errX := strconv.Atoi(x)
		m, errY := strconv.Atoi(y)
		switch {
		case errX == nil && errY == nil:
			return cmp.Compare(n, m)
		case errX == nil:
			return -1
		case errY == nil:
			return 1
		}
		return cmp.Compare(x, y)
	})
}

// readPlugin reads the manifest of a plugin: what it is called, and where its skills
// are; "skills" where it does not say.
func readPlugin(base string) (plugin, bool) {
	dir := filepath.Join(base, ".codex-plugin")
	root, err := folders.Open(dir)
	if err != nil {
		return plugin{}, false
	}
	defer func() { _ = root.Close() }()
	doc, err := document.Read(context.Background(), root, "plugin.json")
	if err != nil || doc.Root.At("name").Text() == "" {
		return plugin{}, false
	}
	found := plugin{name: doc.Root.At("name").Text()}
	named := doc.Root.At("skills").Texts()
	if one := doc.Root.At("skills").Text(); one != "" {
		named = []string{one}
	}
	if named == nil {
		named = []string{"skills"}
	}
	for _, name := range named {
		if name = filepath.Clean(filepath.FromSlash(name)); filepath.IsLocal(name) {
			found.skills = append(found.skills, filepath.Join(base, name))
		}
	}
	return found, true
}
