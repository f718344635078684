package claude

import (
	"context"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
)

// Layout says where the skills are: those of the project, of the user, and of the
// plugins that are switched on. A skill is a folder right below one of these.
func (h Host) Layout(*document.Node, agents.Agent) (catalog.Layout, error) {
	rules, err := catalog.ReadRules()
	if err != nil {
		return catalog.Layout{}, err
	}
	layout := catalog.Layout{Limits: catalog.FlatLimits(), Manifests: []string{catalog.ManifestName}}
	add := func(tier, path string) {
		layout.Roots = append(layout.Roots, rules.Root(len(layout.Roots), tier, path, nil))
	}
	project, personal := filepath.Join(h.Cwd, ".claude", "skills"), filepath.Join(h.Folder(), "skills")
	// Who works in the home folder has one folder of skills, not each skill twice.
	if real := catalog.Real(project); project != personal && (real == "" || real != catalog.Real(personal)) {
		add("claude-project", project)
	}
	add("claude-personal", personal)
	plugins, err := h.Plugins(context.Background())
	if err != nil {
		return catalog.Layout{}, err
	}
	for _, plugin := range plugins {
		add("claude-plugin", filepath.Join(plugin.Path, "skills"))
	}
	layout.View = func(m catalog.Manifest) *catalog.SkillView { return view(m, plugins) }
	return layout, nil
}

// Folder is where Claude Code keeps what is the user's.
func (h Host) Folder() string {
	if named := h.Value("CLAUDE_CONFIG_DIR"); named != "" {
		return h.Expand(named)
	}
	return filepath.Join(h.UserHome(), ".claude")
}

// Present says that there are skills of this project or a folder of the user.
func (h Host) Present() bool {
	for _, place := range []string{filepath.Join(h.Cwd, ".claude", "skills"), h.Folder()} {
		if info, err := os.Stat(place); err == nil && info.IsDir() {
			return true
		}
	}
	return false
}

// view reads the name, the description and who may invoke the skill. That of a
// plugin is called after it, too, and so clashes with no other.
func view(m catalog.Manifest, plugins []Plugin) *catalog.SkillView {
	read := loading.View(m.Dir, m.Source, nil)
	own := read.Outline()
	own.Model, own.User = read.Model, read.User
	for _, plugin := range plugins {
		if own.Name != "" && folder.Within(m.Path, filepath.Join(plugin.Path, "skills")) {
			own.Name = plugin.Name + ":" + own.Name
			own.Key = own.Name
		}
	}
	return own
}
