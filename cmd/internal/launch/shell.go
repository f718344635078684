package launch

import (
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/shell"
)

// ContainerShell runs texts in a container, whose own shells nobody knows
// before.
func ContainerShell() engine.Shell { return engine.Shell{Program: "/bin/sh", Dialect: "posix"} }

// Shell picks the shell for a text, on a system as Go calls it: that of $SHELL
// when it reads what the policies have read, and bash or sh when it is another,
// such as fish (as OpenClaw 2026.9.6 does) or zsh (whose reading nobody judges). On
// Windows it is PowerShell 7, and without it Windows PowerShell. An empty program
// says that there is none.
func Shell(system string, getenv func(string) string, search shell.ProgramSearch) engine.Shell {
	if system == "windows" {
		for _, name := range []string{"pwsh.exe", "powershell.exe"} {
			if p := search.Resolve(name); p.Found {
				return engine.Shell{Program: p.Path, Dialect: "powershell"}
			}
		}
		return engine.Shell{Dialect: "powershell"}
	}
	if own := getenv("SHELL"); filepath.IsAbs(own) {
		if found, ok := read(search, own); ok {
			return found
		}
	}
	for _, name := range []string{"bash", "/bin/bash", "sh", "/bin/sh"} {
		if found, ok := read(search, name); ok {
			return found
		}
	}
	return engine.Shell{Dialect: "bash"}
}

// read says how a shell reads a text, by what its name leads to; ok is false
// when it is none whose reading is known.
func read(search shell.ProgramSearch, name string) (engine.Shell, bool) {
	p := search.Resolve(name)
	if !p.Found {
		return engine.Shell{}, false
	}
	switch strings.ToLower(filepath.Base(p.Real)) {
	case "bash":
		return engine.Shell{Program: p.Path, Dialect: "bash"}, true
	case "sh", "dash", "ash", "busybox":
		return engine.Shell{Program: p.Path, Dialect: "posix"}, true
	}
	return engine.Shell{}, false
}
