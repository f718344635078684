package hook

import (
	"net/url"
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
	texts = append(append(texts, plain), addressed(plain)...)
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

// addressed are the paths that a file address may stand for: as it is written and
// decoded, with its host and without, and to the end or to what is no path of it.
func addressed(text string) []string {
	const scheme = "file:"
	if len(text) < len(scheme) || !strings.EqualFold(text[:len(scheme)], scheme) {
		return nil
	}
	texts := []string{text[len(scheme):]}
	if rest, ok := strings.CutPrefix(texts[0], "//"); ok {
		texts = []string{rest}
		if at := strings.IndexByte(rest, '/'); at > 0 {
			texts = append(texts, rest[at:])
		}
	}
	for _, text := range texts {
		path, _, _ := strings.Cut(text, "#")
		path, _, _ = strings.Cut(path, "?")
		texts = append(texts, path)
		if decoded, err := url.PathUnescape(path); err == nil {
			texts = append(texts, decoded)
		}
	}
	return texts
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
	dir := text[:strings.LastIndexByte(text[:at], '/')+1]
	for part := range strings.SplitSeq(text[at:], "/") {
		if !parts().MatchString(part) {
			return "", false
		}
	}
	for part := range strings.SplitSeq(text[len(dir):], "/") {
		if up(part) {
			return "", false
		}
	}
	if filepath.IsAbs(dir) || strings.HasPrefix(dir, "~/") || dir == "" {
		return dir, true
	}
	return base + "/" + dir, true
}

// up reports whether a part of a pattern is ".." for one of its choices, as in "{.,a}.".
// What stands for any name never stands for this one.
func up(part string) bool {
	ends := map[int]bool{0: true} // how many dots there may be so far, and nothing else
	for part != "" && len(ends) > 0 {
		choices := part[:1]
		if end := strings.IndexByte(part, '}'); part[0] == '{' && end > 0 {
			choices = part[1:end]
			part = part[end:]
		}
		part = part[1:]
		next := map[int]bool{}
		for choice := range strings.SplitSeq(choices, ",") {
			for dots := range ends {
				if more := dots + len(choice); strings.Trim(choice, ".") == "" && more <= len("..") {
					next[more] = true
				}
			}
		}
		ends = next
	}
	return ends[len("..")]
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
