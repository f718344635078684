package dialect

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strconv"

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
	t.openclawMode(layers)
	t.set(listOf(exec("safeBins"), named), "exec", "safeBins")
	t.set(listOf(exec("safeBinTrustedDirs"), absolute), "exec", "safeBinTrustedDirs")
	t.openclawProfiles(layers)
	if strict := exec("strictInlineEval"); strict != nil {
		t.set(strict, "exec", "strictInlineEval")
	} else {
		t.setValue(false, nil, "exec", "strictInlineEval")
	}
	t.set(listOf(exec("pathPrepend"), absolute), "run", "pathPrepend")
	t.duration(exec("timeoutSeconds"), "s", "run", "timeout")
	t.duration(exec("backgroundMs"), "ms", "run", "yield")
	for _, key := range []string{"notifyOnExit", "notifyOnExitEmptySuccess", "approvalRunningNoticeMs"} {
		t.set(exec(key), "run", key)
	}
	if host := exec("host"); host != nil {
		t.set(host, "openclaw", "host")
		t.set(host, "run", "host")
	}
	if host := textOf(exec("host")); textOf(exec("node")) != "" && (host == "" || host == "auto" || host == "node") {
		t.set(exec("node"), "run", "node")
	}
	t.openclawElevated(layers)
	t.openclawTools(layers)
	t.openclawSandbox(own, exec("host"))
	t.openclawScopes(own)
	return t.openclawApprovals(ctx, root, own.ID)
}

// openclawProfiles takes the profiles of safe programs: those of the agent, and for
// other programs those of all.
func (t *translation) openclawProfiles(layers [][]any) {
	taken := map[string]bool{}
	for _, layer := range layers {
		profiles := t.at(append(slices.Clone(layer), "exec", "safeBinProfiles")...)
		if profiles == nil {
			continue
		}
		for _, m := range profiles.Members {
			if taken[m.Key] {
				continue
			}
			taken[m.Key] = true
			profile := pick(m.Value, "minPositional", "maxPositional", "allowedValueFlags", "deniedFlags")
			if profile == nil {
				profile = valueAt(map[string]any{}, m.Value, t.from)
			}
			t.set(profile, "exec", "safeBinProfiles", m.Key)
		}
	}
}

// openclawScopes are the parts that are about commands: those of the agent, and
// what holds for all.
func (t *translation) openclawScopes(own agents.Agent) {
	for _, part := range []struct {
		key     string
		outer   []any
		keys    []string
		reasons []reason
	}{
		{"tools", []any{"tools"}, toolsKeys(), toolsReasons()},
		{"sandbox", []any{"agents", "defaults", "sandbox"}, nil, sandboxReasons()},
	} {
		var inner *document.Node
		if own.Path != nil {
			path := append(slices.Clone(own.Path), part.key)
			inner = t.at(path...)
			t.scopes = append(t.scopes, scope{node: inner, path: path, keys: part.keys, reasons: part.reasons})
		}
		t.scopes = append(t.scopes, scope{node: t.at(part.outer...), path: part.outer, inner: inner, keys: part.keys, reasons: part.reasons})
	}
	if entries := t.at("skills", "entries"); entries != nil && textOf(t.sandboxOf(own).at("mode")) == "all" {
		for _, m := range entries.Members {
			t.scopes = append(t.scopes, scope{node: m.Value, path: []any{"skills", "entries", m.Key}, keys: []string{"env", "apiKey"}, reasons: entryReasons()})
		}
	}
	t.unchecked("the plugin of each channel says what may stand there", "channels")
	for _, id := range keysOf(t.at("plugins", "entries")) {
		t.unchecked("the plugin says what may stand there", "plugins", "entries", id, "config")
	}
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

// openclawMode takes mode, or the older pair; profile openclaw knows both. What an
// agent says replaces what holds for all: a mode all of it, one of the pair a mode
// that stands further out.
func (t *translation) openclawMode(layers [][]any) {
	pairs := map[string][2]string{
		"deny": {"deny", "off"}, "allowlist": {"allowlist", "off"}, "ask": {"allowlist", "on-miss"}, "auto": {"allowlist", "on-miss"}, "full": {"full", "off"},
	}
	var mode *document.Node
	halves := map[string]*document.Node{}
	implied := map[string]string{}
	for _, layer := range slices.Backward(layers) {
		at := func(key string) *document.Node { return t.at(append(slices.Clone(layer), "exec", key)...) }
		if own := at("mode"); own != nil {
			mode, halves = own, map[string]*document.Node{}
			pair := pairs[textOf(own)]
			implied = map[string]string{"security": pair[0], "ask": pair[1]}
			continue
		}
		for _, key := range []string{"security", "ask"} {
			if own := at(key); own != nil {
				mode, halves[key] = nil, own
			}
		}
	}
	if mode != nil {
		t.set(mode, "openclaw", "mode")
		t.setValue(implied["security"], mode, "exec", "security")
		t.setValue(implied["ask"], mode, "exec", "ask")
		return
	}
	var unset []any
	for _, half := range []struct{ key, unset string }{{"security", "full"}, {"ask", "off"}} {
		if own := halves[half.key]; own != nil {
			t.set(own, "exec", half.key)
			continue
		}
		if implied[half.key] == "" {
			unset = append(unset, half.key)
		}
		t.setValue(cmp.Or(implied[half.key], half.unset), t.at("tools", "exec"), "exec", half.key)
	}
	if unset != nil {
		t.setValue(unset, t.at("tools", "exec"), "openclaw", "defaults")
	}
}

// openclawElevated takes who may ask for more rights. Left out, it may be asked
// for; and what an agent says can only tighten what holds for all.
func (t *translation) openclawElevated(layers [][]any) {
	own := func(layer []any, key string) *document.Node {
		return t.at(append(slices.Clone(layer), "elevated", key)...)
	}
	var place *document.Node
	enabled := true
	for _, layer := range layers {
		if n := own(layer, "enabled"); n != nil && (place == nil || n.Interface() == false) {
			place, enabled = n, enabled && n.Interface() != false
		}
	}
	t.setValue(enabled, place, "openclaw", "elevated", "enabled")
	t.set(own(layers[len(layers)-1], "allowFrom"), "openclaw", "elevated", "allowFrom")
	if len(layers) > 1 {
		t.set(own(layers[0], "allowFrom"), "openclaw", "elevated", "alsoFrom")
	}
	t.set(t.at("agents", "defaults", "elevatedDefault"), "openclaw", "elevated", "defaultLevel")
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
