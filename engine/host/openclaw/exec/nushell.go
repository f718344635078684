package openclawexec

import (
	"slices"
	"strings"
)

// nushellInline also knows --commands=text.
func (t *openClawTables) nushellInline(args []string) *string {
	flags := slices.Concat(t.InlineFlags, t.Nushell.InlineFlags)
	if t.nushellStartupFile(args) {
		return nil
	}
	for _, a := range args[1:] {
		a = trimJS(a)
		if a == "" || a == "--" {
			break
		}
		name, value, has := strings.Cut(a, "=")
		if has && strings.HasPrefix(name, "--") && slices.Contains(flags, strings.ToLower(name)) {
			if value = trimJS(value); value == "" {
				return nil
			}
			return &value
		}
	}
	text, _ := inlineOptions{flags: flags, posix: true}.find(args)
	return text
}

// nushellBoundary reports whether a word gives Nushell its text.
func (t *openClawTables) nushellBoundary(word string) bool {
	word = strings.ToLower(word)
	flags := slices.Concat(t.InlineFlags, t.Nushell.InlineFlags)
	name, _, has := strings.Cut(word, "=")
	return slices.Contains(flags, word) || has && strings.HasPrefix(name, "--") && slices.Contains(flags, name)
}

// nushellStartupFile reports whether a file is named that is read first.
func (t *openClawTables) nushellStartupFile(args []string) bool {
	for _, a := range args[1:] {
		word := strings.ToLower(trimJS(a))
		if word == "" || word == "--" || t.nushellBoundary(word) {
			return false
		}
		for _, option := range t.Nushell.Startup {
			if word == option || strings.HasPrefix(word, option+"=") {
				return true
			}
		}
	}
	return false
}

// nushellStartsUp reports whether a mode is chosen before the text.
func (t *openClawTables) nushellStartsUp(args []string, long, short string) bool {
	seen := false
	for _, a := range args[1:] {
		word := trimJS(a)
		lower := strings.ToLower(word)
		if word == "" || word == "--" {
			return false
		}
		if lower == long || len(lower) > 1 && lower[0] == '-' && lower[1] != '-' && strings.Contains(lower[1:], short) {
			seen = true
		}
		if t.nushellBoundary(word) {
			return seen
		}
		if !strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "+") {
			return false
		}
	}
	return false
}
