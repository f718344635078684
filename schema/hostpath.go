package schema

import (
	"slices"
	"strconv"
	"strings"
)

// HostPaths returns where OpenClaw's own validator says that openclaw.json is
// wrong, as `openclaw config validate --json` of 2026.9.6 prints paths: dotted,
// "<root>" for the document, the object's path for a key that it does not know,
// and the agents of the old list under agents.entries. The paths are sorted,
// each once; nil means that the host takes the document.
func HostPaths(doc any, vs []Violation) []string {
	roster := readRoster(doc)
	var out []string
	for _, v := range vs {
		if !v.Refused() || (roster.unreadable && v.Code == Conflict && v.Path[len(v.Path)-1] == "ownership") {
			continue // a list that it cannot turn is one unknown key to the host
		}
		path := v.Path
		if v.On == OnKey && (v.Code == UnknownKey || (v.Code == Conflict && (path[len(path)-1] == "list" || path[len(path)-1] == "alsoAllow"))) {
			path = path[:len(path)-1]
		}
		out = append(out, dotted(roster.move(path)))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func dotted(path []any) string {
	if len(path) == 0 {
		return "<root>"
	}
	parts := make([]string, len(path))
	for i, p := range path {
		if n, ok := p.(int); ok {
			parts[i] = strconv.Itoa(n)
			continue
		}
		parts[i], _ = p.(string)
	}
	return strings.Join(parts, ".")
}

// roster holds the ids of agents.list when the host can turn it into
// agents.entries, which it does before it validates. Otherwise it calls the
// key `list` unknown.
type roster struct {
	ids        []string
	ok         bool
	unreadable bool
}

func readRoster(doc any) roster {
	root, _ := doc.(map[string]any)
	agents, _ := root["agents"].(map[string]any)
	list, ok := agents["list"].([]any)
	_, both := agents["entries"]
	if !ok || both {
		return roster{}
	}
	var r roster
	for _, v := range list {
		agent, _ := v.(map[string]any)
		id, _ := agent["id"].(string)
		if !plainID(id) || slices.Contains(r.ids, id) {
			return roster{unreadable: true}
		}
		r.ids = append(r.ids, id)
	}
	r.ok = true
	return r
}

// plainID reports whether an id is what normalising it gives.
func plainID(id string) bool {
	for i, c := range []byte(id) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' && (c != '-' || i == 0) {
			return false
		}
	}
	return id != "" && len(id) <= 64
}

// move rewrites a path below agents.list to where the host sees it.
func (r roster) move(path []any) []any {
	if len(path) < 2 || path[0] != "agents" || path[1] != "list" {
		return path
	}
	if !r.ok {
		return path[:1]
	}
	out := []any{"agents", "entries"}
	if len(path) == 2 {
		return out
	}
	i, _ := path[2].(int)
	if i >= len(r.ids) {
		return out
	}
	return append(append(out, r.ids[i]), path[3:]...)
}
