package grammar

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// setting reads KEY=VALUE, or KEY VALUE, and gives the value the role of its key.
func (s *scan) setting(shown string, w argv.Word) {
	text := w.Prefix
	end := 0
	for end < len(text) && keyLetter(text[end]) {
		end++
	}
	key := strings.ToLower(text[:end])
	rest := text[end:]
	role, known := s.entry.settingRole(key)
	switch {
	case key == "" || rest == "" && w.Value == nil:
		s.unclassed(w, "setting", "sets %s with %s, and which setting that is is not known", w.Text, shown)
		return
	case !known:
		s.unclassed(w, "setting", "sets %q with %s, and what that does is not known", key, shown)
		return
	case rest == "":
		return
	case !strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, " "):
		s.unclassed(w, "setting", "sets %s with %s, and which setting that is is not known", w.Text, shown)
		return
	}
	value := argv.After(w, end+1)
	s.place(role, shown, value, w, nil, nil)
}

// key reads the name of a setting, whose value is the next word with the role
// "value".
func (s *scan) key(shown string, w argv.Word) {
	s.of = Role{}
	if w.Value == nil {
		s.unclassed(w, "setting", "sets %s, and which setting that is is known only when it runs", w.Text)
		return
	}
	key := strings.ToLower(*w.Value)
	role, known := s.entry.settingRole(key)
	if !known {
		s.unclassed(w, "setting", "names the setting %q (%s), and what that does is not known", key, shown)
		return
	}
	s.of = role
}

func keyLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '-' || c == '_' || c == '/' || c == ':'
}

// settingRole is the role of the value of a key, here or above.
func (e *Entry) settingRole(key string) (Role, bool) {
	for ; e != nil; e = e.parent {
		if role, ok := lookupName(e.Settings, key, true); ok {
			return role, true
		}
	}
	return Role{}, false
}

// lookupName finds a name, or the longest group "x*" that it belongs to.
func lookupName(list map[string]string, name string, fold bool) (Role, bool) {
	best, text := -1, ""
	for have, role := range list {
		if fold {
			have = strings.ToLower(have)
		}
		stem, star := strings.CutSuffix(have, "*")
		switch {
		case have == name:
			best, text = len(name)+1, role
		case star && strings.HasPrefix(name, stem) && len(stem) > best:
			best, text = len(stem), role
		}
	}
	if best < 0 {
		return Role{}, false
	}
	role, _, err := parseRole(text)
	return role, err == nil
}
