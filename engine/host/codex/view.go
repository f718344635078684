package codex

import (
	"context"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// ownFile is what Codex reads beside the manifest, and maxOwn how much of it is read, in
// bytes.
const (
	ownFile = "agents/openai.yaml"
	maxOwn  = 1 << 20
)

// reader reads manifests as Codex does under a configuration.
type reader struct {
	off     switches
	plugins []plugin
	told    bool
}

// view reads the name, the description and whether the model is told of the skill. That
// of a plugin is called after it, too.
func (r reader) view(m catalog.Manifest) *catalog.SkillView {
	view := catalog.NewSkillView()
	read := readManifest(m.Dir, m.Source)
	if view.Problem, view.Line = read.problem, read.line; view.Problem != "" {
		return view
	}
	view.Name, view.Description, view.Bare = read.name, read.description, read.bare
	for _, plugin := range r.plugins {
		if slices.ContainsFunc(plugin.skills, func(dir string) bool { return folders.Within(m.Path, dir) }) {
			view.Name = plugin.name + ":" + view.Name
		}
	}
	own := readOwn(m.Folder)
	view.Key, view.User, view.Model = view.Name, true, r.told && !own.unasked
	view.Off = r.off.of(view.Name, filepath.Join(m.Path, m.Name))
	if view.Off == "" && own.elsewhere {
		view.Off = "policy.products in its " + ownFile + " does not name codex"
	}
	return view
}

// own is what a skill says to Codex alone: the model is not told of it, or it is for
// other products.
type own struct{ unasked, elsewhere bool }

// readOwn reads it. A file with a mistake says nothing.
func readOwn(folder *os.Root) own {
	text := readFile(folder, ownFile)
	if text == nil {
		return own{}
	}
	doc, err := document.Parse(context.Background(), ownFile, text, document.YAML, document.WithMaxAliased(100))
	if err != nil {
		return own{}
	}
	policy := doc.Root.At("policy")
	products, implicit := policy.At("products"), policy.At("allow_implicit_invocation")
	if implicit != nil && implicit.Kind != document.Bool && implicit.Kind != document.Null {
		return own{}
	}
	names := products.Texts()
	known := products != nil && products.Kind == document.Array && len(names) == len(products.Items)
	for i, name := range names {
		names[i] = strings.ToLower(name)
		known = known && (name == names[i] || name == strings.ToUpper(name)) && slices.Contains([]string{"atlas", "chatgpt", "codex"}, names[i])
	}
	if products != nil && products.Kind != document.Null && !known {
		return own{} // a product that it does not know is a mistake
	}
	allowed, said := implicit.Interface().(bool)
	return own{unasked: said && !allowed, elsewhere: len(names) > 0 && !slices.Contains(names, "codex")}
}

// readFile reads a file of a skill, nil where there is none that can be read. Codex
// follows a link there; one that leads out of the skill is not followed here.
func readFile(root *os.Root, name string) []byte {
	if root == nil {
		return nil
	}
	file, err := root.OpenFile(path.Clean(name), os.O_RDONLY|folders.NoWait, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxOwn {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(file, maxOwn))
	if err != nil {
		return nil
	}
	return text
}
