package install

import (
	"cmp"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/skill"
)

// packageFacts is #PackageFacts of schema/install.cue.
type packageFacts struct {
	File         string              `json:"file"`
	Name         string              `json:"name"`
	Version      string              `json:"version"`
	Scripts      []packageScript     `json:"scripts"`
	Dependencies []packageDependency `json:"dependencies"`
	Integrity    string              `json:"integrity"`
	Tarball      string              `json:"tarball"`
	Problem      string              `json:"problem"`
}

type packageScript struct {
	Name    string `json:"name"`
	Command string `json:"command"`
}

type packageDependency struct {
	Name     string `json:"name"`
	Spec     string `json:"spec"`
	Pinned   bool   `json:"pinned"`
	Registry bool   `json:"registry"`
}

// maxPackages bounds how many packages below node_modules are listed that say
// something of note.
const maxPackages = 2_000

// packageReader collects what package.json files say.
type packageReader struct {
	own      *packageFacts
	packages []*packageFacts
	build    map[string]bool // folders with a binding.gyp, which npm builds by itself
}

func newPackageReader() *packageReader { return &packageReader{build: map[string]bool{}} }

// visit is a visitor of [skill.Inventory].
func (r *packageReader) visit(f *skill.File, text []byte) {
	base, dir := path.Base(f.Path), path.Dir(f.Path)
	switch {
	case base == "binding.gyp":
		r.build[dir] = true
	case base != "package.json":
	case dir == ".":
		r.own = readPackage(f.Path, text)
	case isPackageFolder(dir) && len(r.packages) < maxPackages:
		r.packages = append(r.packages, readPackage(f.Path, text))
	}
}

// isPackageFolder is true for node_modules/NAME and node_modules/@SCOPE/NAME,
// wherever they are.
func isPackageFolder(dir string) bool {
	parent := path.Dir(dir)
	if strings.HasPrefix(path.Base(parent), "@") {
		parent = path.Dir(parent)
	}
	return path.Base(parent) == "node_modules"
}

// list are the packages, sorted by file. What npm builds by itself counts as a
// script.
func (r *packageReader) list() []*packageFacts {
	for _, one := range append(slices.Clone(r.packages), r.own) {
		if one == nil || !r.build[path.Dir(one.File)] {
			continue
		}
		if !slices.ContainsFunc(one.Scripts, func(s packageScript) bool { return s.Name == "install" || s.Name == "preinstall" }) {
			one.Scripts = append(one.Scripts, packageScript{"install", "node-gyp rebuild"})
		}
	}
	sort.Slice(r.packages, func(i, j int) bool { return r.packages[i].File < r.packages[j].File })
	if r.packages == nil {
		return []*packageFacts{}
	}
	return r.packages
}

// packageText is a package.json, or the metadata that OpenClaw 2026.9.6 gives of a
// package before it fetches it.
type packageText struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	PackageName          string            `json:"packageName"`
	Scripts              map[string]any    `json:"scripts"`
	Dependencies         map[string]any    `json:"dependencies"`
	OptionalDependencies map[string]any    `json:"optionalDependencies"`
	Resolution           packageResolution `json:"resolution"`
}

type packageResolution struct {
	Name      string `json:"name"`
	Version   string `json:"version"`
	Integrity string `json:"integrity"`
	Tarball   string `json:"tarball"`
}

// installScripts are the scripts that npm runs by itself when a package is
// installed, in their order.
func installScripts() []string { return []string{"preinstall", "install", "postinstall", "prepare"} }

var versionForms = sync.OnceValue(func() [2]*regexp.Regexp {
	return [2]*regexp.Regexp{
		regexp.MustCompile(`^=?v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$`),
		// A range of versions or a tag: neither an address nor a path.
		regexp.MustCompile(`^[0-9A-Za-z.^~<>=|*+ -]*$`),
	}
})

// readPackage reads a package.json, or metadata of a registry.
func readPackage(file string, text []byte) *packageFacts {
	facts := &packageFacts{File: file, Scripts: []packageScript{}, Dependencies: []packageDependency{}}
	var read packageText
	if err := json.Unmarshal(text, &read); err != nil {
		facts.Problem = "it is not the JSON of a package: " + strings.TrimPrefix(err.Error(), "json: ")
		return facts
	}
	facts.Name, facts.Version = read.Name, read.Version
	facts.Name = cmp.Or(facts.Name, read.PackageName)
	if read.Resolution != (packageResolution{}) {
		facts.Version, facts.Integrity, facts.Tarball = read.Resolution.Version, read.Resolution.Integrity, read.Resolution.Tarball
	}
	for _, name := range installScripts() {
		if command, ok := read.Scripts[name].(string); ok && strings.TrimSpace(command) != "" {
			facts.Scripts = append(facts.Scripts, packageScript{name, command})
		}
	}
	for _, list := range []map[string]any{read.Dependencies, read.OptionalDependencies} {
		for name, spec := range list {
			text, _ := spec.(string)
			forms := versionForms()
			facts.Dependencies = append(facts.Dependencies, packageDependency{
				Name: name, Spec: text, Pinned: forms[0].MatchString(text), Registry: forms[1].MatchString(text) || strings.HasPrefix(text, "npm:"),
			})
		}
	}
	sort.Slice(facts.Dependencies, func(i, j int) bool {
		a, b := facts.Dependencies[i], facts.Dependencies[j]
		return a.Name < b.Name || a.Name == b.Name && a.Spec < b.Spec
	})
	return facts
}
