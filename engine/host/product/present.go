package product

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/host/claude"
	"github.com/skillctl/skillctl/engine/host/codex"
)

// Present are the products that are set up on this machine or in this folder and whose
// skills are found without being asked for: OpenClaw where it has a configuration or
// keeps its state, or the environment names one; Claude Code and Codex where there are
// skills or settings of them. Skills in .agents are for OpenClaw unless only Codex, which
// loads them, too, is set up. ZeroClaw is found by its configuration, which somebody has
// to name.
func (h *Host) Present() []string {
	var list []string
	codexHere := (codex.Host{Machine: &h.Machine}).Present()
	if h.openClawPresent() || !codexHere && there(filepath.Join(h.Cwd, ".agents", "skills")) {
		list = append(list, OpenClaw)
	}
	if (claude.Host{Machine: &h.Machine}).Present() {
		list = append(list, Claude)
	}
	if codexHere {
		list = append(list, Codex)
	}
	return list
}

func (h *Host) openClawPresent() bool {
	own := h.OpenClaw()
	if h.ConfigPath != "" || h.StateDir != "" {
		return true
	}
	for name, value := range h.Env {
		if strings.HasPrefix(name, "OPENCLAW_") && value != "" {
			return true
		}
	}
	return slices.ContainsFunc(append(own.ConfigPlaces(), own.State()), there)
}

func there(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
