package hook

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/setup"
	"github.com/skillctl/skillctl/engine/setup/plugin"
)

// writePlugin writes the plugin of an agent that has no hooks of commands into a folder.
// It replaces no file that says something else than an earlier plugin of ours.
func (o *hookOptions) writePlugin() error {
	if o.wrong != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: o.wrong}
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find skillctl: %w", err)
	}
	digest, err := setup.DigestOf(self)
	if err != nil {
		return fmt.Errorf("find skillctl: %w", err)
	}
	files, err := plugin.Files(o.client, setup.Caller{Program: self, Digest: digest, Answer: o.timeout}.Plugin(o.client))
	switch {
	case err != nil:
		return err
	case files == nil:
		return kit.Usagef("%s is called by no plugin; give it the line that skillctl hook --help shows", o.client)
	}
	root, err := o.factory.IO.Abs(o.plugin)
	if err != nil {
		return fmt.Errorf("find folder %q: %w", o.plugin, err)
	}
	texts := map[string]string{}
	for name, text := range files {
		texts[filepath.Join(root, filepath.FromSlash(name))] = text
	}
	names := slices.Sorted(maps.Keys(texts))
	for _, file := range names { // all or none
		if err := ours(file, texts[file]); err != nil {
			return err
		}
	}
	for _, file := range names {
		if err := o.writeFile(file, texts[file]); err != nil {
			return err
		}
	}
	return nil
}

// ours refuses to replace what is not a file that an earlier skillctl wrote.
func ours(file, text string) error {
	info, err := os.Lstat(file)
	switch {
	case os.IsNotExist(err):
		return nil
	case err != nil:
		return fmt.Errorf("find %q: %w", file, err)
	case !info.Mode().IsRegular():
		return &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("%s is no regular file: move it, or name another folder", file)}
	}
	there, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read %q: %w", file, err)
	}
	if !plugin.Ours(string(there), text) {
		return &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("%s is a file of somebody else: move it, or name another folder", file)}
	}
	return nil
}

// writeFile writes a file of the plugin, and says so. An agent that loads it meanwhile
// sees the file before or after, never a part.
func (o *hookOptions) writeFile(file, text string) error {
	if there, err := os.ReadFile(file); err == nil && string(there) == text {
		fmt.Fprintf(o.factory.IO.Out, "%s is there already\n", file)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("make folder %q: %w", filepath.Dir(file), err)
	}
	err := kit.WriteFile(file, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if err != nil {
		return fmt.Errorf("write plugin: %w", err)
	}
	fmt.Fprintf(o.factory.IO.Out, "%s is written\n", file)
	return nil
}
