package skills

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/resolve"
)

// configFiles are the files that the configuration is in, or would be if it were
// there.
func (w *watcher) configFiles() []string {
	files := append(w.host.OpenClaw().ConfigPlaces(), w.config.File)
	for _, included := range w.config.Included {
		if name, err := filepath.Abs(filepath.FromSlash(included.File)); err == nil {
			files = append(files, name)
		}
	}
	return files
}

// configured says that the configuration may have changed.
func (w *watcher) configured(changed []string) bool {
	files := w.configFiles()
	return w.unread || slices.ContainsFunc(changed, func(name string) bool {
		return slices.ContainsFunc(files, func(file string) bool {
			rel, err := filepath.Rel(name, file)
			return err == nil && filepath.IsLocal(rel)
		})
	})
}

func (w *watcher) configThere() bool {
	_, err := os.Stat(w.config.File)
	return err == nil
}

// configure takes up the configuration as it is now, and says when it came or
// went. What cannot be read leaves it as it was; that is said once, and it is
// tried again with every change.
func (w *watcher) configure(ctx context.Context) error {
	config, err := w.host.ReadConfig(ctx)
	if err != nil {
		known := w.unread
		if w.unread = true; known {
			return nil
		}
		return w.trouble(ctx, fmt.Errorf("the configuration cannot be read, so the previous one stays in use here: %w", err))
	}
	before, absent, unread := w.config.File, w.absent, w.unread
	w.config = config
	w.absent, w.unread = !w.configThere(), false
	switch {
	case w.absent && !absent:
		return w.tellConfig("gone", before, "the configuration was removed; the agent's defaults apply")
	case before != config.File:
		return w.tellConfig("read", config.File, "the agent reads this configuration now")
	case absent && !w.absent:
		return w.tellConfig("read", config.File, "the configuration exists again and is in use")
	case unread:
		return w.tellConfig("read", config.File, "the configuration can be read again and is in use")
	}
	return nil
}

// unresolved says once why it cannot be found out what the agent gets.
func (w *watcher) unresolved(ctx context.Context, err error) error {
	var agent *agents.NoAgentError
	if errors.As(err, &agent) && w.absent && agent.Name != "" {
		err = fmt.Errorf("without a configuration, agent %q does not exist", agent.Name)
	}
	if err.Error() == w.failed {
		return nil
	}
	w.failed = err.Error()
	return w.trouble(ctx, fmt.Errorf("the skills stay as they were: %w", err))
}

// resolved says that what [watcher.unresolved] spoke of is over.
func (w *watcher) resolved() error {
	if w.failed == "" {
		return nil
	}
	w.failed = ""
	return w.tellConfig("read", w.config.File, fmt.Sprintf("the skills of %s are watched again", whose(w.host, w.last, w.agent)))
}

// tellRoots says which folders came or went.
func (w *watcher) tellRoots(before *resolve.Resolution) error {
	roots := func(r *resolve.Resolution) map[string]catalog.Root {
		named := map[string]catalog.Root{}
		for i := range r.Roots {
			if known, ok := named[r.Roots[i].Path]; !ok || known.Real == "" {
				named[r.Roots[i].Path] = r.Roots[i]
			}
		}
		return named
	}
	was, is := roots(before), roots(w.last)
	both := maps.Clone(was)
	maps.Copy(both, is)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		now, listed := is[name]
		there := now.Real != ""
		if there == (was[name].Real != "") {
			continue
		}
		why, message := "come", "skills load from this folder now"
		switch {
		case !there && listed:
			why, message = "gone", "the folder was removed"
		case !there:
			why, message = "gone", "no skills load from this folder any more"
		}
		root := &watchRoots{name, both[name].Source, there}
		if err := w.tellRoot(root, why, fmt.Sprintf("%s (%s)", message, root.Source)); err != nil {
			return err
		}
	}
	return nil
}

func (w *watcher) tellRoot(root *watchRoots, why, message string) error {
	if w.json {
		return kit.WriteLine(w.factory.IO, watchLine{Event: "root", Root: root, Why: why, Message: message})
	}
	return kit.WriteText(w.factory.IO, fmt.Sprintf("%-8s  %s  %s\n", why, format.Escape(w.shown(root.Path)), message))
}

// tellConfig says what is so about the configuration.
func (w *watcher) tellConfig(what, file, message string) error {
	if w.json {
		return kit.WriteLine(w.factory.IO, watchLine{Event: "config", Config: file, Why: what, Message: message})
	}
	return kit.WriteText(w.factory.IO, fmt.Sprintf("%-8s  %s  %s\n", what, format.Escape(w.shown(file)), message))
}
