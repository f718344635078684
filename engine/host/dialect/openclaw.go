package dialect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
)

// openclaw translates an openclaw.json as OpenClaw 2026.9.6 reads it: what is
// left out means that everything may run and nobody is asked. The host's own
// exec-approvals.json, when it stands beside, belongs to it.
func (t *translation) openclaw(ctx context.Context, root *os.Root, agent string) error {
	layers := [][]any{{"tools"}}
	own, err := agents.Choose(t.from.Root, agent)
	if err != nil && (agent != "" || t.agentsDiffer()) {
		return err
	}
	if own.Path != nil {
		layers = append([][]any{append(slices.Clone(own.Path), "tools")}, layers...)
	}
	exec := func(key string) *document.Node {
		for _, layer := range layers {
			if n := t.at(append(slices.Clone(layer), "exec", key)...); n != nil {
				return n
			}
		}
		return nil
	}
	t.openclawMode(exec)
	t.set(listOf(exec("safeBins"), named), "exec", "safeBins")
	t.set(listOf(exec("safeBinTrustedDirs"), absolute), "exec", "safeBinTrustedDirs")
	if profiles := exec("safeBinProfiles"); profiles != nil {
		for _, m := range profiles.Members {
			profile := pick(m.Value, "minPositional", "maxPositional", "allowedValueFlags", "deniedFlags")
			if profile == nil {
				profile = valueAt(map[string]any{}, m.Value, t.from)
			}
			t.set(profile, "exec", "safeBinProfiles", m.Key)
		}
	}
	if strict := exec("strictInlineEval"); strict != nil {
		t.set(strict, "exec", "strictInlineEval")
	} else {
		t.setValue(false, nil, "exec", "strictInlineEval")
	}
	t.set(listOf(exec("pathPrepend"), absolute), "run", "pathPrepend")
	t.duration(exec("timeoutSeconds"), "s", "run", "timeout")
	t.duration(exec("backgroundMs"), "ms", "run", "yield")
	if host := exec("host"); host != nil {
		t.set(host, "openclaw", "host")
		t.set(host, "run", "host")
	}
	for _, layer := range layers {
		if enabled := t.at(append(slices.Clone(layer), "elevated", "enabled")...); enabled != nil {
			t.set(enabled, "openclaw", "elevated", "enabled")
			break
		}
	}
	t.openclawSandbox(own)
	return t.openclawApprovals(ctx, root, own.ID)
}

// agentsDiffer says that an agent has its own word on what may run, so that it
// matters which one is meant.
func (t *translation) agentsDiffer() bool {
	list, _ := agents.List(t.from.Root)
	return slices.ContainsFunc(list, func(a agents.Agent) bool {
		at := func(key string) *document.Node { return t.at(append(slices.Clone(a.Path), key)...) }
		return at("tools") != nil || at("sandbox") != nil
	})
}

// openclawMode takes mode, or the older pair; profile openclaw knows both.
func (t *translation) openclawMode(exec func(string) *document.Node) {
	if mode := exec("mode"); mode != nil {
		pairs := map[string][2]string{
			"deny": {"deny", "off"}, "allowlist": {"allowlist", "off"}, "ask": {"allowlist", "on-miss"}, "auto": {"allowlist", "on-miss"}, "full": {"full", "off"},
		}
		pair, ok := pairs[textOf(mode)]
		if !ok {
			pair = [2]string{"deny", "off"} // the host refuses such a configuration
		} else {
			t.set(mode, "openclaw", "mode")
		}
		t.setValue(pair[0], mode, "exec", "security")
		t.setValue(pair[1], mode, "exec", "ask")
		return
	}
	for _, half := range []struct{ key, unset string }{{"security", "full"}, {"ask", "off"}} {
		if n := exec(half.key); n != nil {
			t.set(n, "exec", half.key)
			continue
		}
		t.setValue(half.unset, t.at("tools", "exec"), "exec", half.key)
	}
}

func (t *translation) duration(n *document.Node, unit string, path ...string) {
	if n == nil {
		return
	}
	switch v := n.Interface().(type) {
	case int64:
		if v > 0 {
			t.setValue(strconv.FormatInt(v, 10)+unit, n, path...)
		}
	case float64:
		if v > 0 {
			t.setValue(strconv.FormatFloat(v, 'f', -1, 64)+unit, n, path...)
		}
	}
}

// openclawSandbox takes where an agent's commands are confined; what an agent
// says holds before the defaults.
func (t *translation) openclawSandbox(agent agents.Agent) {
	sandbox := func(path ...any) *document.Node {
		if agent.Path != nil {
			if n := t.at(slices.Concat(agent.Path, []any{"sandbox"}, path)...); n != nil {
				return n
			}
		}
		return t.at(append([]any{"agents", "defaults", "sandbox"}, path...)...)
	}
	if mode := sandbox("mode"); mode != nil {
		t.setValue(textOf(mode) != "off", mode, "openclaw", "sandbox", "available")
	}
	t.set(sandbox("workspaceAccess"), "run", "workspaceAccess")
	t.set(sandbox("docker", "image"), "run", "docker", "image")
	t.set(sandbox("docker", "readOnlyRoot"), "run", "docker", "readOnlyRootfs")
	t.set(sandbox("docker", "cpus"), "run", "limits", "cpus")
	t.set(sandbox("docker", "pidsLimit"), "run", "limits", "pids")
	t.set(sandbox("docker", "seccompProfile"), "run", "docker", "seccomp")
	if memory := sandbox("docker", "memory"); textOf(memory) != "" {
		t.set(memory, "run", "limits", "memory")
	} else if memory != nil {
		t.setValue(fmt.Sprintf("%vB", memory.Interface()), memory, "run", "limits", "memory")
	}
	if network := sandbox("docker", "network"); network != nil {
		if name := textOf(network); name == "none" {
			t.set(network, "run", "network")
		} else {
			t.setValue("full", network, "run", "network")
			t.set(network, "run", "docker", "network")
		}
	}
	if user := sandbox("docker", "user"); strings.Contains(textOf(user), ":") {
		t.set(user, "run", "docker", "user")
	}
	t.binds(sandbox("docker", "binds"))
}

// binds takes mounts written as source:target[:mode].
func (t *translation) binds(list *document.Node) {
	if list == nil || list.Kind != document.Array {
		return
	}
	out := &document.Node{Kind: document.Array, File: list.File, Span: list.Span}
	for _, item := range list.Items {
		parts := strings.Split(textOf(item), ":")
		if len(parts) < 2 || !absolute(parts[0]) || !absolute(parts[1]) {
			continue
		}
		write := len(parts) < 3 || !slices.Contains(strings.Split(parts[2], ","), "ro")
		out.Items = append(out.Items, valueAt(map[string]any{"source": parts[0], "target": parts[1], "write": write}, item, t.from))
	}
	t.set(out, "run", "docker", "binds")
}

// approvalsFile is what the host keeps of its own approvals.
const approvalsFile = "exec-approvals.json"

// openclawApprovals takes the host's own approvals: the stricter of them and of
// the settings holds, and their allow-list is the host's.
func (t *translation) openclawApprovals(ctx context.Context, root *os.Root, agent string) error {
	file, err := root.Open(approvalsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", approvalsFile, err)
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, maxConfig+1))
	if err != nil || len(text) > maxConfig {
		return fmt.Errorf("read %s: it must be a file of at most %d bytes", approvalsFile, maxConfig)
	}
	name := strings.TrimSuffix(t.from.File, lastPart(t.from.File)) + approvalsFile
	imported, err := approval.ImportOpenClaw(ctx, name, text, known(ctx, name, text, agent))
	if err != nil {
		return err
	}
	place := &document.Node{File: name}
	for _, key := range []string{"security", "ask", "askFallback"} {
		if value, ok := imported.Exec[key]; ok {
			t.setValue(value, place, "openclaw", "approvals", key)
		}
	}
	if fallback, ok := imported.Exec["askFallback"]; ok {
		t.setValue(fallback, place, "exec", "askFallback")
	}
	if list, ok := imported.Exec["allowlist"].([]any); ok {
		t.setValue(list, place, "exec", "allowlist")
	}
	return nil
}

// known is the agent if the approvals name it, else "": an agent that they do
// not name has what holds for all.
func known(ctx context.Context, name string, text []byte, agent string) string {
	if agent == "" {
		return ""
	}
	doc, err := document.Parse(ctx, name, text, document.JSON5)
	if err != nil || doc.Root == nil || doc.Root.At("agents", agent) == nil {
		return ""
	}
	return agent
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }
