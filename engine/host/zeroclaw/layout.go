package zeroclaw

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/engine/host/openclaw/loading"
	"github.com/skillctl/skillctl/internal/document"
)

// Layout says where the skills are: the open skills, where they are switched on,
// and those of the workspace. A skill is a folder right below one of these.
func (h Host) Layout(config *document.Node, _ agents.Agent) (catalog.Layout, error) {
	rules, err := catalog.ReadRules()
	if err != nil {
		return catalog.Layout{}, err
	}
	var roots []catalog.Root
	add := func(tier, path string, setting ...any) {
		roots = append(roots, rules.Root(len(roots), tier, path, setting))
	}
	if enabled, _ := config.At("skills", "open_skills_enabled").Interface().(bool); enabled {
		folder := h.Expand(config.At("skills", "open_skills_dir").Text())
		if folder == "" {
			folder = filepath.Join(h.UserHome(), "open-skills")
		}
		add("zeroclaw-open", filepath.Join(folder, "skills"), "skills", "open_skills_dir")
	}
	add("zeroclaw-workspace", filepath.Join(h.workspace(), "skills"))
	return catalog.Layout{
		Roots: roots, Limits: catalog.FlatLimits(), Manifests: []string{catalog.TOMLManifest, catalog.ManifestName}, View: view,
	}, nil
}

// view reads SKILL.toml, or the name and description of a SKILL.md.
func view(m catalog.Manifest) *catalog.SkillView {
	if m.Name == catalog.TOMLManifest {
		return tomlView(m.Dir, m.Source)
	}
	return loading.View(m.Dir, m.Source, nil).Outline()
}

// tomlView reads a SKILL.toml.
func tomlView(dir string, source []byte) *catalog.SkillView {
	view := catalog.NewSkillView()
	view.Model, view.User = true, true
	doc, err := document.Parse(context.Background(), catalog.TOMLManifest, source, document.TOML)
	var wrong *document.Error
	switch {
	case errors.As(err, &wrong):
		view.Problem, view.Line = wrong.Message, wrong.Span.Start.Line
		return view
	case err != nil:
		view.Problem = err.Error()
		return view
	}
	own := doc.Root.At("skill")
	view.Name, view.Description = frontmatter.Trim(own.At("name").Text()), frontmatter.Trim(own.At("description").Text())
	if view.Name == "" {
		view.Name = dir
	}
	view.Key = view.Name
	return view
}
