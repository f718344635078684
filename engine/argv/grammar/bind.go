package grammar

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// Bound are the things of the host that the words hand to a container.
func (r *Reading) Bound() []argv.Step {
	var out []argv.Step
	for _, p := range r.Places {
		kind, sources := "bind", []argv.Word{p.Target}
		switch p.Role {
		case "bind":
		case "mount":
			sources = mounted(p.Target)
		case "bind-device":
			kind = "device"
		default:
			continue
		}
		for _, s := range sources {
			b := argv.Bind{Kind: kind, Option: p.Option, Span: p.Target.Span, Source: hostPlace(s)}
			if b.Source == nil || kind == "device" || strings.ContainsAny(*b.Source, "/~") || strings.HasPrefix(*b.Source, ".") {
				out = append(out, b)
			}
		}
	}
	return out
}

// mounted are the values of those keys of KEY=VALUE,… that name what is bound.
func mounted(value argv.Word) []argv.Word {
	var out []argv.Word
	text := value.Shape()
	for at := 0; at <= len(text); {
		part, _, _ := strings.Cut(text[at:], ",")
		// The list is read as a line of CSV, whose fields may be quoted.
		field := strings.TrimLeft(part, `"`)
		start, end := at+len(part)-len(field), at+len(strings.TrimRight(part, `"`))
		for _, key := range []string{"source", "src", "volume-opt=device", "device"} {
			if strings.HasPrefix(field, key+"=") {
				from := start + len(key) + 1
				out = append(out, argv.Slice(value, from, max(from, end)))
			}
		}
		at += len(part) + 1
	}
	return out
}

// hostPlace is the part of SOURCE:TARGET before the colon, "~" standing for the home
// folder; nil when it is not known before it runs.
func hostPlace(w argv.Word) *string {
	text, _, _ := strings.Cut(w.Shape(), ":")
	if w.Value != nil || len(text) <= len(w.Prefix) {
		return &text
	}
	if w.Prefix == "" && !w.Substitutes && len(w.Params) > 0 && w.Params[0] == "HOME" && strings.HasPrefix(text, "X") {
		text = "~" + text[1:]
		if len(w.Params) == 1 || !strings.Contains(text, "X") {
			return &text
		}
	}
	if strings.HasPrefix(text, "X/") && strings.Contains(text, "..") {
		// Whatever folder it begins with: usually the working directory.
		text = "." + text[1:]
		return &text
	}
	return nil
}
