package format

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// ReadGoLink reads the value of -ldflags of go build: options of its linker. Those that
// leave out symbols, set variables of the program and name the build are harmless;
// others run a linker, load plugins and write files.
func ReadGoLink(text string) reading.Reading {
	return readGoFlags(text, []string{"-s", "-w", "-v"}, []string{"-X", "-buildid"})
}

// ReadGoCompile reads the value of -gcflags and -asmflags of go build: options of its
// compiler that switch optimisations off and print what it decides.
func ReadGoCompile(text string) reading.Reading {
	return readGoFlags(text, []string{"-B", "-C", "-e", "-l", "-m", "-N", "-S"}, nil)
}

// readGoFlags reads [PACKAGES=]OPTIONS, as the command go splits them: at blanks outside
// of quotes, which stand around whole words.
func readGoFlags(text string, flags, values []string) reading.Reading {
	var r reading.Reading
	if !r.Bounds(text) {
		return r
	}
	if before, rest, found := strings.Cut(text, "="); found && !strings.HasPrefix(text, "-") && !strings.ContainsAny(before, " \t\n'\"") {
		text = rest
	}
	words, ok := goWords(text)
	if !ok {
		r.Refuse(0, "quotes without an end")
		return r
	}
	for i := 0; i < len(words); i++ {
		name, _, joined := strings.Cut(words[i], "=")
		if strings.HasPrefix(name, "--") {
			name = name[1:]
		}
		switch {
		case slices.Contains(flags, name):
		case slices.Contains(values, name) && joined:
		case slices.Contains(values, name) && i+1 < len(words):
			i++
		default:
			r.Refuse(0, "the option "+words[i])
			return r
		}
	}
	return r
}

// goWords splits a text as quoted.Split of the command go does.
func goWords(text string) ([]string, bool) {
	var out []string
	for {
		text = strings.TrimLeft(text, " \t\n\r")
		if text == "" {
			return out, true
		}
		if quote := text[0]; quote == '"' || quote == '\'' {
			end := strings.IndexByte(text[1:], quote)
			if end < 0 {
				return nil, false
			}
			out, text = append(out, text[1:1+end]), text[2+end:]
			continue
		}
		end := strings.IndexAny(text, " \t\n\r")
		if end < 0 {
			end = len(text)
		}
		out, text = append(out, text[:end]), text[end:]
	}
}
