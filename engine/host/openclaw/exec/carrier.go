package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// openClawCarrier is a program, or a builtin, that starts the command behind its
// options. Short options may be combined, unless Whole.
type openClawCarrier struct {
	Names []string `json:"names"`
	// Flags are options alone, Values those with a value; with one of None no
	// command is started at all.
	Flags  []string `json:"flags"`
	Values []string `json:"values"`
	None   []string `json:"none"`
	// Splits are options whose value is split into words of the command.
	Splits []string `json:"splits"`
	// Assignments: words NAME=value before the command are none of it.
	Assignments bool `json:"assignments"`
	Whole       bool `json:"whole"`
}

// carrierOption is one option of a word; value is nil when it has none in the
// same word.
type carrierOption struct {
	name  string
	value *string
}

func (t *openClawTables) carrierNamed(name string) *openClawCarrier {
	for i := range t.Carriers {
		if slices.Contains(t.Carriers[i].Names, name) {
			return &t.Carriers[i]
		}
	}
	return nil
}

var shortOption = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-[A-Za-z0-9]`) })

// options reads a word of options; nil when one of them is not known.
func (c *openClawCarrier) options(word string) []carrierOption {
	known := func(name string) bool {
		return slices.Contains(c.Flags, name) || slices.Contains(c.Values, name) || slices.Contains(c.None, name)
	}
	if c.Whole || strings.HasPrefix(word, "--") {
		name, value, has := strings.Cut(word, "=")
		if !known(name) {
			return nil
		}
		if !has {
			return []carrierOption{{name: name}}
		}
		return []carrierOption{{name, &value}}
	}
	if !shortOption().MatchString(word) {
		return nil
	}
	var out []carrierOption
	for i := 1; i < len(word); i++ {
		name := "-" + word[i:i+1]
		if !known(name) {
			return nil
		}
		out = append(out, carrierOption{name: name})
		if slices.Contains(c.Values, name) {
			if rest := word[i+1:]; rest != "" {
				out[len(out)-1].value = &rest
			}
			return out
		}
	}
	return out
}

// wantsValue reports whether the next word is the value of the last option.
func (c *openClawCarrier) wantsValue(options []carrierOption) bool {
	last := options[len(options)-1]
	return last.value == nil && slices.Contains(c.Values, last.name)
}

// carrier gives the command behind env, sudo, exec and the like, whatever their
// options change; nil when there is none.
func (t *openClawTables) carrier(args []string) []string {
	if len(args) == 0 {
		return nil
	}
	c := t.carrierNamed(normalToken(args[0]))
	switch {
	case c == nil:
		return nil
	case c.Splits != nil:
		if env := t.env(args, 0); env != nil {
			return env.command
		}
		return nil
	}
	for i := 1; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			return c.command(args[i+1:])
		}
		if !strings.HasPrefix(word, "-") {
			return c.command(args[i:])
		}
		options := c.options(word)
		if options == nil || slices.ContainsFunc(options, func(o carrierOption) bool { return slices.Contains(c.None, o.name) }) {
			return nil
		}
		if !c.Whole && c.wantsValue(options) {
			i++
		}
	}
	return nil
}

// command is what is started, without assignments before it.
func (c *openClawCarrier) command(rest []string) []string {
	for c.Assignments && len(rest) > 0 && isEnvToken(rest[0]) {
		rest = rest[1:]
	}
	return rest
}

// envCall is what env is told: the command, whether anything is changed for it,
// and whether its words came out of one that was split.
type envCall struct {
	command []string
	changes bool
	split   bool
}

// maxEnvSplits is how deep env -S may stand in env -S.
const maxEnvSplits = 32

// env reads the words of env; nil when they are not understood.
func (t *openClawTables) env(args []string, depth int) *envCall {
	if depth > maxEnvSplits || len(args) == 0 || normalToken(args[0]) != "env" {
		return nil
	}
	c := t.carrierNamed("env")
	call := &envCall{}
	for i := 1; i < len(args); i++ {
		word := args[i]
		switch {
		case word == "":
			return nil
		case isEnvToken(word):
			call.changes = true
			continue
		case word == "--" || word == "-":
			call.command = args[i+1:]
		case strings.HasPrefix(word, "-"):
			options := c.options(word)
			if options == nil {
				return nil
			}
			call.changes = true
			if at := slices.IndexFunc(options, func(o carrierOption) bool { return slices.Contains(c.Splits, o.name) }); at >= 0 {
				return call.splitAt(t, options[at], args[i+1:], depth)
			}
			if c.wantsValue(options) {
				i++
			}
			continue
		default:
			call.command = args[i:]
		}
		break
	}
	if len(call.command) == 0 {
		return nil
	}
	return call
}

// splitAt splits the value of -S; rest are the words behind the option.
func (call *envCall) splitAt(t *openClawTables, o carrierOption, rest []string, depth int) *envCall {
	text := o.value
	if text == nil {
		if len(rest) == 0 {
			return nil
		}
		text, rest = &rest[0], rest[1:]
	}
	inner := splitShellArgs(*text)
	if len(inner) == 0 {
		return nil
	}
	call.split, call.command = true, append(inner, rest...)
	if nested := t.env(append([]string{"env"}, call.command...), depth+1); nested != nil {
		call.command = nested.command
	}
	return call
}

// splitShellArgs splits a text into words at white space outside quotes, as
// OpenClaw does everywhere but in its parser; nil when a quote is open. A word
// that begins with # ends the text, and empty words are none.
func splitShellArgs(text string) []string {
	out := []string{}
	var word []byte
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		ch := text[i]
		next := byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		switch {
		case quote == 0 && ch == '\\':
			if next == 0 {
				return nil
			}
			size := runeSize(text[i+1:])
			word = append(word, text[i+1:i+1+size]...)
			i += size
		case quote == '"' && ch == '\\' && strings.IndexByte("\\\"$`\n\r", next) >= 0 && next != 0:
			word = append(word, next)
			i++
		case quote != 0 && ch == quote:
			quote = 0
		case quote != 0:
			word = append(word, ch)
		case ch == '\'' || ch == '"':
			quote = ch
		case ch == '#' && len(word) == 0:
			return out
		default:
			size := runeSize(text[i:])
			if trimJS(text[i:i+size]) != "" {
				word = append(word, text[i:i+size]...)
			} else if len(word) > 0 {
				out, word = append(out, string(word)), nil
			}
			i += size - 1
		}
	}
	if quote != 0 {
		return nil
	}
	if len(word) > 0 {
		out = append(out, string(word))
	}
	return out
}
