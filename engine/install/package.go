package install

import (
	"cmp"
	"context"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/scan"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/document"
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

	// entries are the files that it has loaded as code.
	entries []string
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
	servers  []packageServer
	build    map[string]bool // folders with a binding.gyp, which npm builds by itself
}

func newPackageReader() *packageReader {
	return &packageReader{build: map[string]bool{}, servers: []packageServer{}}
}

// visit is a visitor of [skill.Inventory].
func (r *packageReader) visit(f *skill.File, text []byte) {
	base, dir := path.Base(f.Path), path.Dir(f.Path)
	below := strings.Contains("/"+f.Path, "/node_modules/")
	if isJSON(f.Ext) && !below {
		r.servers = append(r.servers, readServers(f.Path, text)...)
	}
	switch {
	case base == "binding.gyp":
		r.build[dir] = true
	case !strings.EqualFold(base, "package.json"): // a name that is this one on some systems
	case dir == "." && (r.own == nil || base == "package.json"):
		r.own = r.read(f.Path, text)
	case dir != "." && (!below || isPackageFolder(dir)) && len(r.packages) < maxPackages:
		r.packages = append(r.packages, r.read(f.Path, text))
	}
}

// read reads a package.json, and notes what it has loaded as code.
func (r *packageReader) read(file string, text []byte) *packageFacts {
	facts := readPackage(file, text)
	for _, entry := range facts.entries {
		r.servers = append(r.servers, packageServer{File: file, Name: entry, Kind: kindEntry, Command: entry, entry: path.Join(path.Dir(file), entry)})
	}
	return facts
}

// isPackageFolder is true for node_modules/NAME and node_modules/@SCOPE/NAME,
// wherever they are. Below others are what their makers tried them on; outside of
// node_modules any folder may be a workspace, whose scripts npm runs as well.
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

// installScripts are the scripts that npm runs by itself when a package is
// installed, in their order.
func installScripts() []string {
	return []string{"preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "dependencies"}
}

var versionForms = sync.OnceValue(func() [2]*regexp.Regexp {
	return [2]*regexp.Regexp{
		regexp.MustCompile(`^=?v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$`),
		// A range of versions or a tag: neither an address nor a path.
		regexp.MustCompile(`^[0-9A-Za-z.^~<>=|*+ -]*$`),
	}
})

// packageNode is an object of a package.json. Programs differ in which of two
// occurrences of a key counts: the last gives a value, and all are looked through for
// what runs and what is fetched.
type packageNode struct{ *document.Node }

// all are the values of a key.
func (n packageNode) all(key string) []packageNode {
	var list []packageNode
	if n.Node == nil {
		return nil
	}
	for _, m := range n.Members {
		if m.Key == key {
			list = append(list, packageNode{m.Value})
		}
	}
	return list
}

// one is the value of a key that counts, empty for none.
func (n packageNode) one(key string) packageNode {
	if list := n.all(key); len(list) > 0 {
		return list[len(list)-1]
	}
	return packageNode{}
}

// text is a string, "" for anything else.
func (n packageNode) text() string {
	if n.Node == nil {
		return ""
	}
	text, _ := n.Value.(string)
	return text
}

// texts are the strings in a value.
func (n packageNode) texts(list []string) []string {
	if n.Node == nil {
		return list
	}
	if text := n.text(); text != "" {
		list = append(list, text)
	}
	for _, item := range n.Items {
		list = packageNode{item}.texts(list)
	}
	for _, m := range n.Members {
		list = packageNode{m.Value}.texts(list)
	}
	return list
}

// readPackage reads a package.json, or the metadata that OpenClaw 2026.9.6 gives of a
// package before it fetches it.
func readPackage(file string, text []byte) *packageFacts {
	facts := &packageFacts{File: file, Scripts: []packageScript{}, Dependencies: []packageDependency{}}
	decoded, ok := scan.Text(text)
	var root packageNode
	if doc, err := document.Parse(context.Background(), file, decoded, document.JSON5, document.WithMaxSize(maxMetadata)); err == nil && ok {
		root.Node = doc.Root
	}
	if root.Node == nil || root.Kind != document.Object {
		facts.Problem = "it is not the JSON of a package"
		return facts
	}
	facts.Name, facts.Version = cmp.Or(root.one("name").text(), root.one("packageName").text()), root.one("version").text()
	if resolution := root.one("resolution"); resolution.Node != nil && len(resolution.Members) > 0 {
		facts.Version, facts.Integrity, facts.Tarball = resolution.one("version").text(), resolution.one("integrity").text(), resolution.one("tarball").text()
	}
	for _, name := range installScripts() {
		for _, scripts := range root.all("scripts") {
			for _, script := range scripts.all(name) {
				if command := script.text(); strings.TrimSpace(command) != "" {
					facts.Scripts = append(facts.Scripts, packageScript{name, command})
				}
			}
		}
	}
	for _, list := range append(root.all("dependencies"), root.all("optionalDependencies")...) {
		facts.depend(list)
	}
	for _, key := range []string{"main", "bin", "module", "exports"} {
		for _, value := range root.all(key) {
			facts.entries = value.texts(facts.entries)
		}
	}
	facts.entries = root.one("openclaw").one("extensions").texts(facts.entries)
	return facts
}

// depend takes over what a package depends on.
func (f *packageFacts) depend(list packageNode) {
	forms := versionForms()
	for _, m := range list.Members {
		text := packageNode{m.Value}.text()
		f.Dependencies = append(f.Dependencies, packageDependency{
			Name: m.Key, Spec: text, Pinned: forms[0].MatchString(text), Registry: forms[1].MatchString(text) || strings.HasPrefix(text, "npm:"),
		})
	}
	sort.Slice(f.Dependencies, func(i, j int) bool {
		a, b := f.Dependencies[i], f.Dependencies[j]
		return a.Name < b.Name || a.Name == b.Name && a.Spec < b.Spec
	})
}
