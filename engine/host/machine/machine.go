package machine

import (
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
)

// Machine is the machine and process as the host of the skills would see it.
type Machine struct {
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

// Value is a variable with blanks cut off.
func (m *Machine) Value(name string) string { return frontmatter.Trim(m.Env[name]) }

// named is a variable that names a folder: two words that scripts write by
// mistake name none.
func named(value string) string {
	if value = frontmatter.Trim(value); value == "undefined" || value == "null" {
		return ""
	}
	return value
}

// Absolute makes a path absolute and clean.
func (m *Machine) Absolute(name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(m.Cwd, name)
	}
	return filepath.Clean(name)
}

// UserHome is the home folder of the user, which $OPENCLAW_HOME does not change;
// the root where there is none: the working directory may be anybody's.
func (m *Machine) UserHome() string {
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if home := named(m.Env[name]); home != "" {
			return m.Absolute(home)
		}
	}
	if m.Home != "" {
		return m.Absolute(m.Home)
	}
	return m.Absolute(string(filepath.Separator))
}

// Tilde is the folder that "~" stands for.
func (m *Machine) Tilde() string {
	home := named(m.Env["OPENCLAW_HOME"])
	if home == "" {
		return m.UserHome()
	}
	if rest, ok := tilde(home); ok {
		return m.Absolute(m.UserHome() + rest)
	}
	return m.Absolute(home)
}

func tilde(name string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, "~")
	return rest, ok && (rest == "" || rest[0] == '/' || rest[0] == '\\')
}

// Expand makes a path of the settings absolute: "~" is the home folder, and a
// relative path starts in the working directory. What is blank stays empty.
func (m *Machine) Expand(name string) string {
	name = frontmatter.Trim(name)
	if name == "" {
		return ""
	}
	if rest, ok := tilde(name); ok {
		return m.Absolute(m.Tilde() + rest)
	}
	return m.Absolute(name)
}
