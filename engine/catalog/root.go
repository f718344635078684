package catalog

import (
	"errors"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
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
	// and is empty where Problem says why there is none.
	Path string `json:"path"`
	Real string `json:"real"`
	// Problem is why there is no such folder ([ProblemMissing], …), "" when
	// there is one.
	Problem string `json:"problem"`
	// Canonical: the host names files of this root by their real paths.
	Canonical bool `json:"canonical"`
	// Setting is the path of the setting that names it, nil for none.
	Setting []any `json:"setting"`
	// Base is the folder that was searched: the root, or its folder "skills".
	Base string `json:"base"`
	// Shape is "skill" when the root is one skill itself, "nested" when the
	// search moved to Base, else "folder".
	Shape string `json:"shape"`
	// Notes are what kept the search from seeing all of the root; MoreNotes is
	// how many there are besides those that are kept.
	Notes     []Note `json:"notes"`
	MoreNotes int    `json:"moreNotes"`
}

// Kinds of note.
const (
	NoteUnreadable = "unreadable" // a folder that cannot be listed
	NoteVanished   = "vanished"   // a folder that went away, or became something else, while it was searched
	NoteName       = "name"       // a folder in it whose name is no text
	NoteFolders    = "folders"    // more folders in one than the host looks at
	NoteEntries    = "entries"    // more entries in a folder than the host reads
	NoteBudget     = "budget"     // more folders of a root than the host lists
	NoteNothing    = "nothing"    // the host is told to load nothing, and does not look
	NoteBound      = "bound"      // more folders than skillctl looks at
	NoteUnlisted   = "unlisted"   // what the host passes over could not be listed whole
)

// Note says that a part of a root was not looked at.
type Note struct {
	Kind string `json:"kind"`
	// Path is the folder that it is about.
	Path string `json:"path"`
	// Count is how many folders or entries were left out, at least, where that
	// is known; Limit is how many are looked at, where a number is the reason.
	Count int `json:"count"`
	Limit int `json:"limit"`
	// Detail is what the system says, or the name that is no text, quoted; ""
	// for nothing.
	Detail string `json:"detail"`
}

// Why a path leads nowhere, or cannot be read.
const (
	ProblemMissing    = "missing"    // there is nothing
	ProblemVanished   = "vanished"   // there is nothing any more
	ProblemLoop       = "loop"       // links lead to each other, or there are too many of them
	ProblemUnreadable = "unreadable" // the system does not let us look
	ProblemChanged    = "changed"    // it became something else while it was read
	ProblemNotFolder  = "not-folder" // something else lies there
	ProblemBound      = "bound"      // it is longer than skillctl reads
)

// problemOf is what kind of problem an error of the system is.
func problemOf(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errNoFolder):
		return ProblemNotFolder
	case folders.Missing(err):
		return ProblemMissing
	case tooManyLinks(err):
		return ProblemLoop
	}
	return ProblemUnreadable
}

// Roots lists the folders that OpenClaw 2026.9.6 loads skills of an agent from,
// the weakest first. Roots that are not there are in the list, too.
func (h *Host) Roots(config *document.Node, agent agents.Agent) ([]Root, error) {
	r, err := readRules()
	if err != nil {
		return nil, err
	}
	var roots []Root
	add := func(tier, path string, setting ...any) {
		rules := r.tier(tier)
		real, err := realOf(path)
		roots = append(roots, Root{
			ID: len(roots), Tier: tier, Source: rules.Source, Path: path, Real: real, Problem: problemOf(err), Canonical: rules.Follow == followAnywhere && !h.foreign(),
			Setting: setting, Shape: "folder", Notes: []Note{},
		})
	}
	if h.foreign() {
		h.foreignRoots(config, add)
		return roots, nil
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

// realFolder is the real path of a name as [realOf] resolves it, "" when there is
// nothing. It may be no folder: whoever lists it says so.
func realFolder(name string) string {
	real, _ := realOf(name)
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
		if folder := h.Expand(item.Text()); folder != "" {
			targets = append(targets, Target{Path: folder, Real: realFolder(folder), Setting: []any{"skills", "load", "allowSymlinkTargets", i}})
		}
	}
	return targets
}
