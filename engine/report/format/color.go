package format

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine"
)

// palette writes SGR colours, or nothing when it is off.
type palette struct{ on bool }

func (p palette) paint(code, s string) string {
	if !p.on || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p palette) bold(s string) string { return p.paint("1", s) }
func (p palette) rail(s string) string { return p.paint("34", s) }

// severity paints s as the severity is painted: red, yellow, cyan, blue.
func (p palette) severity(sev engine.Severity, s string) string {
	return p.paint(severityCode(sev), s)
}

func severityCode(sev engine.Severity) string {
	switch sev {
	case engine.SeverityMedium:
		return "1;33"
	case engine.SeverityLow:
		return "1;36"
	case engine.SeverityInfo:
		return "1;34"
	case engine.SeverityCritical:
		return "1;35"
	}
	return "1;31"
}

// link writes text as an OSC 8 hyperlink. Only web addresses are linked, and
// only in the form that [url.URL] gives, which holds no control character.
func link(o options, target, text string) string {
	if !o.links || target == "" {
		return text
	}
	u, err := url.Parse(target)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return text
	}
	return linked(u, text)
}

// linkFile writes the place of a file as a hyperlink to it.
func linkFile(o options, file, text string) string {
	if !o.links || o.at == nil || file == "" {
		return text
	}
	path, err := filepath.Abs(o.at(file))
	if err != nil {
		return text
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return linked(&url.URL{Scheme: "file", Path: path}, text)
}

// linked is an OSC 8 hyperlink, if nothing in its address could end it.
func linked(u *url.URL, text string) string {
	if !plain(u.String()) {
		return text
	}
	return "\x1b]8;;" + u.String() + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}
