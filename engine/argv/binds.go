package argv

import (
	"slices"
	"strings"
)

// bindSpec says which options of a container engine hand something of the host
// to a container. They are spelled with their dashes.
type bindSpec struct {
	// Volumes are options whose value is SOURCE:TARGET, Mounts those whose value
	// is a list of KEY=VALUE, Devices those that name a device.
	Volumes []string `json:"volumes"`
	Mounts  []string `json:"mounts"`
	Devices []string `json:"devices"`
	// Short is the letter of a volume option, Flags those that may stand before
	// it in one cluster.
	Short string `json:"short"`
	Flags string `json:"flags"`
	// Sources are the keys of a mount that name what is bound.
	Sources []string `json:"sources"`
}

// readBinds records what the arguments ask a container engine to hand over.
func readBinds(a *arguments, spec *bindSpec, args []Word) {
	for i := 1; i < len(args); i++ {
		w := args[i]
		option, value := spec.option(args, i)
		if value == nil {
			continue
		}
		kind := "bind"
		sources := []Word{*value}
		switch {
		case slices.Contains(spec.Mounts, option):
			sources = spec.mountSources(*value)
		case slices.Contains(spec.Devices, option):
			kind = "device"
		}
		for _, s := range sources {
			b := Bind{Kind: kind, Option: option, Span: value.Span, Source: bindSource(a, s)}
			if b.Source == nil || kind == "device" || isBindSource(*b.Source) {
				a.bind(b)
			}
		}
		if value.Span != w.Span {
			i++
		}
	}
}

// option finds the option at args[i] and its value, nil when it is none of spec.
func (s *bindSpec) option(args []Word, i int) (string, *Word) {
	w := args[i]
	next := func() *Word {
		if i+1 < len(args) {
			return &args[i+1]
		}
		return nil
	}
	name, _, eq := strings.Cut(w.Prefix, "=")
	if slices.Contains(s.Volumes, name) || slices.Contains(s.Mounts, name) || slices.Contains(s.Devices, name) {
		if eq {
			value := after(w, len(name)+1)
			return name, &value
		}
		if w.Value != nil {
			return name, next()
		}
	}
	if len(w.Prefix) < 2 || w.Prefix[0] != '-' || w.Prefix[1] == '-' || s.Short == "" {
		return "", nil
	}
	at := strings.Index(w.Prefix, s.Short)
	if at < 1 || strings.Trim(w.Prefix[1:at], s.Flags) != "" {
		return "", nil
	}
	if at+1 < len(w.Prefix) || w.Value == nil {
		value := after(w, at+1)
		if strings.HasPrefix(value.Prefix, "=") {
			value = after(value, 1)
		}
		return "-" + s.Short, &value
	}
	return "-" + s.Short, next()
}

// mountSources are the values of the keys that name what is bound.
func (s *bindSpec) mountSources(value Word) []Word {
	var out []Word
	text := value.Shape()
	for at := 0; at <= len(text); {
		part, _, _ := strings.Cut(text[at:], ",")
		// The list is read as a line of CSV, whose fields may be quoted.
		field := strings.TrimLeft(part, `"`)
		start, end := at+len(part)-len(field), at+len(strings.TrimRight(part, `"`))
		for _, key := range s.Sources {
			if strings.HasPrefix(field, key+"=") {
				from := start + len(key) + 1
				out = append(out, slice(value, from, max(from, end)))
			}
		}
		at += len(part) + 1
	}
	return out
}

// bindSource is the part of SOURCE:TARGET before the colon, "~" standing for the
// home folder; nil when it is not known before it runs.
func bindSource(a *arguments, w Word) *string {
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

// isBindSource reports whether a source is a place rather than the name of a
// volume.
func isBindSource(s string) bool {
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, ".") || strings.HasPrefix(s, "~") || strings.Contains(s, "/")
}
