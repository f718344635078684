package format

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
)

// maxRows is how many findings a Markdown report lists: a comment on GitHub
// holds 65,536 characters and a row is seldom longer than 300.
const maxRows = 200

// Markdown writes a table for a comment on a pull request or a job summary.
// Nothing in it can break out of its cell, call a person or become a link.
func Markdown(w io.Writer, r engine.Report, opts ...Option) error {
	r, o := prepare(r, opts)
	out := &writer{w: w}
	out.put("### skillctl ", o.command, "\n\n", upperFirst(summary(r, o)), ".\n")
	list, hidden := groups(r, o)
	if len(hidden) > 0 {
		out.put("\n", upperFirst(leftOut(hidden, o)), ".\n")
	}
	findings := slices.Concat(list...)
	if len(findings) == 0 {
		return out.err
	}
	out.put("\n| severity | rule | place | what |\n|---|---|---|---|\n")
	for i, f := range findings {
		if i == maxRows {
			out.put(fmt.Sprintf("\n%s more in the full report.\n", count(len(findings)-i, "finding")))
			break
		}
		what := markdownText(clip(f.Message))
		if f.Hint != "" {
			what += "<br>" + markdownText(clip(f.Hint))
		}
		out.put("| ", markdownText(string(f.Severity)), " | ", markdownRule(f), " | ",
			markdownText(location(f)), " | ", what, " |\n")
	}
	return out.err
}

func markdownRule(f engine.Finding) string {
	text := markdownText(f.Rule)
	u, err := url.Parse(f.Docs)
	if f.Docs == "" || err != nil || u.Scheme != "https" {
		return text
	}
	return "[" + text + "](" + strings.NewReplacer("(", "%28", ")", "%29", "|", "%7C").Replace(u.String()) + ")"
}

// markdownText escapes text for a table cell of GitHub's Markdown. An empty
// comment inside "@name", "#1", "://" and "www." keeps GitHub from making
// mentions and links of them, which a backslash does not.
func markdownText(s string) string {
	var b strings.Builder
	text := Escape(s)
	for i, r := range text {
		switch {
		case strings.ContainsRune("\\`*_{}[]()+-!|~$^=", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		default:
			b.WriteRune(r)
			if linkStart(text, i, r) {
				b.WriteString("<!-- -->")
			}
		}
	}
	return b.String()
}

// linkStart reports whether the rune r at i in text begins, or joins, what
// GitHub would make a link or a mention of.
func linkStart(text string, i int, r rune) bool {
	switch r {
	case '@', '#':
		return true
	case ':':
		return strings.HasPrefix(text[i:], "://")
	case '.':
		return i >= 3 && strings.EqualFold(text[i-3:i], "www")
	}
	return false
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
