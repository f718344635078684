package launch

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/policies"
)

// agentTree says which folders of what an agent keeps are workspaces, and which hold
// skills, as globs.
type agentTree struct {
	Workspaces []string `json:"workspaces"`
	Skills     []string `json:"skills"`
}

// agentTrees are those in a home folder, by name: the table that policies hide them by.
var agentTrees = sync.OnceValues(func() (map[string]agentTree, error) {
	text, err := fs.ReadFile(policies.FS(), "tables/boundary.json")
	if err != nil {
		return nil, err
	}
	var table struct {
		Agents map[string]agentTree `json:"agents"`
	}
	err = json.Unmarshal(text, &table)
	return table.Agents, err
})

// agentFolders finds the folders of workspaces and skills. One that is reached by a
// link is none: whoever can change a workspace could lead it elsewhere.
func agentFolders(homes []string) []exec.AgentFolder {
	trees, err := agentTrees()
	if err != nil {
		return nil // they stay hidden
	}
	var found []exec.AgentFolder
	for _, home := range homes {
		for name, parts := range trees {
			tree := realFolder(filepath.Join(home, name))
			if tree == "" {
				continue
			}
			add := func(patterns []string, skills bool) {
				for _, pattern := range patterns {
					paths, _ := filepath.Glob(filepath.Join(escapeGlob(tree), filepath.FromSlash(pattern)))
					for _, path := range paths {
						one := exec.AgentFolder{Tree: tree, Path: path, Skills: skills}
						if realFolder(path) == path && !slices.Contains(found, one) {
							found = append(found, one)
						}
					}
				}
			}
			add(parts.Workspaces, false)
			add(parts.Skills, true)
		}
	}
	slices.SortFunc(found, compareAgentFolders)
	return found
}

func compareAgentFolders(a, b exec.AgentFolder) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Tree, b.Tree))
}

// escapeGlob makes a pattern of a path that matches it alone.
func escapeGlob(path string) string {
	if filepath.Separator == '\\' {
		return path // there a pattern has no escapes; a name with [ matches nothing
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
