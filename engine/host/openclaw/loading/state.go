package loading

import (
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/host/machine"
)

// Host is a machine as OpenClaw 2026.9.6 sees it.
type Host struct{ *machine.Machine }

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// State is the folder of the host's state.
func (h Host) State() string {
	if h.StateDir != "" {
		return h.Expand(h.StateDir)
	}
	if override := h.Value("OPENCLAW_STATE_DIR"); override != "" {
		return h.Expand(override)
	}
	standard := filepath.Join(h.Tilde(), ".openclaw")
	if legacy := filepath.Join(h.Tilde(), ".clawdbot"); !exists(standard) && exists(legacy) {
		return legacy
	}
	return standard
}

// configDir is where the host keeps what it manages: the folder of the state,
// but without a look at what older releases left, and that of the configuration
// where a variable names one.
func (h Host) configDir() string {
	if h.stateNamed() {
		return h.State()
	}
	if named := h.Value("OPENCLAW_CONFIG_PATH"); named != "" {
		return filepath.Dir(h.Expand(named))
	}
	return filepath.Join(h.Tilde(), ".openclaw")
}

// stateNamed: somebody chose the folder of the state.
func (h Host) stateNamed() bool { return h.StateDir != "" || h.Value("OPENCLAW_STATE_DIR") != "" }

// standardState: the state is in the folder that it is in when nobody chooses.
func (h Host) standardState() bool {
	return !h.stateNamed() || realOr(h.State()) == realOr(filepath.Join(h.Tilde(), ".openclaw"))
}

// realOr is the real path, or the path itself where there is nothing.
func realOr(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}
