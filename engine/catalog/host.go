package catalog

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
)

// The hosts whose skills can be found.
const (
	DialectOpenClaw = "openclaw" // also for ""
	DialectZeroClaw = "zeroclaw"
	DialectClaude   = "claude"
)

// Host is the machine and process as the host of the skills would see it.
type Host struct {
	// Dialect is which host it is.
	Dialect string
	// Env holds the variables of the process.
	Env map[string]string
	// Cwd is the working directory, absolute.
	Cwd string
	// Home is the home folder of the account, for when no variable names one.
	Home string
	// Platform is what Node calls the system: "linux", "darwin", "win32".
	Platform string
	// StateDir and ConfigPath, where not empty, take the place of what the
	// variables say.
	StateDir, ConfigPath string
	// Workspace, where not empty, takes the place of the agent's workspace.
	Workspace string
}

// value is a variable with blanks cut off.
func (h *Host) value(name string) string { return frontmatter.Trim(h.Env[name]) }

// named is a variable that names a folder: two words that scripts write by
// mistake name none.
func named(value string) string {
	if value = frontmatter.Trim(value); value == "undefined" || value == "null" {
		return ""
	}
	return value
}

// absolute makes a path absolute and clean.
func (h *Host) absolute(name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(h.Cwd, name)
	}
	return filepath.Clean(name)
}

// UserHome is the home folder of the user, which $OPENCLAW_HOME does not change;
// the root where there is none: the working folder may be anybody's.
func (h *Host) UserHome() string {
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if home := named(h.Env[name]); home != "" {
			return h.absolute(home)
		}
	}
	if h.Home != "" {
		return h.absolute(h.Home)
	}
	return h.absolute(string(filepath.Separator))
}

// home is what "~" stands for.
func (h *Host) home() string {
	home := named(h.Env["OPENCLAW_HOME"])
	if home == "" {
		return h.UserHome()
	}
	if rest, ok := tilde(home); ok {
		return h.absolute(h.UserHome() + rest)
	}
	return h.absolute(home)
}

func tilde(name string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, "~")
	return rest, ok && (rest == "" || rest[0] == '/' || rest[0] == '\\')
}

// Expand makes a path of the settings absolute: "~" is the home folder, and a
// relative path starts in the working directory. What is blank stays empty.
func (h *Host) Expand(name string) string {
	name = frontmatter.Trim(name)
	if name == "" {
		return ""
	}
	if rest, ok := tilde(name); ok {
		return h.absolute(h.home() + rest)
	}
	return h.absolute(name)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// State is the folder of the host's state.
func (h *Host) State() string {
	if h.StateDir != "" {
		return h.Expand(h.StateDir)
	}
	if override := h.value("OPENCLAW_STATE_DIR"); override != "" {
		return h.Expand(override)
	}
	standard := filepath.Join(h.home(), ".openclaw")
	if legacy := filepath.Join(h.home(), ".clawdbot"); !exists(standard) && exists(legacy) {
		return legacy
	}
	return standard
}

// configDir is where the host keeps what it manages: the folder of the state,
// but without a look at what older releases left, and that of the configuration
// where a variable names one.
func (h *Host) configDir() string {
	if h.stateNamed() {
		return h.State()
	}
	if named := h.value("OPENCLAW_CONFIG_PATH"); named != "" {
		return filepath.Dir(h.Expand(named))
	}
	return filepath.Join(h.home(), ".openclaw")
}

// stateNamed: somebody chose the folder of the state.
func (h *Host) stateNamed() bool { return h.StateDir != "" || h.value("OPENCLAW_STATE_DIR") != "" }

// standardState: the state is in the folder that it is in when nobody chooses.
func (h *Host) standardState() bool {
	return !h.stateNamed() || realOr(h.State()) == realOr(filepath.Join(h.home(), ".openclaw"))
}

// Config is the path of the configuration, whether there is one or not.
func (h *Host) Config() string {
	places := h.ConfigPlaces()
	for _, file := range places {
		if exists(file) {
			return file
		}
	}
	return places[len(places)-1]
}

// ConfigPlaces are the paths where the configuration could be: the first that is
// there counts, and the last where none is.
func (h *Host) ConfigPlaces() []string {
	if h.ConfigPath != "" {
		return []string{h.absolute(h.ConfigPath)}
	}
	if override := h.value("OPENCLAW_CONFIG_PATH"); override != "" {
		return []string{h.Expand(override)}
	}
	folders := []string{filepath.Join(h.home(), ".openclaw"), filepath.Join(h.home(), ".clawdbot")}
	if h.stateNamed() {
		folders = []string{h.State()}
	}
	var places []string
	for _, folder := range folders {
		places = append(places, filepath.Join(folder, "openclaw.json"), filepath.Join(folder, "clawdbot.json"))
	}
	return append(places, filepath.Join(h.State(), "openclaw.json"))
}

// realOr is the real path, or the path itself where there is nothing.
func realOr(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}
