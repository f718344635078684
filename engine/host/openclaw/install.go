package openclaw

import (
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/document"
)

// States of an installer.
const (
	// InstallOK: the loader keeps it and running it gets as far as the tool.
	InstallOK = "ok"
	// InstallDropped: the loader leaves it out without a word.
	InstallDropped = "dropped"
	// InstallFails: the loader keeps and offers it, and running it is refused.
	InstallFails = "runs-not"
)

// InstallSpec is one installer of a skill's dependency.
type InstallSpec struct {
	// Index is the place in the list as written.
	Index int    `json:"index"`
	Path  []any  `json:"path"`
	Kind  string `json:"kind"`
	// ID is what the installer is called, empty when it is dropped. Without an
	// id of its own it is the kind and the place among those that are kept.
	ID     string   `json:"id"`
	Status string   `json:"status"`
	Reason string   `json:"reason,omitempty"`
	Field  string   `json:"field,omitempty"` // the key that Reason is about
	Bins   []string `json:"bins"`
	OS     []string `json:"os"`
	// Target is the formula, package, module or URL as written.
	Target string `json:"target"`
	// Pinned means that the target names one version; Hashed that a download
	// has a checksum.
	Pinned bool `json:"pinned"`
	Hashed bool `json:"hashed"`
}

// installPatterns are those of OpenClaw 2026.9.6: what is kept when metadata is
// read, and what is accepted when the installer runs.
type installPatterns struct {
	keepBrew, keepGo, keepUV          *regexp.Regexp
	runBrew, runNode, runGo, runUV    *regexp.Regexp
	npmName, npmScoped, npmTag, exact *regexp.Regexp
}

var installRules = sync.OnceValue(func() installPatterns {
	return installPatterns{
		keepBrew:  regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9@+._/-]*$`),
		keepGo:    regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~+\-/]*(?:@[A-Za-z0-9][A-Za-z0-9._~+\-/]*)?$`),
		keepUV:    regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._\-\[\]=<>!~+,]*$`),
		runBrew:   regexp.MustCompile(`^[a-z0-9][a-z0-9+._@-]*(/[a-z0-9][a-z0-9+._@-]*){0,2}$`),
		runNode:   regexp.MustCompile(`^(@[a-z0-9._-]+/)?[a-z0-9._-]+(@[a-z0-9^~>=<.*|-]+)?$`),
		runGo:     regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9._/-]*@[a-z0-9v._-]+$`),
		runUV:     regexp.MustCompile(`(?i)^[a-z0-9][a-z0-9._-]*(\[[a-z0-9,._-]+\])?(([><=!~]=?|===?)[a-z0-9.*_-]+)?$`),
		npmName:   regexp.MustCompile(`^[a-z0-9][a-z0-9\-._~]*$`),
		npmScoped: regexp.MustCompile(`^@[a-z0-9][a-z0-9\-._~]*/[a-z0-9][a-z0-9\-._~]*$`),
		npmTag:    regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`),
		exact:     regexp.MustCompile(`^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$`),
	}
})

// maxInstallers bounds how many installers of one skill are listed.
const maxInstallers = 200

func (oc *View) readInstall(n *document.Node, where []any) {
	if n == nil || n.Kind == document.Null {
		return
	}
	if n.Kind != document.Array {
		oc.misfit(n, where, "install", "list")
		return
	}
	kept := 0
	for i, item := range n.Items {
		if i == maxInstallers {
			return
		}
		spec := oc.installSpec(item, appended(where, i))
		spec.Index = i
		if spec.Status != InstallDropped {
			if spec.ID == "" {
				spec.ID = spec.Kind + "-" + strconv.Itoa(kept)
			}
			kept++
		}
		oc.Install = append(oc.Install, spec)
	}
}

func (oc *View) installSpec(n *document.Node, where []any) InstallSpec {
	spec := InstallSpec{Path: where, Status: InstallOK, Bins: []string{}, OS: []string{}}
	if n.Kind != document.Object {
		return spec.dropped("", "it is not an object but "+withArticle(n.Kind))
	}
	oc.unread(n, where, "install", "id", "kind", "type", "label", "bins", "os", "formula", "cask", "package",
		"module", "url", "sha256", "archive", "extract", "stripComponents", "targetDir")
	kind, ok := text1(member(n, "kind"))
	if !ok {
		kind, _ = text1(member(n, "type"))
	}
	spec.Kind = strings.ToLower(strings.TrimSpace(kind))
	spec.ID, _ = text1(member(n, "id"))
	spec.ID = strings.TrimSpace(spec.ID)
	spec.Bins = oc.list(member(n, "bins"), appended(where, "bins"), "install.bins")
	spec.OS = oc.list(member(n, "os"), appended(where, "os"), "install.os")
	switch spec.Kind {
	case "brew":
		return spec.brew(n)
	case "node":
		return spec.node(n)
	case "go":
		return spec.golang(n)
	case "uv":
		return spec.uv(n)
	case "download":
		return spec.download(n)
	case "":
		return spec.dropped("kind", "it has no kind")
	}
	return spec.dropped("kind", "there is no kind "+strconv.Quote(spec.Kind))
}

func withArticle(k document.Kind) string {
	if k == document.Null {
		return "null"
	}
	return "a " + k.String() // objects are what is wanted
}

func (s InstallSpec) dropped(field, reason string) InstallSpec {
	s.Status, s.Field, s.Reason, s.ID = InstallDropped, field, reason, ""
	return s
}

func (s InstallSpec) fails(field, reason string) InstallSpec {
	s.Status, s.Field, s.Reason = InstallFails, field, reason
	return s
}

// take reads the trimmed string of a key.
func take(n *document.Node, key string) string {
	text, _ := text1(member(n, key))
	return strings.TrimSpace(text)
}

func (s InstallSpec) brew(n *document.Node) InstallSpec {
	keep := func(formula string) bool {
		return installRules().keepBrew.MatchString(formula) && !strings.Contains(formula, "..")
	}
	field := "formula"
	s.Target = take(n, field)
	if !keep(s.Target) {
		if cask := take(n, "cask"); cask != "" {
			field, s.Target = "cask", cask
		}
	}
	switch {
	case s.Target == "":
		return s.dropped(field, "it has no formula")
	case !keep(s.Target):
		return s.dropped(field, "the "+field+" "+strconv.Quote(s.Target)+" is not a name that Homebrew could have")
	case !installRules().runBrew.MatchString(s.Target):
		return s.fails(field, "when it runs, the "+field+" "+strconv.Quote(s.Target)+" is refused: only lower case and at most two slashes are accepted")
	}
	return s
}

func (s InstallSpec) node(n *document.Node) InstallSpec {
	s.Target = take(n, "package")
	if s.Target == "" {
		return s.dropped("package", "it has no package")
	}
	if why := npmProblem(s.Target); why != "" {
		return s.dropped("package", "the package "+strconv.Quote(s.Target)+" "+why)
	}
	if at := strings.LastIndex(s.Target, "@"); at > 0 {
		s.Pinned = installRules().exact.MatchString(s.Target[at+1:])
	}
	if !installRules().runNode.MatchString(s.Target) {
		return s.fails("package", "when it runs, the package "+strconv.Quote(s.Target)+" is refused: only lower case is accepted")
	}
	return s
}

// npmProblem says why a package is not one of the npm registry, as
// validateRegistryNpmSpec does.
func npmProblem(spec string) string {
	rules := installRules()
	switch {
	case strings.HasPrefix(spec, "-"):
		return "starts with a hyphen"
	case strings.ContainsAny(spec, " \t\r\n"):
		return "has a blank in it"
	case strings.ContainsAny(spec, ":#"):
		return "is not a name in the npm registry"
	}
	name, selector, has := spec, "", false
	if at := strings.LastIndex(spec, "@"); at > 0 {
		name, selector, has = spec[:at], spec[at+1:], true
	}
	if !rules.npmName.MatchString(name) && !rules.npmScoped.MatchString(name) {
		return "is not a name in the npm registry"
	}
	switch {
	case !has:
		return ""
	case selector == "":
		return "has no version after the @"
	case rules.exact.MatchString(selector), rules.npmTag.MatchString(selector):
		return ""
	}
	return "asks for a range of versions; only one version or a tag is accepted"
}

func (s InstallSpec) golang(n *document.Node) InstallSpec {
	s.Target = take(n, "module")
	switch {
	case s.Target == "":
		return s.dropped("module", "it has no module")
	case !installRules().keepGo.MatchString(s.Target):
		return s.dropped("module", "the module "+strconv.Quote(s.Target)+" is not a Go module path")
	}
	_, version, has := strings.Cut(s.Target, "@")
	s.Pinned = has && installRules().exact.MatchString(version)
	if !has {
		return s.fails("module", "when it runs, the module "+strconv.Quote(s.Target)+" is refused: it needs a version, such as @v1.2.3")
	}
	if !installRules().runGo.MatchString(s.Target) {
		return s.fails("module", "when it runs, the module "+strconv.Quote(s.Target)+" is refused: the version may only have lower-case letters, digits, dots, hyphens and underscores")
	}
	return s
}

func (s InstallSpec) uv(n *document.Node) InstallSpec {
	s.Target = take(n, "package")
	switch {
	case s.Target == "":
		return s.dropped("package", "it has no package")
	case !installRules().keepUV.MatchString(s.Target):
		return s.dropped("package", "the package "+strconv.Quote(s.Target)+" is not a name of the Python package index")
	}
	s.Pinned = strings.Contains(s.Target, "==") && !strings.Contains(s.Target, "*")
	if !installRules().runUV.MatchString(s.Target) {
		return s.fails("package", "when it runs, the package "+strconv.Quote(s.Target)+" is refused: one name, extras and at most one version are accepted")
	}
	return s
}

func (s InstallSpec) download(n *document.Node) InstallSpec {
	s.Target = take(n, "url")
	if s.Target == "" {
		return s.dropped("url", "it has no url")
	}
	parsed, err := url.Parse(s.Target)
	if err != nil || strings.ContainsAny(s.Target, " \t\r\n") || parsed.Host == "" ||
		parsed.Scheme != "http" && parsed.Scheme != "https" {
		return s.dropped("url", "the url "+strconv.Quote(s.Target)+" is not an http or https address")
	}
	if sum := member(n, "sha256"); sum != nil {
		text, ok := text1(sum)
		if text = strings.TrimSpace(text); !ok || !hexadecimal(text, 64) {
			return s.dropped("sha256", "the sha256 "+strconv.Quote(shown(sum))+" is not 64 hexadecimal digits in quotes")
		}
		s.Hashed, s.Pinned = true, true
	}
	if target := take(n, "targetDir"); leavesTools(target) {
		return s.fails("targetDir", "when it runs, the targetDir "+strconv.Quote(target)+" is refused: it must stay in the skill's own tools folder")
	}
	archive := strings.ToLower(take(n, "archive"))
	if archive == "" {
		archive = archiveOf(path.Base(parsed.Path))
	}
	extract, asked := member(n, "extract"), false
	if extract != nil {
		asked, _ = extract.Value.(bool)
	}
	switch {
	case asked && archive == "":
		return s.fails("extract", "when it runs, it is refused: extract is on and the url does not end in .tar.gz, .tar.bz2 or .zip")
	case archive != "" && archive != "tar.gz" && archive != "tar.bz2" && archive != "zip" && (asked || extract == nil || extract.Kind != document.Bool):
		return s.fails("archive", "when it runs, the archive "+strconv.Quote(archive)+" is refused: only tar.gz, tar.bz2 and zip are known")
	}
	return s
}

// leavesTools is true for a target folder outside the skill's tools folder,
// whose place is not known here: absolute paths are taken to be outside.
func leavesTools(dir string) bool {
	if dir == "" {
		return false
	}
	if strings.HasPrefix(dir, "~") || strings.HasPrefix(dir, "/") || len(dir) > 2 && dir[1] == ':' {
		return true
	}
	clean := path.Clean(dir)
	return clean == ".." || strings.HasPrefix(clean, "../")
}

func archiveOf(name string) string {
	lower := strings.ToLower(name)
	for _, known := range [][2]string{
		{".tar.gz", "tar.gz"}, {".tgz", "tar.gz"}, {".tar.bz2", "tar.bz2"}, {".tbz2", "tar.bz2"}, {".zip", "zip"},
	} {
		if strings.HasSuffix(lower, known[0]) {
			return known[1]
		}
	}
	return ""
}

func hexadecimal(text string, length int) bool {
	if len(text) != length {
		return false
	}
	for _, r := range text {
		if !(r >= '0' && r <= '9' || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F') {
			return false
		}
	}
	return true
}
