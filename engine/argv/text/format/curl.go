// Package format reads the templates that programs fill in: what curl prints at the
// end (-w), what tmux shows, filters of ffmpeg and expressions of yq. Each is harmless
// as long as it only computes and prints; a few constructs in them write files or run
// commands.
package format

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// ReadCurl reads the value of curl's -w. Variables print; %output{FILE} writes what
// follows into a file, and @FILE is a file with such a text.
func ReadCurl(text string) reading.Reading {
	var r reading.Reading
	if strings.HasPrefix(text, "@") {
		if text == "@-" {
			r.Refuse(0, "a format that stands in standard input")
		} else {
			r.Refuse(0, "a format that stands in a file")
		}
		return r
	}
	if !r.Bounds(text) {
		return r
	}
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '%')
		if i < 0 {
			return r
		}
		at += i + 1
		rest := text[at:]
		switch {
		case strings.HasPrefix(rest, "%"):
			at++
		case strings.HasPrefix(rest, "output{"):
			name, _, closed := strings.Cut(rest[len("output{"):], "}")
			if !closed {
				r.Refuse(at, "%output without an end")
				return r
			}
			kept, more := strings.CutPrefix(name, ">>")
			r.Write(reading.Place{What: "%output", Name: kept, Known: true, Append: more})
		}
	}
}
