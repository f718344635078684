package dialect

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
)

// sandboxed looks up what an agent's sandbox is: what the agent says holds before
// the defaults.
type sandboxed struct {
	own, all func(path ...any) *document.Node
}

func (s sandboxed) at(path ...any) *document.Node {
	if n := s.own(path...); n != nil {
		return n
	}
	return s.all(path...)
}

// parts are those of both, the defaults first.
func (s sandboxed) parts(path ...any) []*document.Node {
	return slices.DeleteFunc([]*document.Node{s.all(path...), s.own(path...)}, func(n *document.Node) bool { return n == nil })
}

// sandboxOf is the sandbox of an agent. Containers that all agents share are none
// of its own.
func (t *translation) sandboxOf(agent agents.Agent) sandboxed {
	s := sandboxed{all: func(path ...any) *document.Node {
		return t.at(append([]any{"agents", "defaults", "sandbox"}, path...)...)
	}}
	s.own = func(path ...any) *document.Node {
		if agent.Path == nil {
			return nil
		}
		return t.at(slices.Concat(agent.Path, []any{"sandbox"}, path)...)
	}
	if textOf(s.at("scope")) == "shared" {
		every := s.own
		s.own = func(path ...any) *document.Node {
			if len(path) > 0 && path[0] == "docker" {
				return nil
			}
			return every(path...)
		}
	}
	return s
}

// openclawSandbox takes where an agent's commands are confined.
func (t *translation) openclawSandbox(agent agents.Agent, host *document.Node) {
	sandbox := t.sandboxOf(agent)
	if mode := sandbox.at("mode"); mode != nil {
		active := textOf(mode) != "off"
		t.setValue(active, mode, "openclaw", "sandbox", "available")
		if name := textOf(host); active && (name == "" || name == "auto") {
			t.setValue("docker", mode, "run", "sandbox")
		}
	}
	t.openclawWorkspace(sandbox)
	t.set(sandbox.at("docker", "image"), "run", "docker", "image")
	t.set(sandbox.at("docker", "readOnlyRoot"), "run", "docker", "readOnlyRootfs")
	t.set(sandbox.at("docker", "cpus"), "run", "limits", "cpus")
	t.set(sandbox.at("docker", "pidsLimit"), "run", "limits", "pids")
	t.set(sandbox.at("docker", "seccompProfile"), "run", "docker", "seccomp")
	if memory := sandbox.at("docker", "memory"); textOf(memory) != "" {
		t.set(memory, "run", "limits", "memory")
	} else if memory != nil {
		t.setValue(fmt.Sprintf("%vB", memory.Interface()), memory, "run", "limits", "memory")
	}
	if network := sandbox.at("docker", "network"); network != nil {
		if name := textOf(network); name == "none" {
			t.set(network, "run", "network")
		} else {
			t.setValue("full", network, "run", "network")
			t.set(network, "run", "docker", "network")
			t.set(listOf(sandbox.at("docker", "dns"), address), "run", "docker", "dns")
			t.set(listOf(sandbox.at("docker", "extraHosts"), hostEntry), "run", "docker", "extraHosts")
		}
	}
	if user := sandbox.at("docker", "user"); strings.Contains(textOf(user), ":") {
		t.set(user, "run", "docker", "user")
	}
	t.sandboxVariables(sandbox)
	t.sandboxLimits(sandbox)
	t.binds(sandbox.parts("docker", "binds"))
}

// openclawWorkspace takes what a sandbox sees of the workspace, and its folders in
// memory. A sandbox that sees nothing of it has an empty one of its own.
func (t *translation) openclawWorkspace(sandbox sandboxed) {
	access := sandbox.at("workspaceAccess")
	if access != nil {
		t.set(access, "run", "workspaceAccess")
	} else {
		t.setValue("none", sandbox.all(), "run", "docker", "workspaceAccess")
	}
	folders := &document.Node{Kind: document.Array, File: t.from.File}
	add := func(entry string, place *document.Node) {
		path, options, _ := strings.Cut(strings.TrimSpace(entry), ":")
		if !absolute(path) {
			return
		}
		folder := map[string]any{"path": path}
		for option := range strings.SplitSeq(options, ",") {
			option = strings.TrimSpace(option)
			if size, ok := strings.CutPrefix(option, "size="); ok {
				folder["size"] = size
			} else if !slices.Contains([]string{"", "rw", "noexec", "nosuid", "nodev", "mode=1777"}, option) {
				t.note(place, "the option "+strconv.Quote(option)+" has no effect here: folders in memory are rw,noexec,nosuid,nodev,mode=1777")
			}
		}
		folders.Items = append(folders.Items, valueAt(folder, place, t.from))
	}
	if list := sandbox.at("docker", "tmpfs"); list != nil {
		folders.Span = list.Span
		for _, item := range list.Items {
			add(textOf(item), item)
		}
	} else {
		for _, path := range []string{"/tmp", "/var/tmp", "/run"} {
			add(path, nil)
		}
	}
	if access == nil || textOf(access) == "none" {
		add("/workspace", nil)
	}
	t.set(folders, "run", "docker", "tmpfs")
}

// sandboxVariables takes the variables of a container. OpenClaw leaves none of them
// out, whatever its name.
func (t *translation) sandboxVariables(sandbox sandboxed) {
	if sandbox.all("docker", "env") == nil {
		t.setValue("C.UTF-8", nil, "run", "docker", "env", "LANG")
	}
	for _, part := range sandbox.parts("docker", "env") {
		for _, m := range part.Members {
			value, text := m.Value.Interface().(string)
			if name := strings.TrimSpace(m.Key); text && variable(name) && !strings.ContainsRune(value, 0) {
				t.replace(m.Value, "run", "docker", "env", name)
			}
		}
	}
}

// variable reports whether a text is the name of a variable of the environment.
func variable(s string) bool {
	odd := func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	return s != "" && !strings.ContainsFunc(s, odd) && (s[0] < '0' || s[0] > '9')
}

// sandboxLimits takes the limits that an engine has by name. Where two are said,
// the lower holds: a process may go up to the other by itself.
func (t *translation) sandboxLimits(sandbox sandboxed) {
	for _, part := range sandbox.parts("docker", "ulimits") {
		for _, m := range part.Members {
			if limit, place := lowerLimit(m.Value); place != nil {
				t.replace(valueAt(limit, place, t.from), "run", "docker", "ulimits", m.Key)
			}
		}
	}
}

// lowerLimit reads a number, "soft:hard" or {soft, hard}, and where it stands; nil
// where there is none.
func lowerLimit(n *document.Node) (int64, *document.Node) {
	limits, places := []int64{}, []*document.Node{}
	switch v := n.Interface().(type) {
	case int64:
		limits, places = append(limits, v), append(places, n)
	case string:
		for part := range strings.SplitSeq(v, ":") {
			limit, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64)
			if err != nil {
				return 0, nil
			}
			limits, places = append(limits, limit), append(places, n)
		}
	default:
		for _, m := range n.Members {
			if limit, ok := m.Value.Interface().(int64); ok {
				limits, places = append(limits, limit), append(places, m.Value)
			}
		}
	}
	if len(limits) == 0 || slices.Min(limits) < 0 {
		return 0, nil
	}
	lowest := slices.Min(limits)
	return lowest, places[slices.Index(limits, lowest)]
}

// address reports whether a text is that of a machine.
func address(s string) bool {
	_, err := netip.ParseAddr(s)
	return err == nil
}

// hostEntry reports whether a text is name:address.
func hostEntry(s string) bool {
	name, at, ok := strings.Cut(s, ":")
	return ok && name != "" && address(at)
}

// binds takes mounts written as source:target[:mode].
func (t *translation) binds(lists []*document.Node) {
	if len(lists) == 0 {
		return
	}
	out := &document.Node{Kind: document.Array, File: lists[0].File, Span: lists[0].Span}
	for _, list := range lists {
		for _, item := range list.Items {
			parts := strings.Split(textOf(item), ":")
			if len(parts) < 2 || !absolute(parts[0]) || !absolute(parts[1]) {
				continue
			}
			write := len(parts) < 3 || !slices.Contains(strings.Split(parts[2], ","), "ro")
			out.Items = append(out.Items, valueAt(map[string]any{"source": parts[0], "target": parts[1], "write": write}, item, t.from))
		}
	}
	t.set(out, "run", "docker", "binds")
}
