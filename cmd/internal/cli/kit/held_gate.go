package kit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/settings"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// heldGate is a gate by the settings of a project. What these are a part of themselves is
// judged without them, too, and the stricter answer counts: whoever wrote it has written
// them, and they only tighten.
type heldGate struct {
	Gate
	streams *IOStreams
	// project is the file of the settings.
	project string
	// outer is the gate by the settings without them.
	outer func(ctx context.Context) (Gate, *settings.Settings, error)

	mu   sync.Mutex
	told bool
}

// HeldGate builds the gate for settings that were read as the query says. Of what the
// project's settings are part of they make no answer less strict.
func (f *Factory) HeldGate(q SettingsQuery, s *settings.Settings, opts ...install.Option) (Gate, error) {
	gate, err := f.Gate(s, opts...)
	if err != nil || s.Project() == "" {
		return gate, err
	}
	q.None = true
	var once sync.Mutex
	var outer Gate
	var without *settings.Settings
	return &heldGate{Gate: gate, streams: f.IO, project: s.Project(), outer: func(ctx context.Context) (Gate, *settings.Settings, error) {
		once.Lock()
		defer once.Unlock()
		if outer != nil {
			return outer, without, nil
		}
		var err error
		if without, err = f.ExecSettings(ctx, q); err != nil {
			return nil, nil, err
		}
		outer, err = f.Gate(without, opts...)
		return outer, without, err
	}}, nil
}

// Judge answers as the gate does, or more strictly.
func (h *heldGate) Judge(ctx context.Context, req install.Request, s engine.Settings) (install.Decision, error) {
	inner, err := h.Gate.Judge(ctx, req, s)
	if err != nil || !h.partOf(req) {
		return inner, err
	}
	gate, without, err := h.outer(ctx)
	if err != nil {
		return install.Decision{}, fmt.Errorf("judge without the settings %q, which are part of it: %w", h.project, err)
	}
	outer, err := gate.Judge(ctx, req, without)
	if err != nil {
		return install.Decision{}, err
	}
	if outer.Effect.Rank() > inner.Effect.Rank() {
		h.tell()
	}
	return install.Stricter(inner, outer), nil
}

// tell says once that the settings did not count.
func (h *heldGate) tell() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.told {
		h.told = true
		fmt.Fprintln(h.streams.Err, format.Escape(fmt.Sprintf(
			"note: %s is part of what is judged, so it makes no answer less strict; name it with --config if it is yours", ofFolder(h.streams, h.project))))
	}
}

// ofFolder is a path as seen from the working directory, where it lies below that.
func ofFolder(streams *IOStreams, name string) string {
	if cwd, err := streams.Abs("."); err == nil {
		if rel, err := filepath.Rel(cwd, name); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(name)
}

// partOf reports whether the project's settings are part of what is judged: they stand
// below the folder that was named, or in a package that this is a part of. Where that
// cannot be found out they count as part of it.
func (h *heldGate) partOf(req install.Request) bool {
	for _, file := range realNames(h.project) {
		for _, name := range []string{req.Path, req.From} {
			if name == "" {
				continue
			}
			for _, dir := range realNames(h.streams.At(name)) {
				if folders.Within(file, dir) || inPackage(file, dir) {
					return true
				}
			}
		}
	}
	return false
}

// realNames are where a path is and where it leads to, absolute.
func realNames(name string) []string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return []string{name}
	}
	out := []string{abs}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		out = append(out, filepath.Join(dir, filepath.Base(abs)))
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		out = append(out, real)
	}
	return out
}

// inPackage reports whether a file and a folder are both in one plugin, or in one
// collection of plugins.
func inPackage(file, dir string) bool {
	return PackageOf(dir, func(root string) bool { return folders.Within(file, root) }) != ""
}

// PackageOf is the nearest folder from one upwards that is a plugin, or a collection of
// plugins, and that is wanted; "" for none.
func PackageOf(dir string, wanted func(root string) bool) string {
	for {
		if wanted(dir) && (catalog.IsPlugin(dir) || isCollection(dir)) {
			return dir
		}
		above := filepath.Dir(dir)
		if above == dir {
			return ""
		}
		dir = above
	}
}

// isCollection reports whether a folder offers plugins to be installed.
func isCollection(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".claude-plugin", "marketplace.json"))
	return err == nil
}
