package cli

import (
	"os/user"
	"path/filepath"
	"runtime"

	"github.com/skillctl/skillctl/engine/catalog"
)

// machineAs is this machine as a host of skills would see it that runs in a folder.
// Where no variable names a home folder, that of the account counts: a working
// folder may be anybody's.
func machineAs(dir string, env map[string]string) *catalog.Host {
	h := &catalog.Host{Env: env, Cwd: dir, Platform: runtime.GOOS}
	if h.Platform == "windows" {
		h.Platform = "win32"
	}
	if who, err := user.Current(); err == nil {
		h.Home = who.HomeDir
	}
	return h
}

func shortOf(host *catalog.Host, path string) string {
	if rel, err := filepath.Rel(host.Cwd, path); err == nil && filepath.IsLocal(rel) && host.Cwd != "/" {
		return rel
	}
	if rel, err := filepath.Rel(host.UserHome(), path); err == nil && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}
