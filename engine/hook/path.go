package hook

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// readings are the files that a path may stand for, absolute. Some clients take blanks
// and "@" off it, read other blanks as plain ones, or know file addresses and "~"; some
// leave the way back out of a link to the system, others take it from the text. Which
// does what changes with their releases, so that each reading is judged.
func (call *Call) readings(path string) []string {
	texts := []string{path}
	plain := strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) && r != '\n' {
			return ' '
		}
		return r
	}, strings.ReplaceAll(path, "\ufeff", "")))
	if rest, ok := strings.CutPrefix(plain, "@"); ok {
		plain = rest
	}
	if rest, ok := strings.CutPrefix(plain, "file://"); ok {
		plain = rest
	}
	texts = append(texts, plain)
	var paths []string
	for _, text := range texts {
		if text == "~" || strings.HasPrefix(text, "~/") {
			paths = append(paths, text)
		}
		full := text
		if !filepath.IsAbs(text) {
			full = call.Dir + "/" + text
		}
		paths = append(paths, filepath.Clean(full), back(full))
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// back is an absolute path without "..", which leads out of where a link leads to.
func back(path string) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	if !slices.Contains(parts, "..") {
		return filepath.Clean(path)
	}
	at := filepath.VolumeName(path) + string(filepath.Separator)
	for _, part := range parts {
		if part != ".." {
			at = filepath.Join(at, part)
			continue
		}
		if real, err := filepath.EvalSymlinks(at); err == nil {
			at = real
		}
		at = filepath.Dir(at)
	}
	return at
}

// parts matches a part of a pattern that stands for names alone: letters and signs, "*",
// "?", sets of characters, and choices of names without "/" in them.
var parts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[\pL\pN\pM_ .@%+=:,~#'-]|\*|\?|\[[^\]/]*\]|\{[\pL\pN\pM_ .*?,-]*\})*$`)
})

// pattern is the folder that a pattern of files looks in, from base. It is false for a
// pattern whose later parts may lead elsewhere.
func pattern(base, text string) (string, bool) {
	at := strings.IndexAny(text, `*?[{(\`)
	if at < 0 {
		at = len(text)
	}
	for part := range strings.SplitSeq(text[at:], "/") {
		if part == ".." || !parts().MatchString(part) {
			return "", false
		}
	}
	dir := text[:strings.LastIndexByte(text[:at], '/')+1]
	if filepath.IsAbs(dir) || strings.HasPrefix(dir, "~/") || dir == "" {
		return dir, true
	}
	return base + "/" + dir, true
}

// patched are the files that a patch of Codex adds, changes, deletes or moves, and the
// headers that are none of these. Codex takes blanks off a header, so that what stands
// in a changed file may look like one.
func patched(patch string) (paths, others []string) {
	for line := range strings.Lines(patch) {
		header := strings.TrimFunc(line, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
		if !strings.HasPrefix(header, "*** ") || header == "*** Begin Patch" || header == "*** End Patch" || header == "*** End of File" {
			continue
		}
		known := false
		for _, kind := range []string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "} {
			if path, ok := strings.CutPrefix(header, kind); ok {
				paths, known = append(paths, path), true
			}
		}
		if !known {
			others = append(others, header)
		}
	}
	return paths, others
}
