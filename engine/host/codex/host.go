package codex

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// Host is a machine as Codex sees it.
type Host struct{ *machine.Machine }

// settings are the keys of the configuration that say something of skills. The rest is
// left out: some of its names mean something else to the product that our settings of
// agents are read by.
func settings() []string { return []string{"skills", "plugins", "features", "project_root_markers"} }

// ReadConfig reads what config.toml of the user says of skills: neither that of a
// project nor that of the machine switches one off. The root is an empty object where
// there is none.
func (h Host) ReadConfig(ctx context.Context) (*document.Document, error) {
	place := filepath.Join(h.Folder(), "config.toml")
	doc := &document.Document{File: place}
	root, err := folders.Open(h.Folder())
	switch {
	case folders.Missing(err):
	case err != nil:
		return nil, fmt.Errorf("read configuration %q: %w", place, folders.Cause(err))
	default:
		defer func() { _ = root.Close() }()
		read, err := document.Read(ctx, root, filepath.Base(place), document.WithDir(filepath.ToSlash(h.Folder())))
		if err == nil {
			doc = read
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	doc.Root = ofSkills(doc.Root, place)
	return doc, nil
}

// ofSkills keeps what is said of skills.
func ofSkills(root *document.Node, place string) *document.Node {
	kept := &document.Node{Kind: document.Object, File: place}
	for _, key := range settings() {
		if member, ok := root.Member(key); ok {
			kept.Members, kept.Span = append(kept.Members, member), root.Span
		}
	}
	return kept
}

// Workspaces says which folder an agent works in: the project.
func (h Host) Workspaces(*document.Node) func(agents.Agent) string {
	return func(agents.Agent) string { return h.Cwd }
}

// Folder is where Codex keeps what is the user's.
func (h Host) Folder() string {
	if named := h.Value("CODEX_HOME"); named != "" {
		return h.Absolute(named)
	}
	return filepath.Join(h.UserHome(), ".codex")
}

// SettingsFiles are where settings of the user and of the project are, whether they are
// there or not, the weakest first.
func (h Host) SettingsFiles() []string {
	files := []string{filepath.Join(h.Folder(), "config.toml")}
	if own := filepath.Join(h.Cwd, ".codex", "config.toml"); own != files[0] {
		files = append(files, own)
	}
	return files
}

// Present says that there are skills of this project that are for Codex alone, or a
// folder of the user.
func (h Host) Present() bool {
	return isDir(h.Folder()) || slices.ContainsFunc(h.projectFolders(nil, ".codex"), isDir)
}

// Shared are the folders of skills, those that are there, that Codex loads from and
// other agents, too: that of the user, and those of the project.
func (h Host) Shared() (user string, project []string) {
	if own := filepath.Join(h.UserHome(), ".agents", "skills"); isDir(own) {
		user = own
	}
	project = slices.DeleteFunc(h.projectFolders(nil, ".agents"), func(folder string) bool {
		return folder == user || !isDir(folder)
	})
	return user, project
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
