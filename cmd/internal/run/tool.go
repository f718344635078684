package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/template"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/host/zeroclaw"
	"github.com/skillctl/skillctl/engine/report/source"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/skill"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// toolTime is how long a tool may take that does not say, as in ZeroClaw 15d28660.
const toolTime = 60 * time.Second

// skillTool is a tool of a SKILL.toml.
type skillTool struct {
	zeroclaw.Tool
	// folder is that of the skill, links resolved.
	folder string
	locked map[string]string
}

// UseTool makes a request of a tool and its arguments. The values are data: the
// policies see the command with each as a quoted word, and the shell is given them
// as positional parameters.
func (o *Invocation) UseTool(ctx context.Context, request *exec.Request, merged *settings.Settings) error {
	tool, err := o.findTool(ctx, request.Exec.Cwd)
	if err != nil {
		return err
	}
	values, err := tool.values(o.ToolArgs)
	if err != nil {
		return err
	}
	text, err := tool.text()
	if err != nil {
		return err
	}
	invocation := &request.Exec
	invocation.Argv, invocation.Shell = nil, o.shell(merged, invocation)
	filled, err := template.Fill(text, command.Dialect(invocation.Shell.Dialect), values)
	var refused *template.Error
	if errors.As(err, &refused) {
		return kit.Usagef("--tool %s: %w (%s:%d)", tool.Name, refused, filepath.Join(tool.folder, tool.File), tool.Span.Start.Line)
	}
	if err != nil {
		return err
	}
	invocation.Command = filled.Literal
	o.ShellArgs = append([]string{"-c", filled.Positional, tool.Callable}, filled.Values...)
	o.toolName = tool.Callable
	if invocation.Extra == nil {
		invocation.Extra = map[string]any{}
	}
	invocation.Extra["tool"] = map[string]any{"name": tool.Callable, "kind": tool.Kind, "folder": tool.folder}
	if invocation.TimeoutMS == 0 {
		invocation.TimeoutMS = tool.time(merged).Milliseconds()
	}
	return nil
}

// time is how long the tool may take; the settings may let it have less.
func (t *skillTool) time(merged *settings.Settings) time.Duration {
	own := toolTime
	if t.Timeout != nil && *t.Timeout > 0 && *t.Timeout <= int64(24*time.Hour/time.Second) {
		own = time.Duration(*t.Timeout) * time.Second
	}
	if most, err := time.ParseDuration(merged.Run.Timeout); err == nil {
		own = min(own, most)
	}
	return own
}

// findTool finds the tool: FOLDER:TOOL, or TOOL of the skill of --skill or of the
// working directory.
func (o *Invocation) findTool(ctx context.Context, cwd string) (*skillTool, error) {
	folder, name := cwd, o.Tool
	if at := strings.LastIndexByte(o.Tool, ':'); at >= 0 {
		folder, name = o.Tool[:at], o.Tool[at+1:]
		if base := filepath.Base(folder); base == "SKILL.toml" || base == "manifest.toml" {
			folder = filepath.Dir(folder)
		}
	} else if o.entry != nil {
		folder = o.entry.skill.Real
	}
	folder, err := o.Factory.IO.Abs(folder)
	if err == nil {
		folder, err = filepath.EvalSymlinks(folder)
	}
	if err != nil {
		return nil, kit.Usagef("--tool %q: the folder of the skill cannot be found: %w", o.Tool, source.Bare(err))
	}
	root, err := folders.Open(folder)
	if err != nil {
		return nil, kit.Usagef("--tool %q: the folder of the skill cannot be read: %w", o.Tool, source.Bare(err))
	}
	defer root.Close()
	if _, err := root.Lstat("SKILL.toml"); errors.Is(err, fs.ErrNotExist) {
		if _, err := root.Lstat("manifest.toml"); errors.Is(err, fs.ErrNotExist) {
			return nil, kit.Usagef("--tool %q: %s has no SKILL.toml; name the skill's folder, as in skills/weather:forecast", o.Tool, folder)
		}
	}
	read, err := skill.Read(ctx, root, folder)
	if err != nil {
		return nil, err
	}
	return pickTool(zeroclaw.Read(read, folder), folder, name)
}

// pickTool is the tool of a name, or of the name that models call it by.
func pickTool(z *zeroclaw.View, folder, name string) (*skillTool, error) {
	var names []string
	for _, tool := range z.Tools {
		if tool.Name != name && tool.Callable != name {
			names = append(names, tool.Name)
			continue
		}
		t := &skillTool{Tool: tool, folder: folder, locked: map[string]string{}}
		all, _ := z.Manifest["tools"].([]any)
		if tool.Index < len(all) {
			entry, _ := all[tool.Index].(map[string]any)
			locked, _ := entry["locked_args"].(map[string]any)
			for key, value := range locked {
				text, ok := value.(string)
				if !ok {
					return nil, kit.Usagef("--tool %s: the locked argument %q is not a text", tool.Name, key)
				}
				t.locked[key] = text
			}
		}
		return t, nil
	}
	if len(z.Tools) == 0 {
		return nil, kit.Usagef("--tool %q: %s has no tools, or cannot be read (skillctl lint says why)", name, filepath.Join(folder, "SKILL.toml"))
	}
	return nil, kit.UnknownValue(fmt.Sprintf("tool %q", name), name, names)
}

// values are the arguments of a call: those that are given and those that are
// locked.
func (t *skillTool) values(given []string) (map[string]string, error) {
	values := maps.Clone(t.locked)
	for _, pair := range given {
		name, value, ok := strings.Cut(pair, "=")
		switch _, locked := t.locked[name]; {
		case !ok || name == "":
			return nil, kit.Usagef("--arg %q is not NAME=value", pair)
		case locked:
			return nil, kit.Usagef("--arg %s: the skill has locked this argument of tool %q", name, t.Name)
		case !slices.Contains(t.Args, name):
			return nil, kit.UnknownValue(fmt.Sprintf("argument %q of tool %q", name, t.Name), name, t.Args)
		}
		if _, twice := values[name]; twice {
			return nil, kit.Usagef("--arg %s is given twice", name)
		}
		values[name] = value
	}
	return values, nil
}

// text is the command of the tool. A script is a file of the skill.
func (t *skillTool) text() (string, error) {
	switch t.Kind {
	case "shell":
		return t.Command, nil
	case "script":
		name, arguments, _ := strings.Cut(strings.TrimSpace(t.Command), " ")
		if !filepath.IsLocal(filepath.FromSlash(name)) || strings.ContainsAny(name, "'\"\\$`{}*?[]();|&<>~#!\n\t") {
			return "", kit.Usagef("--tool %s: a script is named by its path in the skill's folder; it is %q", t.Name, name)
		}
		full, err := filepath.EvalSymlinks(filepath.Join(t.folder, filepath.FromSlash(name)))
		if err != nil {
			return "", kit.Usagef("--tool %s: its script cannot be found: %w", t.Name, source.Bare(err))
		}
		if rel, err := filepath.Rel(t.folder, full); err != nil || !filepath.IsLocal(rel) {
			return "", kit.Usagef("--tool %s: its script %q lies outside of the skill", t.Name, name)
		}
		return strings.TrimSpace("'" + strings.ReplaceAll(full, "'", `'\''`) + "' " + arguments), nil
	case "http", "builtin", "mcp":
		return "", kit.Usagef("--tool %s: its kind is %q, which only the agent itself can run; exec runs shell and script", t.Name, t.Kind)
	}
	return "", kit.Usagef("--tool %s: its kind is %q; it must be shell or script", t.Name, t.Kind)
}
