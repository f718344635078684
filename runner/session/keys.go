package session

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escape begins what a terminal sends for a key that is no character.
const escape = "\x1b"

// The marks of a terminal around pasted text.
const (
	pasteStart = escape + "[200~"
	pasteEnd   = escape + "[201~"
)

// Paste is a text as a terminal sends it when it is pasted: what reads it does not
// take it for typed. A mark within the text would end the paste early, and is left
// out.
func Paste(text []byte) []byte {
	inner := string(text)
	for strings.Contains(inner, pasteStart) || strings.Contains(inner, pasteEnd) {
		inner = strings.NewReplacer(pasteStart, "", pasteEnd, "").Replace(inner)
	}
	return []byte(pasteStart + inner + pasteEnd)
}

// KeyError is a key that is not known.
type KeyError struct {
	Key, Why string
	// Names are those that there are.
	Names []string
}

// Error says what is wrong with it.
func (e *KeyError) Error() string { return fmt.Sprintf("key %q %s", e.Key, e.Why) }

// Keys are the bytes that a terminal sends for keys, by the names that OpenClaw has for
// them: one character, "enter", "up", "f5", "C-c" or "^C" with control, "M-x" with
// alt, "S-tab" with shift. application is the mode of the cursor keys that a program
// may have asked for; see [Store.Application].
func Keys(names []string, application bool) ([]byte, error) {
	var out []byte
	for _, name := range names {
		text, err := key(name, application)
		if err != nil {
			return nil, err
		}
		out = append(out, text...)
	}
	return out, nil
}

// Hex are bytes that are written as hexadecimal numbers, such as 1b or 0x1b.
func Hex(numbers []string) ([]byte, error) {
	var out []byte
	for _, number := range numbers {
		digits := strings.TrimPrefix(strings.ToLower(number), "0x")
		n, err := strconv.ParseUint(digits, 16, 8)
		if err != nil || len(digits) > 2 || strings.ContainsAny(digits, "+_") {
			return nil, fmt.Errorf("%q is no byte; write one or two hexadecimal digits, such as 1b or 0x1b", number)
		}
		out = append(out, byte(n))
	}
	return out, nil
}

// modifiers are the keys that are held.
type modifiers struct{ ctrl, alt, shift bool }

func (m modifiers) any() bool { return m.ctrl || m.alt || m.shift }

// number is how xterm counts them.
func (m modifiers) number() int {
	n := 1
	for _, held := range []struct {
		is   bool
		adds int
	}{{m.shift, 1}, {m.alt, 2}, {m.ctrl, 4}} {
		if held.is {
			n += held.adds
		}
	}
	return n
}

func key(name string, application bool) (string, error) {
	if len(name) == 2 && name[0] == '^' {
		if c, ok := control(rune(name[1])); ok {
			return string(c), nil
		}
	}
	base, held := name, modifiers{}
	for len(base) > 2 && base[1] == '-' {
		switch base[0] | 0x20 {
		case 'c':
			held.ctrl = true
		case 'm':
			held.alt = true
		case 's':
			held.shift = true
		default:
			return "", unknownKey(name)
		}
		base = base[2:]
	}
	if utf8.RuneCountInString(base) == 1 {
		return character(name, base, held)
	}
	return special(name, strings.ToLower(base), held, application)
}

func unknownKey(name string) error {
	return &KeyError{Key: name, Why: "is not known", Names: slices.Sorted(maps.Keys(named()))}
}

// character is a key that writes a character.
func character(name, base string, held modifiers) (string, error) {
	r, _ := utf8.DecodeRuneInString(base)
	if r == utf8.RuneError {
		return "", &KeyError{Key: name, Why: "is not UTF-8"}
	}
	if held.shift {
		if !unicode.IsLetter(r) {
			return "", &KeyError{Key: name, Why: "has no meaning: write the character that shift makes of it"}
		}
		r = unicode.ToUpper(r)
	}
	if held.ctrl {
		c, ok := control(r)
		if !ok {
			return "", &KeyError{Key: name, Why: "has no meaning: a terminal has control for letters and @ [ \\ ] ^ _ ? alone"}
		}
		r = c
	}
	if held.alt {
		return escape + string(r), nil
	}
	return string(r), nil
}

// control is the character that a terminal sends for another one with control.
func control(r rune) (rune, bool) {
	const del = 0x7f
	switch r = unicode.ToUpper(r); {
	case r == '?':
		return del, true
	case r >= '@' && r <= '_':
		return r & 0x1f, true
	}
	return 0, false
}

// special is a key with a name.
func special(name, base string, held modifiers, application bool) (string, error) {
	text, ok := named()[base]
	if !ok {
		return "", unknownKey(name)
	}
	rest, csi := strings.CutPrefix(text, escape+"[")
	ss3, isSS3 := strings.CutPrefix(text, escape+"O")
	cursor := csi && len(rest) == 1 && rest != "Z"
	switch {
	case base == "tab" && held == modifiers{shift: true}:
		return escape + "[Z", nil
	case base == "space" && held == modifiers{ctrl: true}:
		return "\x00", nil
	case !held.any() && application && cursor:
		return escape + "O" + rest, nil
	case !held.any() && application && (base == "home" || base == "end"):
		return map[string]string{"home": escape + "OH", "end": escape + "OF"}[base], nil
	case !held.any():
		return text, nil
	case cursor:
		return fmt.Sprintf("%s[1;%d%s", escape, held.number(), rest), nil
	case csi && strings.HasSuffix(rest, "~"):
		return fmt.Sprintf("%s[%s;%d~", escape, strings.TrimSuffix(rest, "~"), held.number()), nil
	case isSS3 && base[0] == 'f':
		return fmt.Sprintf("%s[1;%d%s", escape, held.number(), ss3), nil
	case held == modifiers{alt: true}:
		return escape + text, nil
	}
	return "", &KeyError{Key: name, Why: "has no meaning: a terminal sends the same without control and shift"}
}

// named are the keys with names, and what a terminal of the kind xterm sends for them.
func named() map[string]string {
	out := map[string]string{
		"enter": "\r", "return": "\r", "tab": "\t", "escape": escape, "esc": escape, "space": " ", "bspace": "\x7f", "backspace": "\x7f",
		"btab": escape + "[Z", "kpenter": escape + "OM",
	}
	for keys, text := range map[string]string{
		"up": "A", "down": "B", "right": "C", "left": "D", "home": "1~", "insert ic": "2~", "delete del dc": "3~", "end": "4~",
		"pageup pgup ppage": "5~", "pagedown pgdn npage": "6~", "f5": "15~", "f6": "17~", "f7": "18~", "f8": "19~", "f9": "20~",
		"f10": "21~", "f11": "23~", "f12": "24~",
	} {
		for name := range strings.FieldsSeq(keys) {
			out[name] = escape + "[" + text
		}
	}
	for i, name := range []string{"f1", "f2", "f3", "f4"} {
		out[name] = escape + "O" + string(rune('P'+i))
	}
	for i := range 10 {
		out[fmt.Sprintf("kp%d", i)] = escape + "O" + string(rune('p'+i))
	}
	for name, letter := range map[string]string{"kp*": "j", "kp+": "k", "kp-": "m", "kp.": "n", "kp/": "o"} {
		out[name] = escape + "O" + letter
	}
	return out
}
