package clients

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Run is one task of a client.
type Run struct {
	// Modules is the node_modules that the client is installed in, Node the folder of
	// the Node that runs it, "" for the one of PATH.
	Modules, Node string
	// Work is the folder that it works in.
	Work string
	// Setup has it ask before it calls a tool, with the variables that it is run with.
	Setup func(env []string) error
	// Server starts a server of MCP that the client is to know as skillctl; nil for none.
	Server []string
	// Call is what the model wants.
	Call Call
	// Env are further variables, "NAME=value".
	Env []string
}

// Result is what came of it.
type Result struct {
	// Heard says whether the client told the model a text.
	Heard func(text string) bool
	// Output is what it wrote, both streams.
	Output string
	// Code is its exit code.
	Code int
}

// limit is how long one task may take.
const limit = 3 * time.Minute

// Installed says whether the client is in a node_modules, in its version.
func (c *Client) Installed(modules string) bool {
	text, err := os.ReadFile(filepath.Join(modules, filepath.FromSlash(c.Package), "package.json"))
	if err != nil {
		return false
	}
	var about struct{ Version string }
	return json.Unmarshal(text, &about) == nil && about.Version == c.Version
}

// Drive runs the client once, with a home folder of its own below folder.
func (c *Client) Drive(ctx context.Context, folder string, r *Run) (*Result, error) {
	m := newModel(r.Call)
	defer m.Close()
	s := &scene{home: filepath.Join(folder, "home"), work: r.Work, url: m.URL, put: put, server: r.Server}
	variables, err := c.configure(s)
	if err != nil {
		return nil, fmt.Errorf("configure %s: %w", c.Name, err)
	}
	temp := filepath.Join(folder, "tmp")
	if err := os.MkdirAll(temp, 0o700); err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	path := os.Getenv("PATH")
	if r.Node != "" {
		path = r.Node + string(os.PathListSeparator) + path
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(r.Modules, ".bin", c.Program), c.arguments...)
	cmd.Dir, cmd.WaitDelay = r.Work, 5*time.Second
	cmd.Env = append([]string{"PATH=" + path, "HOME=" + s.home, "TMPDIR=" + temp, "TERM=dumb", "NO_COLOR=1", "LANG=C.UTF-8"}, r.Env...)
	for name, value := range variables {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	if err := r.Setup(cmd.Env); err != nil {
		return nil, fmt.Errorf("set up %s: %w", c.Name, err)
	}
	group(cmd)
	output, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("run %s: %w\n%s", c.Name, ctx.Err(), output)
	}
	if cmd.ProcessState == nil {
		return nil, fmt.Errorf("run %s: %w", c.Name, err)
	}
	return &Result{Heard: m.heard, Output: string(output), Code: cmd.ProcessState.ExitCode()}, nil
}

// put writes a file: a text as it is, all else as JSON.
func put(file string, content any) error {
	text, ok := content.(string)
	if !ok {
		encoded, err := json.MarshalIndent(content, "", "  ")
		if err != nil {
			return fmt.Errorf("write %q: %w", file, err)
		}
		text = string(encoded)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("write %q: %w", file, err)
	}
	return os.WriteFile(file, []byte(text), 0o600)
}

// Install fetches the client from npm into a folder of its own, and gives its
// node_modules. What is there in the right version stays. Some packages are put together
// by Node at the end: node is the folder of the one to use, "" for that of PATH.
func (c *Client) Install(ctx context.Context, folder, node string) (modules string, err error) {
	folder = filepath.Join(folder, c.Name)
	modules = filepath.Join(folder, "node_modules")
	if c.Installed(modules) {
		return modules, nil
	}
	if err := put(filepath.Join(folder, "package.json"), object{"private": true}); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error", c.Package+"@"+c.Version)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "PATH="+node+string(os.PathListSeparator)+os.Getenv("PATH"))
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("install %s: %w\n%s", c.Package, err, text)
	}
	if !c.Installed(modules) {
		return "", fmt.Errorf("install %s: version %s is not there afterwards", c.Package, c.Version)
	}
	return modules, nil
}
