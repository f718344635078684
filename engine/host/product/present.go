package product

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/host/claude"
)

// Present are the products that are set up on this machine or in this folder and whose
// skills are found without being asked for: OpenClaw where it has a configuration or
// keeps its state, or the environment names one; Claude Code where there are skills or
// settings of it. ZeroClaw is found by its configuration, which somebody has to name.
func (h *Host) Present() []string {
	var list []string
	if h.openClawPresent() {
		list = append(list, OpenClaw)
	}
	if (claude.Host{Machine: &h.Machine}).Present() {
		list = append(list, Claude)
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
	for _, place := range append(own.ConfigPlaces(), own.State(), filepath.Join(h.Cwd, ".agents", "skills")) {
		if _, err := os.Lstat(place); err == nil {
			return true
		}
	}
	return false
}
