package launch

import (
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/exec"
)

// ContainerShell runs texts in a container, whose own shells nobody knows
// before.
func ContainerShell() exec.Shell { return exec.Shell{Program: "/bin/sh", Dialect: "posix"} }

// Shell picks the shell for a text, on a system as Go calls it: that of $SHELL
// when it reads what the policies have read, and bash or sh when it is another,
// such as fish (as OpenClaw 2026.9.6 does) or zsh (whose reading nobody judges). On
// Windows it is PowerShell 7, and without it Windows PowerShell. An empty program
// says that there is none.
func Shell(system string, getenv func(string) string, search lookup.Search) exec.Shell {
	if system == "windows" {
		for _, name := range []string{"pwsh.exe", "powershell.exe"} {
			if p := search.Resolve(name); p.Found {
				return exec.Shell{Program: p.Path, Dialect: "powershell"}
			}
		}
		return exec.Shell{Dialect: "powershell"}
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
	return exec.Shell{Dialect: "bash"}
}

// read says how a shell reads a text, by what its name leads to; ok is false
// when it is none whose reading is known.
func read(search lookup.Search, name string) (exec.Shell, bool) {
	p := search.Resolve(name)
	if !p.Found {
		return exec.Shell{}, false
	}
	switch strings.ToLower(filepath.Base(p.Real)) {
	case "bash":
		return exec.Shell{Program: p.Path, Dialect: "bash"}, true
	case "sh", "dash", "ash", "busybox":
		return exec.Shell{Program: p.Path, Dialect: "posix"}, true
	}
	return exec.Shell{}, false
}
