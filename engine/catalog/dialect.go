package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// flatLimits bound what is found in the roots of hosts that have no limits of
// their own.
func flatLimits() Limits {
	return Limits{Candidates: 100_000, Loaded: 100_000, FileBytes: leastManifest}
}

// foreign says that the host is not OpenClaw.
func (h *Host) foreign() bool { return h.Dialect == DialectClaude || h.Dialect == DialectZeroClaw }

// foreignConfig reads the configuration of another host than OpenClaw: ZeroClaw's
// config.toml; Claude Code has nothing that says where skills are.
func (h *Host) foreignConfig(ctx context.Context) (*document.Document, error) {
	if h.Dialect == DialectClaude {
		place := filepath.Join(h.UserHome(), ".claude")
		return &document.Document{File: place, Root: &document.Node{Kind: document.Object, File: place}}, nil
	}
	place := h.ConfigPath
	if place == "" {
		place = filepath.Join(h.UserHome(), ".zeroclaw", "config.toml")
	}
	root, err := folders.Open(filepath.Dir(place))
	if errors.Is(err, fs.ErrNotExist) {
		return &document.Document{File: place, Root: &document.Node{Kind: document.Object, File: place}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read configuration %q: %w", place, folders.Bare(err))
	}
	defer func() { _ = root.Close() }()
	doc, err := document.Read(ctx, root, filepath.Base(place), document.WithDir(filepath.ToSlash(filepath.Dir(place))))
	if errors.Is(err, fs.ErrNotExist) {
		doc, err = &document.Document{File: place}, nil
	}
	if err == nil && doc.Root == nil {
		doc.Root = &document.Node{Kind: document.Object, File: place}
	}
	return doc, err
}

// foreignRoots lists the folders that another host than OpenClaw loads skills
// from, the weakest first: of Claude Code those of the project and of the user,
// of ZeroClaw the open skills, where they are switched on, and those of its
// workspace. A skill is a folder right below one.
func (h *Host) foreignRoots(config *document.Node, add func(tier, path string, setting ...any)) {
	if h.Dialect == DialectClaude {
		add("claude-project", filepath.Join(h.Cwd, ".claude", "skills"))
		folder := filepath.Join(h.UserHome(), ".claude")
		if named := h.value("CLAUDE_CONFIG_DIR"); named != "" {
			folder = h.Expand(named)
		}
		add("claude-personal", filepath.Join(folder, "skills"))
		return
	}
	if enabled, _ := config.At("skills", "open_skills_enabled").Interface().(bool); enabled {
		folder := h.Expand(config.At("skills", "open_skills_dir").Text())
		if folder == "" {
			folder = filepath.Join(h.UserHome(), "open-skills")
		}
		add("zeroclaw-open", filepath.Join(folder, "skills"), "skills", "open_skills_dir")
	}
	add("zeroclaw-workspace", filepath.Join(h.zeroclawWorkspace(), "skills"))
}

// zeroclawWorkspace is the folder that ZeroClaw works in.
func (h *Host) zeroclawWorkspace() string {
	if h.Workspace != "" {
		return h.Expand(h.Workspace)
	}
	if named := h.value("ZEROCLAW_WORKSPACE"); named != "" {
		return h.Expand(named)
	}
	if h.ConfigPath != "" {
		return filepath.Join(filepath.Dir(h.absolute(h.ConfigPath)), "workspace")
	}
	return filepath.Join(h.UserHome(), ".zeroclaw", "workspace")
}

// foreignView leaves out of a manifest what no other host than OpenClaw reads.
func foreignView(view *SkillView, dialect string) *SkillView {
	if view.Problem != "" {
		return view
	}
	plain := &SkillView{
		Name: view.Name, Description: view.Description, Key: view.Name, Model: true, User: true, Bare: view.Bare,
		OS: []string{}, Bins: []string{}, AnyBins: []string{}, Env: []string{}, Config: []string{},
	}
	if dialect == DialectClaude {
		plain.Model, plain.User = view.Model, view.User
	}
	return plain
}

// tomlView reads a SKILL.toml of ZeroClaw.
func tomlView(dir string, source []byte) *SkillView {
	view := &SkillView{OS: []string{}, Bins: []string{}, AnyBins: []string{}, Env: []string{}, Config: []string{}, Model: true, User: true}
	doc, err := document.Parse(context.Background(), tomlManifest, source, document.TOML)
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
	view.Name, view.Description = cmp.Or(frontmatter.Trim(own.At("name").Text()), dir), frontmatter.Trim(own.At("description").Text())
	view.Key = view.Name
	return view
}
