package learn

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

var (
	// zshEntry is what zsh with EXTENDED_HISTORY writes before a command: when it was
	// started, and how many seconds it took.
	zshEntry = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^: *\d+:\d+;`) })
	// bashTime is the line that bash with HISTTIMEFORMAT writes before a command.
	bashTime = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^#\d+$`) })
)

// history reads that of bash, with or without times, and that of zsh. What bash writes
// between two times is one command, and so are the lines that zsh ends with a backslash.
func history(text string) Source {
	s := Source{Form: "history of bash or zsh"}
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	timed := bashTime().MatchString(strings.TrimSpace(first))
	var parts []string // of a command of several lines
	begin, number := 0, 0
	add := func() {
		if command := strings.TrimSpace(strings.Join(parts, "\n")); command != "" {
			s.Commands = append(s.Commands, Command{command, begin})
		}
		parts = nil
	}
	for line := range strings.Lines(text) {
		number++
		line = unmeta(strings.TrimRight(line, "\r\n"))
		if bashTime().MatchString(line) {
			add()
			continue
		}
		if len(parts) == 0 {
			begin = number
			line = zshEntry().ReplaceAllString(line, "")
		}
		more, open := strings.CutSuffix(line, `\`)
		switch {
		case timed:
			parts = append(parts, line)
		case open:
			parts = append(parts, more)
		default:
			parts = append(parts, line)
			add()
		}
	}
	add()
	return s
}

// meta is the byte behind which zsh writes one with bit 5 turned over: itself, NUL, and
// bytes that stand for signs of its own.
const meta = 0x83

// unmeta undoes this. What is UTF-8 as it is was not written so.
func unmeta(line string) string {
	if utf8.ValidString(line) || strings.IndexByte(line, meta) < 0 {
		return line
	}
	out := make([]byte, 0, len(line))
	for i := 0; i < len(line); i++ {
		b := line[i]
		if b == meta && i+1 < len(line) {
			i++
			b = line[i] ^ 0x20
		}
		out = append(out, b)
	}
	return string(out)
}

// fishCommand begins an entry of the history of fish; below it are lines with two blanks,
// when it was run and which files it named.
const fishCommand = "- cmd: "

// fish reads the history of fish, which is written like YAML and is none: a backslash
// stands before another one and, with n, for the end of a line.
func fish(text string) Source {
	s := Source{Form: "history of fish"}
	plain := strings.NewReplacer(`\\`, `\`, `\n`, "\n")
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		command, is := strings.CutPrefix(line, fishCommand)
		switch {
		case is && strings.TrimSpace(command) != "":
			s.Commands = append(s.Commands, Command{plain.Replace(command), number})
		case !is && line != "" && !strings.HasPrefix(line, "  "):
			s.Unread = append(s.Unread, number)
		}
	}
	return s
}
