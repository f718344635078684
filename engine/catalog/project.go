package catalog

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/agent"
)

// Project is a folder that agents work in: it holds files that they obey, and is in no
// skill.
type Project struct {
	// Path is the folder as the user gave it, slash-separated; Real the same folder with
	// all links resolved.
	Path string
	Real string
	// Root is the argument that it was found under.
	Root string
}

// WithProjects has folders listed that agents work in.
func WithProjects() Option { return func(w *walker) { w.projects = map[string]bool{} } }

// project notes the folder that an entry belongs to which agents obey: a file, or a link
// to one.
func (w *walker) project(at place, folder bool) {
	if w.projects == nil || at.inside != "" {
		return
	}
	name := path.Join(inFolder(w.base(at)), at.rel)
	of := agent.Of
	if folder {
		of = agent.OfFolder // a link stands for all that is in it
	}
	file, ok := of(name)
	if !ok {
		return
	}
	up := strings.Count(name, "/") + 1
	if file.Base != "." {
		up -= strings.Count(file.Base, "/") + 1
	}
	shown, real := at.shown, at.real
	for range up {
		shown, real = parent(shown), filepath.Dir(real)
	}
	w.addProject(Project{Path: shown, Real: real, Root: at.root})
}

// base is the real folder of the argument that a place was found under.
func (w *walker) base(at place) string {
	real := at.real
	for range strings.Count(at.rel, "/") + 1 {
		real = filepath.Dir(real)
	}
	return real
}

// inFolder is the end of a path from the folder of an agent on, such as .claude or
// .claude/commands, "" for any other: of such a folder the project is the one around it.
func inFolder(real string) string {
	tail := ""
	for range maxAgentFolders {
		base := filepath.Base(real)
		if tail = path.Join(base, tail); strings.HasPrefix(base, ".") && agent.Leads(tail) {
			return tail
		}
		real = filepath.Dir(real)
	}
	return ""
}

// maxAgentFolders bounds how far up the folder of an agent is looked for.
const maxAgentFolders = 8

// parent is the folder around one, as the user would write it.
func parent(shown string) string {
	if shown == "." || strings.HasSuffix(shown, "..") {
		return path.Join(shown, "..")
	}
	return path.Dir(shown)
}

func (w *walker) addProject(one Project) {
	if w.projects == nil || w.projects[one.Real] {
		return
	}
	w.projects[one.Real] = true
	w.found.Projects = append(w.found.Projects, one)
}

// projectOf is the project of a file that the user named, if agents obey it.
func (w *walker) projectOf(shown, real string) bool {
	if w.projects == nil {
		return false
	}
	file, ok := agent.Of(filepath.ToSlash(real))
	if !ok {
		return false
	}
	if filepath.Base(shown) != filepath.Base(real) {
		shown = filepath.ToSlash(real) // a link elsewhere
	}
	dir := filepath.FromSlash(file.Base)
	for folder := filepath.Dir(real); ; folder, shown = filepath.Dir(folder), parent(shown) {
		if folder == dir || folder == string(filepath.Separator)+dir || folder == filepath.Dir(folder) {
			w.addProject(Project{Path: parent(shown), Real: folder, Root: parent(shown)})
			return true
		}
	}
}
