package product

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/host/claude"
	"github.com/skillctl/skillctl/engine/host/codex"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// Present are the products that are set up on this machine or in this folder and whose
// skills are found without being asked for: OpenClaw where it has a configuration or
// keeps its state, or the environment names one; Claude Code and Codex where there are
// skills or settings of them. Skills in .agents are for Codex, too, which loads them
// without any settings, unless OpenClaw, which is set up, does. ZeroClaw is found by its
// configuration, which somebody has to name.
func (h *Host) Present() []string {
	var list []string
	openclaw := h.openClawPresent()
	if openclaw {
		list = append(list, OpenClaw)
	}
	if (claude.Host{Machine: &h.Machine}).Present() {
		list = append(list, Claude)
	}
	if h.CodexSetUp() || h.leftToCodex(openclaw) {
		list = append(list, Codex)
	}
	return list
}

// Places are the folders of the user that [Host.Present] finds the products by.
func (h *Host) Places() []string {
	return []string{h.OpenClaw().State(), (claude.Host{Machine: &h.Machine}).Folder(), (codex.Host{Machine: &h.Machine}).Folder(), filepath.Join(h.UserHome(), ".agents", "skills")}
}

// CodexSetUp says that Codex has settings or skills of its own here.
func (h *Host) CodexSetUp() bool { return (codex.Host{Machine: &h.Machine}).Present() }

// leftToCodex says that there are skills in .agents that OpenClaw is not the one to load:
// it does those of the user, and those of its workspace, which is below its state unless
// a configuration moves it.
func (h *Host) leftToCodex(openclaw bool) bool {
	user, project := (codex.Host{Machine: &h.Machine}).Shared()
	if !openclaw {
		return user != "" || len(project) > 0
	}
	state := realOr(h.OpenClaw().State())
	return slices.ContainsFunc(project, func(folder string) bool { return !folders.Within(realOr(folder), state) })
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
