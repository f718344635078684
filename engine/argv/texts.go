package argv

import (
	"slices"
	"strings"
)

// textSpec says where a program takes texts of a small language: what each of its
// options does, by the roles of a program's entry.
type textSpec struct {
	Names []string `json:"names"`
	// Family: its program is a fact of its own ([Interpreter]), by this name.
	Family string `json:"family"`
	// Style is how words become options: "gnu" (options after operands, too) or
	// "posix" (the first operand ends them).
	Style string `json:"style"`
	// Options gives the role of the value of each option; "flag" for none.
	Options map[string]string `json:"options"`
	// Operands are roles in order; the last, with a star, is repeated. "ROLE
	// unless -e -f" is left out when one of these options is given.
	Operands []string `json:"operands"`

	index map[string]string
}

// prepare indexes the options by their spellings.
func (s *textSpec) prepare() {
	s.index = map[string]string{}
	for names, role := range s.Options {
		for _, n := range strings.Fields(names) {
			s.index[n] = role
		}
	}
}

// textEvent is one option or operand. Role is "" for an option that no table has.
type textEvent struct {
	role, option string
	value        Word
	// bare: the option has no value.
	bare bool
}

// textScan reads words by a textSpec.
type textScan struct {
	spec   *textSpec
	args   []Word
	events []textEvent
	rest   []Word
}

// scan reads the options and then gives the operands their roles.
func (s *textSpec) scan(args []Word) []textEvent {
	m := textScan{spec: s, args: args}
	for i := 1; i < len(args); i++ {
		w := args[i]
		v := w.Prefix
		switch {
		case v == "--" && w.Value != nil:
			m.rest = append(m.rest, args[i+1:]...)
			i = len(args)
		case len(v) < 2 || v[0] != '-':
			m.rest = append(m.rest, w)
			if s.Style == "posix" {
				m.rest = append(m.rest, args[i+1:]...)
				i = len(args)
			}
		case strings.HasPrefix(v, "--"):
			i += m.long(i)
		default:
			i += m.cluster(i)
		}
	}
	m.operands()
	return m.events
}

func (m *textScan) add(role, option string, value Word) {
	m.events = append(m.events, textEvent{role: role, option: option, value: value})
}

// option adds an option that stands alone in its word, and returns how many
// further words it uses.
func (m *textScan) option(i int, name string, attached *Word) int {
	role := m.spec.index[name]
	optional := strings.HasSuffix(role, "?")
	role = strings.TrimSuffix(role, "?")
	w := m.args[i]
	switch {
	case role == "":
		m.add("", name, w)
		return 0
	case strings.HasPrefix(role, "flag"):
		if attached != nil {
			role = ""
		}
		m.events = append(m.events, textEvent{role: role, option: name, value: w, bare: true})
		return 0
	case attached != nil:
		m.add(role, name, *attached)
		return 0
	case optional:
		m.events = append(m.events, textEvent{role: role, option: name, value: w, bare: true})
		return 0
	}
	if i+1 >= len(m.args) {
		return 0
	}
	m.add(role, name, m.args[i+1])
	return 1
}

// long reads one option with two dashes.
func (m *textScan) long(i int) int {
	w := m.args[i]
	name, _, eq := strings.Cut(w.Prefix, "=")
	if w.Value == nil && !eq {
		m.add("", w.Prefix, w)
		return 0
	}
	full := m.spec.full(name)
	if !eq {
		return m.option(i, full, nil)
	}
	value := after(w, len(name)+1)
	return m.option(i, full, &value)
}

// full is the option that name is or abbreviates; name itself when it may be
// several that do not mean the same.
func (s *textSpec) full(name string) string {
	if s.index[name] != "" || name == "--" {
		return name
	}
	found := ""
	for o, role := range s.index {
		if !strings.HasPrefix(o, name) {
			continue
		}
		if found != "" && s.index[found] != role {
			return name
		}
		if found == "" || o < found {
			found = o
		}
	}
	if found == "" {
		return name
	}
	return found
}

// cluster reads short options in one word.
func (m *textScan) cluster(i int) int {
	w := m.args[i]
	v := w.Prefix
	for j := 1; j < len(v); j++ {
		name := "-" + v[j:j+1]
		role := m.spec.index[name]
		if strings.HasPrefix(role, "flag") {
			m.events = append(m.events, textEvent{role: role, option: name, value: w, bare: true})
			continue
		}
		if role != "" && (j+1 < len(v) || w.Value == nil) {
			value := after(w, j+1)
			return m.option(i, name, &value)
		}
		return m.option(i, name, nil)
	}
	if w.Value == nil {
		m.add("", v, w)
	}
	return 0
}

// operands gives the words that are no options their roles.
func (m *textScan) operands() {
	roles := []string{}
	for _, o := range m.spec.Operands {
		role, unless, _ := strings.Cut(o, " unless ")
		given := slices.ContainsFunc(m.events, func(e textEvent) bool { return e.option != "" && slices.Contains(strings.Fields(unless), e.option) })
		if !given {
			roles = append(roles, role)
		}
	}
	for n, w := range m.rest {
		role := ""
		switch {
		case n < len(roles):
			role = strings.TrimSuffix(roles[n], "*")
		case len(roles) > 0 && strings.HasSuffix(roles[len(roles)-1], "*"):
			role = strings.TrimSuffix(roles[len(roles)-1], "*")
		}
		m.events = append(m.events, textEvent{role: role, value: w})
	}
}
