package codex

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
)

// place is a folder that skills are in.
type place struct{ tier, path string }

// Layout says where the skills are: those that Codex brings, those of the machine, of
// plugins, of the user and of the project. No root is stronger than another: skills of
// one name are all offered, and what comes to one folder twice counts once.
func (h Host) Layout(config *document.Node, _ agents.Agent) (catalog.Layout, error) {
	rules, err := catalog.ReadRules()
	if err != nil {
		return catalog.Layout{}, err
	}
	var list []place
	if bundled, said := config.At("skills", "bundled", "enabled").Interface().(bool); bundled || !said {
		list = append(list, place{"codex-system", filepath.Join(h.Folder(), "skills", ".system")})
	}
	if h.Platform != "win32" {
		list = append(list, place{"codex-admin", "/etc/codex/skills"})
	}
	plugins := h.plugins(config)
	for _, plugin := range plugins {
		for _, folder := range plugin.skills {
			list = append(list, place{"codex-plugin", folder})
		}
	}
	list = append(list,
		place{"codex-personal", filepath.Join(h.Folder(), "skills")},
		place{"codex-personal", filepath.Join(h.UserHome(), ".agents", "skills")})
	for _, path := range h.projectPlaces(config) {
		// Who works in the home folder has those of the user, not of a project.
		if !slices.ContainsFunc(list, func(other place) bool { return other.path == path }) {
			list = append(list, place{"codex-project", path})
		}
	}
	layout := catalog.Layout{Limits: catalog.UnboundLimits(), Manifests: []string{catalog.ManifestName}, Apart: true}
	for i, at := range list {
		layout.Roots = append(layout.Roots, rules.Root(i, at.tier, at.path, nil))
	}
	reader := reader{off: h.switches(config), plugins: plugins, told: h.told(config)}
	layout.View = reader.view
	return layout, nil
}

// projectPlaces are the folders of skills of the project, whether it is trusted or not:
// in each folder from the root of the project down to the working directory.
func (h Host) projectPlaces(config *document.Node) []string {
	return append(h.projectFolders(config, ".agents"), h.projectFolders(config, ".codex")...)
}

// projectFolders are those of them of one kind.
func (h Host) projectFolders(config *document.Node, kind string) []string {
	list := h.ways(config, kind == ".codex")
	for i, folder := range list {
		list[i] = filepath.Join(folder, kind, "skills")
	}
	return list
}

// ways are the folders from the root of the project down to the working directory; that
// one alone where nothing marks a root. For .codex an empty folder ".git" is no mark.
func (h Host) ways(config *document.Node, filled bool) []string {
	markers := []string{".git"}
	if named := config.At("project_root_markers"); named != nil && named.Kind == document.Array {
		markers = named.Texts()
	}
	list := []string{h.Cwd}
	here := h.Cwd
	if real, err := filepath.EvalSymlinks(here); err == nil {
		here = real // the system says where Codex works
	}
	for at := here; ; at = filepath.Dir(at) {
		if at != here {
			list = append(list, at)
		}
		if slices.ContainsFunc(markers, func(name string) bool { return marks(filepath.Join(at, name), name == ".git" && filled) }) {
			slices.Reverse(list)
			return list
		}
		if at == filepath.Dir(at) {
			return []string{h.Cwd}
		}
	}
}

// marks says that there is something; filled, that a folder of git has a HEAD.
func marks(name string, filled bool) bool {
	info, err := os.Stat(name)
	if err != nil {
		return false
	}
	if filled && info.IsDir() {
		_, err = os.Stat(filepath.Join(name, "HEAD"))
	}
	return err == nil
}
