package catalog

import (
	"path/filepath"

	"github.com/skillctl/skillctl/engine/document"
)

// Root is a folder that skills load from.
type Root struct {
	// ID is the place of the root in the order of loading: later ones win.
	ID int `json:"id"`
	// Tier is the kind of root: "extra", "bundled", …; Source is what the host
	// calls it.
	Tier   string `json:"tier"`
	Source string `json:"source"`
	// Path is the folder as it is named, absolute; Real has its links resolved
	// and is empty when there is no such folder.
	Path string `json:"path"`
	Real string `json:"real"`
	// Canonical: the host names files of this root by their real paths.
	Canonical bool `json:"canonical"`
	// Setting is the path of the setting that names it, nil for none.
	Setting []any `json:"setting"`
	// Base is the folder that was searched: the root, or its folder "skills".
	Base string `json:"base"`
	// Shape is "skill" when the root is one skill itself, "nested" when the
	// search moved to Base, else "folder".
	Shape string `json:"shape"`
	// Notes are what kept the search from seeing all of the root.
	Notes []Note `json:"notes"`
}

// Kinds of note.
const (
	NoteUnreadable = "unreadable" // a folder that cannot be listed
	NoteCut        = "cut"        // more entries or folders than the host looks at
	NoteBound      = "bound"      // more folders than skillctl looks at
	NoteName       = "name"       // a name that is no text
)

// Note says that a part of a root was not looked at.
type Note struct {
	Kind string `json:"kind"`
	Path string `json:"path"`
	// Detail says why, for people.
	Detail string `json:"detail"`
}

// Roots lists the folders that OpenClaw 2026.9.6 loads skills of an agent from,
// the weakest first. Roots that are not there are in the list, too.
func (h *Host) Roots(config *document.Node, agent Agent) ([]Root, error) {
	r, err := readRules()
	if err != nil {
		return nil, err
	}
	var roots []Root
	add := func(tier, path string, setting ...any) {
		rules := r.tier(tier)
		roots = append(roots, Root{
			ID: len(roots), Tier: tier, Source: rules.Source, Path: path, Real: realFolder(path), Canonical: rules.Follow == followAnywhere && !h.foreign(),
			Setting: setting, Shape: "folder", Notes: []Note{},
		})
	}
	if h.foreign() {
		h.foreignRoots(config, add)
		return roots, nil
	}
	for i, item := range items(config.At("skills", "load", "extraDirs")) {
		if folder := h.Expand(text(item)); folder != "" {
			add("extra", folder, "skills", "load", "extraDirs", i)
		}
	}
	if enabled, said := config.At("plugins", "enabled").Interface().(bool); enabled || !said {
		add("plugin", filepath.Join(h.configDir(), "plugin-skills"))
	}
	if bundled := h.bundled(); bundled != "" {
		add("bundled", bundled)
		if agent.ID == Owner(config) {
			add("custodian", filepath.Join(filepath.Dir(bundled), "custodian-skills"))
		}
	}
	add("workshop", filepath.Join(h.agentFolder(agent), "workshop-skills"))
	add("managed", filepath.Join(h.configDir(), "skills"))
	if h.standardState() {
		add("personal", filepath.Join(h.UserHome(), ".agents", "skills"))
	}
	workspace := h.WorkspaceOf(config, agent)
	add("project", filepath.Join(workspace, ".agents", "skills"))
	add("workspace", filepath.Join(workspace, "skills"))
	return roots, nil
}

// bundled is the folder of the skills that ship with the host: the one that a
// variable names, a folder "skills" beside the program node, or that of the
// package which the command openclaw belongs to. Empty when none is found.
func (h *Host) bundled() string {
	if named := h.value("OPENCLAW_BUNDLED_SKILLS_DIR"); named != "" {
		return h.absolute(named)
	}
	for _, program := range []string{"node", "openclaw"} {
		found := h.Program(program)
		if found.Path == "" {
			continue
		}
		if folder := filepath.Join(filepath.Dir(realOr(found.Path)), "skills"); realFolder(folder) != "" {
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

func realFolder(name string) string {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return ""
	}
	return real
}

// Target is a folder that links of some roots may lead into.
type Target struct {
	// Path is the folder as written, made absolute; Real is empty when there is
	// none.
	Path    string `json:"path"`
	Real    string `json:"real"`
	Setting []any  `json:"setting"`
}

// Targets lists skills.load.allowSymlinkTargets.
func (h *Host) Targets(config *document.Node) []Target {
	targets := []Target{}
	for i, item := range items(config.At("skills", "load", "allowSymlinkTargets")) {
		if folder := h.Expand(text(item)); folder != "" {
			targets = append(targets, Target{Path: folder, Real: realFolder(folder), Setting: []any{"skills", "load", "allowSymlinkTargets", i}})
		}
	}
	return targets
}
