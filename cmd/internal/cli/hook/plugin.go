package hook

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

//go:embed plugin
var plugins embed.FS

// command is what stands for the path of skillctl in the plugins.
const command = `"@skillctl@"`

// writePlugin writes the plugin of an agent that has no hooks of commands into a folder.
// It replaces no file that says something else than an earlier plugin of ours.
func (o *hookOptions) writePlugin() error {
	if o.wrong != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: o.wrong}
	}
	if _, err := fs.Stat(plugins, path.Join("plugin", o.client)); err != nil {
		return kit.Usagef("%s is called by no plugin; give it the line that skillctl hook --help shows", o.client)
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find skillctl: %w", err)
	}
	quoted, err := json.Marshal(self)
	if err != nil {
		return fmt.Errorf("write plugin: %w", err)
	}
	root, err := o.factory.IO.Abs(o.plugin)
	if err != nil {
		return fmt.Errorf("find folder %q: %w", o.plugin, err)
	}
	files, err := fs.Sub(plugins, path.Join("plugin", o.client))
	if err != nil {
		return fmt.Errorf("read plugin: %w", err)
	}
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return fmt.Errorf("read plugin: %w", err)
		}
		return o.writeFile(filepath.Join(root, filepath.FromSlash(name)), strings.ReplaceAll(string(text), command, string(quoted)))
	})
}

// writeFile writes a file of the plugin, and says so.
func (o *hookOptions) writeFile(file, text string) error {
	there, err := os.ReadFile(file)
	switch {
	case err == nil && string(there) == text:
		fmt.Fprintf(o.factory.IO.Out, "%s is there already\n", file)
		return nil
	case err == nil && !strings.Contains(string(there), "skillctl"):
		return &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("%s is a file of somebody else: move it, or name another folder", file)}
	case err != nil && !os.IsNotExist(err):
		return fmt.Errorf("read %q: %w", file, err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("make folder %q: %w", filepath.Dir(file), err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return fmt.Errorf("write plugin: %w", err)
	}
	fmt.Fprintf(o.factory.IO.Out, "%s is written\n", file)
	return nil
}
