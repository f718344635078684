package openclawexec

import (
	"slices"
	"strings"
)

// shellCandidate takes wrappers and multiplexers off until a shell could stand
// first; nil when something blocks.
func (t *openClawTables) shellCandidate(args []string) []string {
	for depth := 0; depth <= openClawDepth; depth++ {
		inner, name, ok := t.unwrapOne(args)
		if ok {
			args = inner
			continue
		}
		if name != "" {
			return nil
		}
		_, applet, is := t.multiplexer(args)
		if !is {
			return args
		}
		if applet == nil {
			return nil
		}
		args = applet
	}
	return nil
}

// payload is the text that a shell is given, as written, nil for none.
func (t *openClawTables) payload(args []string) *string {
	args = t.shellCandidate(args)
	base := normalToken(first(args))
	switch {
	case base == "cmd":
		return cmdPayload(args)
	case slices.Contains(t.OtherShells, base):
		text, _ := t.powershellInline(args)
		return text
	case !slices.Contains(t.Shells, base) || slices.Contains(t.StartupShells, base):
		return nil
	case base == "nu":
		return t.nushellInline(args)
	}
	text, _ := t.posixInline(args)
	return text
}

// bindable is the text of a shell when it can stand for the whole argv: no login,
// interactive or otherwise odd start-up before it.
func (t *openClawTables) bindable(args []string) *string {
	text := t.payload(args)
	if text == nil {
		return nil
	}
	args = t.shellCandidate(args)
	base := normalToken(first(args))
	switch {
	case !slices.Contains(t.Shells, base):
		return text
	case base == "fish" && (fishOption(args, "-c", "") || fishOption(args, "-C", "--init-command")):
		return nil
	case base == "nu" && (t.nushellStartsUp(args, "--login", "l") || t.nushellStartsUp(args, "--interactive", "i")):
		return nil
	case base != "nu" && t.startsUp(args):
		return nil
	}
	return text
}

// startsUp reports whether login or interactive start-up files are read before
// the text of -c.
func (t *openClawTables) startsUp(args []string) bool {
	seen := false
	for i := 1; i < len(args); {
		token := trimJS(args[i])
		if token == "" {
			i++
			continue
		}
		if token == "--" {
			return false
		}
		if token == "--login" || token == "--interactive" || isLetterCluster(token, "li") {
			seen = true
		}
		if slices.Contains(t.InlineFlags, token) || isCluster(token) {
			return seen
		}
		if !strings.HasPrefix(token, "-") && !strings.HasPrefix(token, "+") {
			return false
		}
		i += shellOptionWords(token)
	}
	return false
}

// fishOption reports whether an option is given with its value attached, or a
// long one at all, before the first operand.
func fishOption(args []string, short, long string) bool {
	for _, a := range args[1:] {
		word := trimJS(a)
		switch {
		case word == "":
			continue
		case word == "--":
			return false
		case strings.HasPrefix(word, short) && (long != "" || word != short):
			return true
		case long != "" && (word == long || strings.HasPrefix(word, long+"=")):
			return true
		case !strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "+"):
			return false
		}
	}
	return false
}
