package claude

import (
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
	"github.com/skillctl/skillctl/internal/document"
)

// Layout says where the skills are: those of the project and of the user. A skill
// is a folder right below one of these.
func (h Host) Layout(*document.Node, agents.Agent) (catalog.Layout, error) {
	rules, err := catalog.ReadRules()
	if err != nil {
		return catalog.Layout{}, err
	}
	folder := filepath.Join(h.UserHome(), ".claude")
	if named := h.Value("CLAUDE_CONFIG_DIR"); named != "" {
		folder = h.Expand(named)
	}
	return catalog.Layout{
		Roots: []catalog.Root{
			rules.Root(0, "claude-project", filepath.Join(h.Cwd, ".claude", "skills"), nil),
			rules.Root(1, "claude-personal", filepath.Join(folder, "skills"), nil),
		},
		Limits: catalog.FlatLimits(), Manifests: []string{catalog.ManifestName}, View: view,
	}, nil
}

// view reads the name, the description and who may invoke the skill.
func view(m catalog.Manifest) *catalog.SkillView {
	read := loading.View(m.Dir, m.Source, nil)
	own := read.Outline()
	own.Model, own.User = read.Model, read.User
	return own
}
