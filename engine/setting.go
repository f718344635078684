package engine

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/schema"
)

// Settings are the operator's settings that a decision follows, as
// [github.com/skillctl/skillctl/engine/settings.Settings] has them.
type Settings interface {
	// Document is every key that has a value.
	Document() map[string]any
	// Origin says where the value at a path was set; a string is a key, an int
	// an index. ok is false for what is built in.
	Origin(path ...any) (place schema.Place, ok bool)
}

// Keeper is [Settings] that never change, and keep what somebody makes of them.
type Keeper interface {
	// Keep gives what make gave for a key, which it is called for once.
	Keep(key any, make func() any) any
}

// PlainSettings are settings that stand in no file.
type PlainSettings map[string]any

// Document returns the settings themselves.
func (s PlainSettings) Document() map[string]any { return s }

// Origin says that no value comes from a file.
func (s PlainSettings) Origin(...any) (schema.Place, bool) { return schema.Place{}, false }

// Said lists the keys below a path that somebody has set, sorted; what is left is
// built in. All of [PlainSettings] are set.
func Said(settings Settings, path ...any) []string {
	var part any = settings.Document()
	for _, key := range path {
		object, _ := part.(map[string]any)
		name, _ := key.(string)
		part = object[name]
	}
	object, _ := part.(map[string]any)
	_, plain := settings.(PlainSettings)
	said := []string{}
	for key := range object {
		if _, ok := settings.Origin(append(slices.Clone(path), key)...); ok || plain {
			said = append(said, key)
		}
	}
	slices.Sort(said)
	return said
}

// SettingPath is the path of a setting, as policies name it: strings are keys, ints
// are indices.
type SettingPath []any

// UnmarshalJSON reads a dotted path or a list of keys and indices.
func (p *SettingPath) UnmarshalJSON(text []byte) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	*p = nil
	switch value := value.(type) {
	case nil:
	case string:
		for part := range strings.SplitSeq(value, ".") {
			*p = append(*p, part)
		}
	case []any:
		for _, part := range value {
			switch part := part.(type) {
			case string:
				*p = append(*p, part)
			case float64:
				*p = append(*p, int(part))
			default:
				return fmt.Errorf("a setting is named by keys and indices, not by %v", part)
			}
		}
	default:
		return fmt.Errorf("a setting is named by a path, not by %v", value)
	}
	return nil
}

// String writes the path as settings are named in messages: "exec.allowlist[2]".
func (p SettingPath) String() string {
	var out strings.Builder
	for _, part := range p {
		switch part := part.(type) {
		case int:
			fmt.Fprintf(&out, "[%d]", part)
		case string:
			if out.Len() > 0 {
				out.WriteByte('.')
			}
			out.WriteString(part)
		}
	}
	return out.String()
}

// Place says where the setting stands and what it is called,
// "skillctl.yaml:3:5 exec.allowlist"; the name alone when it is built in, "" when p
// names none.
func (p SettingPath) Place(settings Settings) string {
	if len(p) == 0 {
		return ""
	}
	for n := len(p); n > 1; n-- {
		if place, ok := settings.Origin(p[:n]...); ok {
			return place.String() + " " + p.String()
		}
	}
	return p.String()
}
