package kit

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/product"
)

// HostMachine is this machine as a host of skills would see it that runs in a folder.
// Where no variable names a home folder, that of the account counts: a working
// directory may be anybody's.
func HostMachine(dir string, env map[string]string) *product.Host {
	h := &product.Host{Machine: machine.Machine{Env: env, Cwd: dir, Platform: runtime.GOOS}}
	if h.Platform == "windows" {
		h.Platform = "win32"
	}
	if who, err := user.Current(); err == nil {
		h.Home = who.HomeDir
	}
	return h
}

// ShortPath is a path as people write it: from the working directory or the home folder on.
func ShortPath(host *product.Host, path string) string {
	if rel, err := filepath.Rel(host.Cwd, path); err == nil && filepath.IsLocal(rel) && host.Cwd != "/" {
		return rel
	}
	if rel, err := filepath.Rel(host.UserHome(), path); err == nil && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}

// CatalogHost is this machine as a host of skills would see it that runs here; file
// is its configuration, "" where it looks for one itself.
func CatalogHost(f *Factory, file string) (*product.Host, error) {
	cwd, err := f.IO.Abs(".")
	if err != nil {
		return nil, fmt.Errorf("find the working directory: %w", err)
	}
	env := map[string]string{}
	for _, one := range f.Environ() {
		if name, value, ok := strings.Cut(one, "="); ok {
			env[name] = value
		}
	}
	host := HostMachine(cwd, env)
	if file != "" {
		if host.ConfigPath, err = f.IO.Abs(file); err != nil {
			return nil, err
		}
	}
	return host, nil
}

// ExistingFile refuses a file of a flag that does not exist; "" is no file.
func ExistingFile(streams *IOStreams, file string) error {
	if file == "" {
		return nil
	}
	if _, err := os.Stat(streams.At(file)); errors.Is(err, os.ErrNotExist) {
		return Usagef("file %q does not exist", file)
	}
	return nil
}
