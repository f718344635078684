package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sync"

	"github.com/skillctl/skillctl/internal/document"
)

// Cut returns the text of a settings file without the entries of exec.allowlist that drop
// says, these entries, and the settings as they would be with it within these, which are
// those without the project's. All else in the text stays as it is, but for a comment on
// the line of an entry; where that is not certain the error is a [*CannotEditError].
func (s *Settings) Cut(ctx context.Context, file string, text []byte, drop func(AllowEntry) bool) ([]byte, []AllowEntry, *Settings, error) {
	layer, err := parseLayer(ctx, file, text)
	if err != nil {
		return nil, nil, nil, err
	}
	var gone []AllowEntry
	for {
		entry, at, ok := firstOf(layer.Root, drop)
		if !ok {
			merged, err := s.within(*layer)
			return text, gone, merged, err
		}
		wanted := without(layer.Root, at)
		found := false
		for _, candidate := range cuts(filepath.Ext(file), text, layer.Root.At("exec", "allowlist"), at) {
			after, err := parseLayer(ctx, file, candidate)
			if err == nil && reflect.DeepEqual(after.Root.Interface(), wanted) {
				text, layer, found = candidate, after, true
				break
			}
		}
		if !found {
			f := form{ext: ".cue"}
			return nil, nil, nil, &CannotEditError{File: file, Want: f.entry(entry) + "\n", Removes: true}
		}
		gone = append(gone, entry)
	}
}

// firstOf is the first entry that is to be dropped, and its place in the list.
func firstOf(root *document.Node, drop func(AllowEntry) bool) (AllowEntry, int, bool) {
	list := root.At("exec", "allowlist")
	if list == nil || list.Kind != document.Array {
		return AllowEntry{}, 0, false
	}
	for i, item := range list.Items {
		text, err := json.Marshal(item.Interface())
		var entry AllowEntry
		if err == nil && json.Unmarshal(text, &entry) == nil && drop(entry) {
			return entry, i, true
		}
	}
	return AllowEntry{}, 0, false
}

// without is what the file is to say then.
func without(root *document.Node, at int) any {
	value, _ := clone(root.Interface()).(map[string]any)
	exec, _ := value["exec"].(map[string]any)
	list, _ := exec["allowlist"].([]any)
	exec["allowlist"] = slices.Delete(list, at, at+1)
	return value
}

// cuts are the texts that might say what is wanted, the nicest first: without the item and
// the comma before it, where none is behind it, without its lines, with an empty list,
// without it and the comma behind it. Each is read again before it is believed.
func cuts(ext string, text []byte, list *document.Node, at int) [][]byte {
	start, end := list.Items[at].Span.Start.Offset, list.Items[at].Span.End.Offset
	if start > end || end > len(text) {
		return nil
	}
	less := func(from, to int) []byte { return slices.Concat(text[:from], text[to:]) }
	var out [][]byte
	behind, before := commaBehind().Find(text[end:]), commaBefore().Find(text[:start])
	if before != nil && behind == nil { // the comma before it would be one too many
		out = append(out, less(start-len(before), end))
	}
	first := bytes.LastIndexByte(text[:start], '\n') + 1
	if rest := lineEnd().Find(text[end:]); rest != nil && lineBegin().Match(text[first:start]) {
		out = append(out, less(first, end+len(rest)))
	}
	if len(list.Items) == 1 {
		from, to := list.Span.Start.Offset, min(list.Span.End.Offset, len(text))
		if ext == ".cue" || ext == ".json" || ext == ".toml" || list.Style != document.Block {
			out = append(out, less(start, end))
		} else if from <= to {
			head, gap := bytes.TrimRight(text[:from], " \t\r\n"), ""
			if bytes.HasSuffix(text[:to], []byte("\n")) {
				gap = "\n"
			}
			out = append(out, slices.Concat(head, []byte(" []"+gap), text[to:]))
		}
	}
	if behind != nil {
		out = append(out, less(start, end+len(behind)))
	}
	return out
}

var (
	lineBegin   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[ \t]*(- +)?$`) })
	lineEnd     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[ \t]*,?[ \t]*((#|//)[^\n]*)?(\r?\n|$)`) })
	commaBehind = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[ \t]*,[ \t]*`) })
	commaBefore = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`,\s*$`) })
)
