package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/skillctl/skillctl/engine"
)

// GitHub writes workflow commands, which GitHub Actions shows beside the lines
// of a pull request. The escapes are those of actions/toolkit
// (packages/core/src/command.ts, v2).
func GitHub(w io.Writer, r engine.Report, opts ...Option) error {
	r, _ = prepare(r, opts)
	out := &writer{w: w}
	for _, f := range active(All(r)) {
		props := []string{"file=" + githubProperty(f.File)}
		if s, e := f.Span.Start, f.Span.End; s.Line > 0 {
			props = append(props, fmt.Sprintf("line=%d", s.Line))
			if e.Line >= s.Line {
				props = append(props, fmt.Sprintf("endLine=%d", e.Line))
			}
			// Columns count only where both are in the same line.
			if s.Column > 0 && e.Line == s.Line && e.Column > s.Column {
				props = append(props, fmt.Sprintf("col=%d", s.Column), fmt.Sprintf("endColumn=%d", e.Column-1))
			}
		}
		props = append(props, "title="+githubProperty(fmt.Sprintf("%s[%s]: %s", f.Severity, f.Rule, f.Title)))
		text := show(f.Message)
		if f.Hint != "" {
			text += "\n" + show(f.Hint)
		}
		out.put("::", githubCommand(f.Severity), " ", strings.Join(props, ","), "::", githubData(text), "\n")
	}
	return out.err
}

func githubCommand(s engine.Severity) string {
	switch s {
	case engine.SeverityMedium:
		return "warning"
	case engine.SeverityLow, engine.SeverityInfo:
		return "notice"
	}
	return "error"
}

func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(Escape(s))
}
