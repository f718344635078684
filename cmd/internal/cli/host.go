package cli

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"

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

// shortOf is a path as people write it: from the working directory or the home folder on.
func shortOf(host *catalog.Host, path string) string {
	if rel, err := filepath.Rel(host.Cwd, path); err == nil && filepath.IsLocal(rel) && host.Cwd != "/" {
		return rel
	}
	if rel, err := filepath.Rel(host.UserHome(), path); err == nil && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}

// catalogHost is this machine as a host of skills would see it that runs here; file
// is its configuration, "" where it looks for one itself.
func catalogHost(f *Factory, file string) (*catalog.Host, error) {
	cwd, err := f.IO.abs(".")
	if err != nil {
		return nil, fmt.Errorf("find the working directory: %w", err)
	}
	env := map[string]string{}
	for _, one := range f.Environ() {
		if name, value, ok := strings.Cut(one, "="); ok {
			env[name] = value
		}
	}
	host := machineAs(cwd, env)
	if file != "" {
		if host.ConfigPath, err = f.IO.abs(file); err != nil {
			return nil, err
		}
	}
	return host, nil
}

// existingFile refuses a file of a flag that does not exist; "" is no file.
func existingFile(streams *IOStreams, file string) error {
	if file == "" {
		return nil
	}
	if _, err := os.Stat(streams.at(file)); errors.Is(err, os.ErrNotExist) {
		return usagef("there is no file %q", file)
	}
	return nil
}
