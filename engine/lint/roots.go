package lint

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/catalog"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// setRoot is #OpenClawRoot of schema/lint.cue: a folder that OpenClaw loads
// skills from, as far as this run can know.
type setRoot struct {
	Path   string      `json:"path"`
	Kind   string      `json:"kind"`
	Base   string      `json:"base"`
	Own    bool        `json:"own"`
	Skills int         `json:"skills"`
	Config *rootSource `json:"config,omitempty"`

	real string
}

// rootSource is the setting that names a root.
type rootSource struct {
	File string `json:"file"`
	Path []any  `json:"path"`
}

// setPlace is where a skill stands in a root. Depth is the number of path
// segments below it, 0 for the root itself.
type setPlace struct {
	Root  string `json:"root"`
	Rel   string `json:"rel"`
	Depth int    `json:"depth"`
}

// roots lists the folders that OpenClaw 2026.9.6 loads skills from: those that
// are known, or else those that a configuration of this run implies or names and
// every .agents/skills and workshop folder on the way to a skill; and the folders
// that the user named.
func (r *run) roots() []*setRoot {
	byReal := map[string]*setRoot{}
	add := func(root *setRoot) {
		if known := byReal[root.real]; known == nil || root.above(known) {
			root.Base = path.Base(filepath.ToSlash(root.real))
			byReal[root.real] = root
		}
	}
	for i := range r.known {
		root := r.known[i] // counts skills anew each time
		if root.real = r.linter.here.realFolder(root.Path); root.real != "" {
			add(&root)
		}
	}
	for _, result := range r.settings {
		if result.Kind == string(catalog.KindOpenClaw) && r.known == nil {
			for _, root := range r.linter.here.configuredRoots(result.Path, result.value) {
				add(root)
			}
		}
	}
	for i := range r.found.Skills {
		found := &r.found.Skills[i]
		if root := r.linter.here.agentsRoot(found); root != nil && r.known == nil {
			if known := byReal[root.real]; known == nil || known.Kind != "personal" { // a guess, unlike what is known
				add(root)
			}
		}
		if root := workshopRoot(found); root != nil && r.known == nil {
			add(root)
		}
		add(givenRoot(found))
	}
	list := make([]*setRoot, 0, len(byReal))
	for _, root := range byReal {
		list = append(list, root)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Path < list[j].Path })
	return list
}

// places are where the folders lie that configurations name or imply, as far as
// the rules about the whole run are told: neither skills nor configurations
// change when one of them comes or goes.
func (r *run) places() []string {
	var list []string
	for _, root := range r.roots() {
		list = append(list, root.Kind, root.Path, root.real)
	}
	for _, result := range r.settings {
		for _, target := range texts(dig(result.value, "skills", "load", "allowSymlinkTargets")) {
			list = append(list, r.linter.here.realFolder(target))
		}
	}
	return list
}

// rootRank orders the kinds of roots as OpenClaw 2026.9.6 reads them: of two
// skills of one name that of the later root is loaded.
func rootRank(kind string) int {
	return slices.Index([]string{"given", "extra", "plugin", "bundled", "custodian", "workshop", "managed", "personal", "agents", "workspace"}, kind)
}

// above reports whether a folder that is a root in two ways counts as r: as the
// one that is read later.
func (r *setRoot) above(known *setRoot) bool {
	if r.Kind != known.Kind {
		return rootRank(r.Kind) > rootRank(known.Kind)
	}
	return r.Kind == "extra" && r.Config.File == known.Config.File && r.Config.index() > known.Config.index()
}

// index is the place in the list of extra folders.
func (s *rootSource) index() int {
	i, _ := s.Path[len(s.Path)-1].(int)
	return i
}

// configuredRoots are the folders that an openclaw.json names or implies. A
// relative folder depends on where OpenClaw is started, so it is left out.
func (h here) configuredRoots(file string, value any) []*setRoot {
	var list []*setRoot
	dir := path.Dir(file)
	name := func(kind, folder string, steps []any) {
		real := h.realFolder(folder)
		if real == "" {
			return
		}
		root := &setRoot{Path: folder, Kind: kind, real: real}
		if steps != nil {
			root.Config = &rootSource{File: file, Path: steps}
		}
		list = append(list, root)
	}
	name("managed", path.Join(dir, "skills"), nil)
	name("workspace", path.Join(dir, "workspace", "skills"), nil)
	if state := filepath.Base(h.realFolder(dir)); state == ".openclaw" || state == ".clawdbot" {
		name("personal", path.Join(dir, "..", ".agents", "skills"), nil)
	}
	for i, folder := range texts(dig(value, "skills", "load", "extraDirs")) {
		if fixed(folder) {
			name("extra", folder, []any{"skills", "load", "extraDirs", i})
		}
	}
	if workspace, ok := dig(value, "agents", "defaults", "workspace").(string); ok && fixed(workspace) {
		name("workspace", path.Join(filepath.ToSlash(workspace), "skills"), []any{"agents", "defaults", "workspace"})
	}
	entries, _ := dig(value, "agents", "entries").(map[string]any)
	for _, id := range slices.Sorted(maps.Keys(entries)) {
		if workspace, ok := dig(entries[id], "workspace").(string); ok && fixed(workspace) {
			name("workspace", path.Join(filepath.ToSlash(workspace), "skills"), []any{"agents", "entries", id, "workspace"})
		}
	}
	agents, _ := dig(value, "agents", "list").([]any)
	for i := range agents {
		if workspace, ok := dig(agents[i], "workspace").(string); ok && fixed(workspace) {
			name("workspace", path.Join(filepath.ToSlash(workspace), "skills"), []any{"agents", "list", i, "workspace"})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Path < list[j].Path })
	return list
}

// agentsRoot is the .agents/skills above a skill, at or below what the user
// named; nil when there is none. That of the home folder is the personal one.
func (h here) agentsRoot(found *catalog.Skill) *setRoot {
	if found.Rel == "." {
		return nil
	}
	for up := range strings.Count(found.Rel, "/") + 2 {
		folder := above(found.Real, up)
		if filepath.Base(folder) != "skills" || filepath.Base(filepath.Dir(folder)) != ".agents" {
			continue
		}
		if folder == h.realFolder("~/.agents/skills") {
			return ancestor(found, up, "personal")
		}
		return ancestor(found, up, "agents")
	}
	return nil
}

// workshopRoot is the folder above a skill that an agent writes its own skills
// to, agents/ID/agent/workshop-skills of the state folder; nil when there is
// none.
func workshopRoot(found *catalog.Skill) *setRoot {
	segments := strings.Split(found.Rel, "/")
	for i := len(segments) - 1; i > 2; i-- {
		if segments[i] == "workshop-skills" && segments[i-1] == "agent" && segments[i-3] == "agents" {
			return ancestor(found, len(segments)-1-i, "workshop")
		}
	}
	return nil
}

// givenRoot is the folder below which a host would look, when all that is known
// is what the user named: that folder itself when it is called "skills" or is a
// skill, else the first "skills" below it.
func givenRoot(found *catalog.Skill) *setRoot {
	segments := strings.Split(found.Rel, "/")
	if found.Rel == "." {
		return ancestor(found, 0, "given")
	}
	up := len(segments)
	if path.Base(filepath.ToSlash(above(found.Real, up))) != "skills" {
		for i, segment := range segments[:len(segments)-1] {
			if segment == "skills" {
				up = len(segments) - 1 - i
				break
			}
		}
	}
	return ancestor(found, up, "given")
}

// ancestor is the folder so many levels above a skill.
func ancestor(found *catalog.Skill, up int, kind string) *setRoot {
	shown := found.Root
	if rest := strings.Split(found.Rel, "/"); up < len(rest) && found.Rel != "." {
		shown = path.Join(append([]string{found.Root}, rest[:len(rest)-up]...)...)
	}
	return &setRoot{Path: shown, Kind: kind, real: above(found.Real, up)}
}

func above(folder string, levels int) string {
	for range levels {
		folder = filepath.Dir(folder)
	}
	return folder
}

// placeIn finds the root that a folder stands in: the innermost of those that
// OpenClaw is known to use, else the innermost that is guessed from what the
// user named; nil when there is none.
func placeIn(roots []*setRoot, real string) (*setRoot, *setPlace) {
	var best *setRoot
	for _, root := range roots {
		if !folders.Within(real, root.real) {
			continue
		}
		guessed, surer := root.Kind == "given", best != nil && best.Kind != "given"
		if best == nil || !guessed && !surer || guessed != surer && len(root.real) > len(best.real) {
			best = root
		}
	}
	if best == nil {
		return nil, nil
	}
	rel, err := filepath.Rel(best.real, real)
	if err != nil {
		return nil, nil
	}
	place := &setPlace{Root: best.Path, Rel: filepath.ToSlash(rel)}
	if place.Rel != "." {
		place.Depth = 1 + strings.Count(place.Rel, "/")
	}
	return best, place
}

// fixed reports whether a folder of the settings is the same wherever OpenClaw
// is started.
func fixed(folder string) bool {
	return filepath.IsAbs(filepath.FromSlash(folder)) || folder == "~" || strings.HasPrefix(folder, "~/")
}

// here is where a run takes place; its zero value is the process itself.
type here struct {
	// dir is where relative paths begin, "" for the working directory.
	dir string
	// getenv looks up the environment, nil for that of the process.
	getenv func(string) (string, bool)
}

func (h here) lookup(name string) (string, bool) {
	if h.getenv == nil {
		return os.LookupEnv(name)
	}
	return h.getenv(name)
}

// home is the home folder, if one is known.
func (h here) home() (string, bool) {
	if h.getenv == nil {
		home, err := os.UserHomeDir()
		return home, err == nil
	}
	home, _ := h.getenv("HOME")
	return home, home != ""
}

// realFolder is the real path of a folder as settings write it, "~" taken for the
// home folder and a relative one for one of the working directory; empty when it
// is not there. It may be no folder: then nothing lies in it.
func (h here) realFolder(name string) string {
	real, err := filepath.EvalSymlinks(folders.From(h.dir, h.expandHome(name)))
	if err != nil {
		return ""
	}
	if real, err = filepath.Abs(real); err != nil {
		return ""
	}
	return real
}

// expandHome puts the home folder for a leading "~".
func (h here) expandHome(folder string) string {
	if rest, ok := strings.CutPrefix(folder, "~"); ok && (rest == "" || rest[0] == '/') {
		if home, ok := h.home(); ok {
			folder = home + rest
		}
	}
	return filepath.FromSlash(folder)
}

// dig walks down maps and lists; nil when a step is not there.
func dig(value any, steps ...string) any {
	for _, step := range steps {
		switch node := value.(type) {
		case map[string]any:
			value = node[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(node) {
				return nil
			}
			value = node[i]
		default:
			return nil
		}
	}
	return value
}

func texts(value any) []string {
	list, _ := value.([]any)
	var words []string
	for _, entry := range list {
		text, _ := entry.(string)
		words = append(words, text)
	}
	return words
}
