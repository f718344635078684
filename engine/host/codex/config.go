package codex

import (
	"fmt"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/document"
)

// switches are the skills that the configuration switches off, by name or by the path
// of the manifest, and where it does.
type switches struct{ names, files map[string]string }

// switches reads skills.config: a list of entries with a name or the path of a
// manifest, the last of which counts. An entry with both is ignored, and so is the path
// of a folder.
func (h Host) switches(config *document.Node) switches {
	off := switches{names: map[string]string{}, files: map[string]string{}}
	list := config.At("skills", "config")
	if list == nil || list.Kind != document.Array {
		return off
	}
	for i, entry := range list.Items {
		name, file := entry.At("name").Text(), entry.At("path").Text()
		enabled, said := entry.At("enabled").Interface().(bool)
		if !said || (name == "") == (file == "") {
			continue
		}
		of, key := off.names, name
		if file != "" {
			of, key = off.files, realOr(h.Absolute(file))
		}
		if of[key] = ""; !enabled {
			of[key] = fmt.Sprintf("skills.config[%d] at %s:%d:%d switches it off", i, entry.File, entry.Span.Start.Line, entry.Span.Start.Column)
		}
	}
	return off
}

// of says why a skill is off, "" when it is not. What is said of its file counts above
// what is said of its name.
func (s switches) of(name, file string) string {
	if why, said := s.files[realOr(file)]; said {
		return why
	}
	return s.names[name]
}

// told says that the model is told of skills at all.
func (h Host) told(config *document.Node) bool {
	told, said := config.At("skills", "include_instructions").Interface().(bool)
	return told || !said
}

// realOr is the real path, or the path itself where there is nothing.
func realOr(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}
