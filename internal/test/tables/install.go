package tables

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/grammar"
)

// Install installs the programs that are missing, as far as they can be had: what
// cannot be is said in a line and left out. Debian's packages want root.
func (c *Checker) Install(ctx context.Context, entries fs.FS, tools string, say io.Writer) error {
	var apt, npm, golang []string
	for name, how := range c.asked {
		if how.Skip != "" || how.Apt+how.NPM+how.Go == "" {
			continue
		}
		text, err := fs.ReadFile(entries, path.Join("programs", name+".json"))
		if err != nil {
			continue // Check says so
		}
		e, err := grammar.Parse(text)
		if err != nil || c.find(e.Names) != "" {
			continue
		}
		switch {
		case how.Apt != "":
			apt = append(apt, how.Apt)
		case how.NPM != "":
			npm = append(npm, how.NPM)
		default:
			golang = append(golang, how.Go)
		}
	}
	if err := os.MkdirAll(filepath.Join(tools, "bin"), 0o755); err != nil {
		return fmt.Errorf("make the folder of tools: %w", err)
	}
	if len(apt) > 0 && os.Geteuid() != 0 {
		fmt.Fprintln(say, "not installed, since that wants root:", strings.Join(apt, " "))
		apt = nil
	}
	if len(apt) > 0 {
		try(ctx, say, nil, "apt-get", "update", "-q")
	}
	// All at once, since each call looks through the manuals of the system anew; one
	// after the other when that fails: a package that is not there may not keep out the
	// others.
	slices.Sort(apt)
	words := []string{"install", "-qy", "--no-install-recommends"}
	env := []string{"DEBIAN_FRONTEND=noninteractive"}
	apt = slices.Compact(apt)
	if len(apt) > 0 && !try(ctx, io.Discard, env, "apt-get", slices.Concat(words, apt)...) {
		for _, p := range apt {
			try(ctx, say, env, "apt-get", slices.Concat(words, []string{p})...)
		}
	}
	slices.Sort(npm)
	slices.Sort(golang)
	for _, p := range npm {
		try(ctx, say, nil, "npm", "install", "--prefix", tools, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", p)
	}
	for _, p := range golang {
		try(ctx, say, []string{"GOBIN=" + filepath.Join(tools, "bin"), "GOFLAGS="}, "go", "install", p)
	}
	return nil
}

// try runs an installer, and says in one line when it did not succeed.
func try(ctx context.Context, say io.Writer, env []string, name string, args ...string) bool {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		fmt.Fprintf(say, "cannot install %s: %v: %s\n", args[len(args)-1], err, lines[len(lines)-1])
		return false
	}
	return true
}
