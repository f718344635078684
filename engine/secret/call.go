package secret

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// calls are the words of a call behind which secrets stand: a part of
// policies/tables/secrets.json.
type calls struct {
	// Names match what options, keys of entries and headers are called that hold secrets,
	// beside those that table.Names matches.
	Names string `json:"names"`
	// Programs are options by program, or by program and sub-command ("docker login"),
	// whose value is a secret though their name does not say so.
	Programs map[string][]string `json:"programs"`
	// Words are sub-commands behind which an operand may be a secret.
	Words []string `json:"words"`
}

var (
	// pairOf is NAME=VALUE, as a variable, in a query and behind an option.
	pairOf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_.\[\]/:-]*)=[^&;,\s]`) })
	// headerOf is NAME: VALUE, as a header and in JSON.
	headerOf = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_.-]*)["']?\s*:\s*["']?[^\s"'/]`)
	})
	// userOf is what stands before the host of an address.
	userOf = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*)://([^/?#\s]+)@|^[^@:/\s]+:[^@/\s]+@`)
	})
	// nameOf is a word that is made like the name of a setting, of several parts.
	nameOf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9]*[_.:-][A-Za-z0-9_.:-]*$`) })
	// randomOf are the parts of a word that may have been drawn at random.
	randomOf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z0-9]{20,}`) })
	turnOf   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z][0-9]|[0-9][A-Za-z]`) })
	camelOf  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([a-z0-9])([A-Z])`) })
)

// minTurns is how often letters and digits take turns in a word that looks drawn at
// random: names of versions and dates do so less often.
const minTurns = 4

// InCall reports whether a word of a call is a secret, or may be one: by its form, by the
// option, the key or the header that it belongs to, by what the program takes there, or
// because it looks drawn at random. It is meant for words that are kept or shown: where
// it is not clear, it says yes.
func (f *Forms) InCall(argv []string) bool {
	if f.Find(strings.Join(argv, " ")) != nil {
		return true
	}
	for i, word := range argv {
		if f.inWord(word) || i+1 < len(argv) && f.announces(word, argv[i+1]) || f.ofProgram(argv[i:]) {
			return true
		}
		// A text of several words may be a call of its own: that of a shell.
		if parts := strings.Fields(word); len(parts) > 1 && f.InCall(parts) {
			return true
		}
	}
	return false
}

// speaks reports whether a name says that what belongs to it is a secret.
func (f *Forms) speaks(name string) bool {
	name = strings.Trim(camelOf().ReplaceAllString(name, "${1}_${2}"), "_-./:[]")
	name = strings.NewReplacer("-", "_", ".", "_", "/", "_", ":", "_", "[", "_", "]", "_").Replace(name)
	return f.names().MatchString(name) || f.callNames().MatchString(name)
}

// inWord reports whether a word has a secret in it, whatever is around it.
func (f *Forms) inWord(word string) bool {
	for _, pattern := range []*regexp.Regexp{pairOf(), headerOf()} {
		for _, found := range pattern.FindAllStringSubmatch(word, -1) {
			if f.speaks(found[1]) {
				return true
			}
		}
	}
	for _, found := range userOf().FindAllStringSubmatch(word, -1) {
		// The user of ssh is no secret; of others it may be a token.
		if !strings.HasSuffix(found[1], "ssh") || strings.Contains(found[2], ":") {
			return true
		}
	}
	return slices.ContainsFunc(randomOf().FindAllString(word, -1), func(part string) bool {
		turns := 0
		for i := 1; i < len(part); i++ {
			if turnOf().MatchString(part[i-1 : i+1]) {
				turns++
			}
		}
		return turns >= minTurns
	})
}

// announces reports whether the word behind another is, or may be, a secret: that of an
// option or of a key whose name says so, or of a sub-command that takes one.
func (f *Forms) announces(word, next string) bool {
	if name := strings.TrimLeft(word, "-"); name != word {
		return len(name) > 1 && !strings.Contains(name, "=") && f.speaks(name)
	}
	if strings.HasPrefix(next, "-") {
		return false
	}
	return slices.Contains(f.callWords, word) || nameOf().MatchString(word) && f.speaks(word)
}

// ofProgram reports whether a call of the program that is its first word has an option
// whose value is a secret of this program.
func (f *Forms) ofProgram(argv []string) bool {
	name := strings.TrimSuffix(path.Base(argv[0]), ".exe")
	for _, sub := range append([]string{""}, argv[1:]...) {
		for _, option := range f.callPrograms[strings.TrimSpace(name+" "+sub)] {
			for i, word := range argv[1:] {
				if carries(word, option, i+2 < len(argv)) {
					return true
				}
			}
		}
	}
	return false
}

// carries reports whether a word is an option with a value: behind it, in the word, or,
// of an option of one letter, behind others.
func carries(word, option string, more bool) bool {
	letter, short := strings.CutPrefix(option, "-")
	switch {
	case word == option:
		return more
	case strings.HasPrefix(word, option+"="):
		return true
	case !short || len(letter) != 1 || strings.HasPrefix(word, "--") || !strings.HasPrefix(word, "-"):
		return false
	}
	before, behind, found := strings.Cut(word[1:], letter)
	return found && (behind != "" && before == "" || more && behind == "" || before != "" && behind != "")
}
