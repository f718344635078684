package conformance

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// fixtureMark stands for the folder of fixtures in rows.
const fixtureMark = "${FX}"

//go:embed testdata/openclaw-tree.json
var openClawTree []byte

// fixtureTree is the folder that rows with the need "fixture" want: harmless
// programs, links and texts.
type fixtureTree struct {
	Folders []string `json:"folders"`
	// Programs end with 0; Names are those of each folder.
	Programs map[string][]string `json:"programs"`
	Texts    map[string]string   `json:"texts"`
	// Links by place; the mark stands for the tree itself.
	Links map[string]string `json:"links"`
}

// layOutFixtures makes the tree in a new folder and returns its real path.
func layOutFixtures() (string, error) {
	var tree fixtureTree
	if err := json.Unmarshal(openClawTree, &tree); err != nil {
		return "", fmt.Errorf("read tree of fixtures: %w", err)
	}
	root, err := os.MkdirTemp("", "fixtures")
	if err != nil {
		return "", err
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return "", err
	}
	for _, folder := range tree.Folders {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			return root, err
		}
	}
	for folder, names := range tree.Programs {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(root, folder, name), []byte("#!/bin/sh\nexit 0\n"), 0o755); err != nil {
				return root, err
			}
		}
	}
	for name, text := range tree.Texts {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			return root, err
		}
	}
	for _, place := range slices.Sorted(maps.Keys(tree.Links)) {
		if err := os.Symlink(strings.ReplaceAll(tree.Links[place], fixtureMark, root), filepath.Join(root, place)); err != nil {
			return root, err
		}
	}
	return root, nil
}

// OpenClawFixtures makes the folder that the mark ${FX} of a row stands for, and
// returns its real path. Whoever asks removes it.
func OpenClawFixtures() (string, error) { return layOutFixtures() }
