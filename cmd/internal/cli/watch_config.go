package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/engine/format"
)

// configFiles are the files that the configuration is in, or would be if it were
// there.
func (w *watcher) configFiles() []string {
	files := append(w.host.ConfigPlaces(), w.config.File)
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
		return w.trouble(ctx, fmt.Errorf("the configuration is as it was before: %w", err))
	}
	before, absent, unread := w.config.File, w.absent, w.unread
	w.config = config
	w.absent, w.unread = !w.configThere(), false
	switch {
	case w.absent && !absent:
		return w.tellConfig("gone", before, "there is no configuration any more; what holds is what the host does without one")
	case before != config.File:
		return w.tellConfig("read", config.File, "the host reads this configuration now")
	case absent && !w.absent:
		return w.tellConfig("read", config.File, "there is a configuration again, and it holds")
	case unread:
		return w.tellConfig("read", config.File, "the configuration can be read again, and holds")
	}
	return nil
}

// tellConfig says what is so about the configuration.
func (w *watcher) tellConfig(what, file, message string) error {
	if w.json {
		return writeLine(w.factory.IO, watchLine{Event: "config", Config: file, Why: what, Message: message})
	}
	return putText(w.factory.IO, fmt.Sprintf("%-8s  %s  %s\n", what, format.Escape(w.shown(file)), message))
}
