package secret

import (
	"path"
	"slices"
	"strings"
)

// Masked stands in the place of a value that a call says is a secret.
const Masked = "[masked]"

// minBehind is how long, in bytes, the rest of a word is at least that is masked because a
// letter of several may be an option for a secret: "-XPUT" is none of curl's "-U".
const minBehind = 3

// HideCall masks the values in the words of a call that are secrets by the option that
// they belong to: by its name, or by what the program takes there. The words are copied.
// Unlike [Forms.InCall] it leaves what merely may be a secret.
func (f *Forms) HideCall(argv []string) []string {
	out := slices.Clone(argv)
	l := lookout{forms: f}
	for i, word := range argv {
		switch at := l.word(word); {
		case at == 0 && word != "":
			out[i] = Masked
		case at > 0 && at < len(word):
			out[i] = word[:at] + Masked
		case strings.ContainsAny(word, " \t\n"): // a text for a shell
			out[i] = f.HideCalls(word)
		}
	}
	return out
}

// HideCalls is [Forms.HideCall] for the text of a shell. It is read word by word: what
// ends a command ends a call, and a text in quotes may have calls of its own.
func (f *Forms) HideCalls(text string) string {
	var out strings.Builder
	l := lookout{forms: f}
	for at := 0; at < len(text); {
		size := wordAt(text[at:])
		if size == 0 {
			if strings.IndexByte(ends, text[at]) >= 0 {
				l = lookout{forms: f}
			}
			out.WriteByte(text[at])
			at++
			continue
		}
		raw := text[at : at+size]
		at += size
		word := unquoted(raw)
		switch cut := l.word(word); {
		case cut == 0 && word != "":
			out.WriteString(Masked)
		case cut > 0 && cut < len(word) && strings.HasPrefix(raw, word[:cut]):
			out.WriteString(raw[:cut] + Masked)
		case cut > 0 && cut < len(word):
			out.WriteString(Masked)
		case len(raw) > 1 && strings.ContainsAny(word, " \t\n") && strings.IndexByte(`'"`, raw[0]) >= 0 && raw[len(raw)-1] == raw[0]:
			out.WriteString(raw[:1] + f.HideCalls(raw[1:len(raw)-1]) + raw[:1])
		default:
			out.WriteString(raw)
		}
	}
	return out.String()
}

// ends are the signs that end a command, blanks those between words.
const (
	ends   = "\n;|&()`"
	blanks = " \t\r"
)

// wordAt is how long the word is that a text begins with, in bytes; 0 for no word.
func wordAt(text string) int {
	var quote byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.IndexByte(ends+blanks, c) >= 0:
			return i
		}
	}
	return len(text)
}

// unquoted is a word without quotes and backslashes.
func unquoted(raw string) string {
	if !strings.ContainsAny(raw, `'"\`) {
		return raw
	}
	var out strings.Builder
	var quote byte
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '\\' && quote != '\'' && i+1 < len(raw):
			i++
			out.WriteByte(raw[i])
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// lookout goes along the words of a call.
type lookout struct {
	forms *Forms
	// names are programs that were seen and have options for secrets behind a sub-command,
	// options those that count from here on.
	names, options []string
	// next: the word that follows is a secret, unless it is an option.
	next bool
}

// word takes the next word, and says from which byte on it is a secret; -1 for nowhere.
func (l *lookout) word(word string) int {
	secret := l.next && !strings.HasPrefix(word, "-")
	l.next = false
	if secret {
		return 0
	}
	at := -1
	if strings.HasPrefix(word, "-") || strings.HasPrefix(word, "/") {
		at = l.option(word)
	}
	l.program(word)
	return at
}

// option is where the value of an option begins that is a secret.
func (l *lookout) option(word string) int {
	name, value, given := strings.Cut(word, "=")
	if bare := strings.TrimLeft(name, "-"); bare != name && len(bare) > 1 && l.forms.speaks(bare) {
		if given && value != "" {
			return len(name) + 1
		}
		l.next = !given
		return -1
	}
	for _, option := range l.options {
		letter, short := strings.CutPrefix(option, "-")
		short = short && len(letter) == 1
		before, behind, found := "", "", false
		if short && !strings.HasPrefix(word, "--") {
			before, behind, found = strings.Cut(word[1:], letter)
		}
		switch {
		case word == option, found && behind == "":
			l.next = true
		case !short && given && name == option && value != "":
			return len(name) + 1
		case found && (before == "" || len(behind) >= minBehind):
			return len(word) - len(behind)
		}
	}
	return -1
}

// program takes in what the programs that a word may name have for options.
func (l *lookout) program(word string) {
	name := strings.TrimSuffix(path.Base(word), ".exe")
	for _, option := range l.forms.callPrograms[name] {
		if !slices.Contains(l.options, option) {
			l.options = append(l.options, option)
		}
	}
	for _, program := range l.names {
		for _, option := range l.forms.callPrograms[program+" "+word] {
			if !slices.Contains(l.options, option) {
				l.options = append(l.options, option)
			}
		}
	}
	if l.forms.callParents[name] && !slices.Contains(l.names, name) {
		l.names = append(l.names, name)
	}
}
