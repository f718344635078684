package loading

import (
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
)

// Layout says where the skills of an agent are.
func (h Host) Layout(config *document.Node, agent agents.Agent) (catalog.Layout, error) {
	rules, err := catalog.ReadRules()
	if err != nil {
		return catalog.Layout{}, err
	}
	roots, err := h.Roots(config, agent)
	if err != nil {
		return catalog.Layout{}, err
	}
	return catalog.Layout{
		Roots: roots, Targets: h.Targets(config), Limits: limits(rules, config), Manifests: []string{catalog.ManifestName},
		View: func(m catalog.Manifest) *catalog.SkillView { return View(m.Dir, m.Source, origin(m.Folder)) },
	}, nil
}

// Roots lists the folders that OpenClaw 2026.9.6 loads skills of an agent from,
// the weakest first. Roots that are not there are in the list, too.
func (h Host) Roots(config *document.Node, agent agents.Agent) ([]catalog.Root, error) {
	rules, err := catalog.ReadRules()
	if err != nil {
		return nil, err
	}
	var roots []catalog.Root
	add := func(tier, path string, setting ...any) {
		root := rules.Root(len(roots), tier, path, setting)
		root.Canonical = rules.Tier(tier).Follow == catalog.FollowAnywhere
		roots = append(roots, root)
	}
	for i, item := range items(config.At("skills", "load", "extraDirs")) {
		if folder := h.Expand(item.Text()); folder != "" {
			add("extra", folder, "skills", "load", "extraDirs", i)
		}
	}
	if enabled, said := config.At("plugins", "enabled").Interface().(bool); enabled || !said {
		add("plugin", filepath.Join(h.configDir(), "plugin-skills"))
	}
	if bundled := h.bundled(); bundled != "" {
		add("bundled", bundled)
		if agent.ID == agents.Owner(config) {
			add("custodian", filepath.Join(filepath.Dir(bundled), "custodian-skills"))
		}
	}
	add("workshop", filepath.Join(h.agentFolder(agent), "workshop-skills"))
	add("managed", filepath.Join(h.configDir(), "skills"))
	if h.standardState() {
		add("personal", filepath.Join(h.UserHome(), ".agents", "skills"))
	}
	workspace := h.Workspaces(config)(agent)
	add("project", filepath.Join(workspace, ".agents", "skills"))
	add("workspace", filepath.Join(workspace, "skills"))
	return roots, nil
}

// bundled is the folder of the skills that ship with the host: the one that a
// variable names, a folder "skills" beside the program node, or that of the
// package which the command openclaw belongs to. Empty when none is found.
func (h Host) bundled() string {
	if named := h.Value("OPENCLAW_BUNDLED_SKILLS_DIR"); named != "" {
		return h.Absolute(named)
	}
	for _, program := range []string{"node", "openclaw"} {
		found := h.Program(program)
		if found.Path == "" {
			continue
		}
		if folder := filepath.Join(filepath.Dir(realOr(found.Path)), "skills"); catalog.Real(folder) != "" {
			return folder
		}
	}
	return ""
}

func items(n *document.Node) []*document.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// Targets lists skills.load.allowSymlinkTargets.
func (h Host) Targets(config *document.Node) []catalog.Target {
	targets := []catalog.Target{}
	for i, item := range items(config.At("skills", "load", "allowSymlinkTargets")) {
		if folder := h.Expand(item.Text()); folder != "" {
			targets = append(targets, catalog.Target{Path: folder, Real: catalog.Real(folder), Setting: []any{"skills", "load", "allowSymlinkTargets", i}})
		}
	}
	return targets
}
