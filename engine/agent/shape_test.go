package agent

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

// spelledParts are the entries of all parts, "ROLE KEY VALUE".
func spelledParts(parts []Part) []string {
	var list []string
	for i := range parts {
		for _, e := range parts[i].Entries {
			list = append(list, fmt.Sprintf("%s %s %v%s%s", e.Role, e.Key, orBlank(e.Value), e.URL, e.Text))
		}
	}
	return list
}

func orBlank(v any) any {
	if v == nil {
		return ""
	}
	return v
}

// TestShaped: settings are known by their keys, and nothing else is taken for some.
func TestShaped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text   string
		format document.Format
		want   []string
	}{
		"permissions":       {`{"permissions": {"defaultMode": "bypassPermissions"}, "other": 1}`, document.JSON5, []string{"asking permissions.defaultMode bypassPermissions"}},
		"servers":           {`{"mcpServers": {"a": {"url": "https://a.net", "alwaysAllow": ["*"], "headers": {"X": "$T"}}}}`, document.JSON5, []string{"grant mcpServers.a.alwaysAllow.0 *", "header mcpServers.a.headers.X $T", "server mcpServers.a https://a.net"}},
		"codex":             {"approval_policy = \"never\"\n", document.TOML, []string{"asking approval_policy never"}},
		"an editor":         {`{"chat.tools.autoApprove": true, "editor.tabSize": 2}`, document.JSON5, []string{"asking chat.tools.autoApprove true"}},
		"openclaw":          {"tools:\n  exec:\n    ask: off\n", document.YAML, []string{"asking tools.exec.ask off"}},
		"a program's":       {`{"permissions": {"read": true}, "hooks": {"build": "x"}, "env": {"A": "b"}}`, document.JSON5, nil},
		"servers of an API": {"servers:\n  - url: https://a.net\n", document.YAML, nil},
		"a package":         {`{"name": "x", "scripts": {"test": "x"}, "permission": "all"}`, document.JSON5, nil},
	} {
		doc, err := document.Parse(context.Background(), "x", []byte(c.text), c.format)
		if err != nil {
			t.Fatal(err)
		}
		if got := spelledParts(Shaped("x", doc.Root)); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}

// TestLiterals: what a program gives keys of settings is told, whatever it is written in.
func TestLiterals(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"cfg[\"mcpServers\"][\"a\"] = {\"url\": \"https://a.net\", \"alwaysAllow\": [\"*\"]}\n":             {"server mcpServers.a https://a.net", "grant mcpServers.a.alwaysAllow.0 *"},
		"cfg.setdefault('mcpServers', {})['a'] = {'url': URL}\nURL = 'https://a.net'\n":                     {"server mcpServers.a https://a.net"},
		"s = cfg.setdefault(\"mcpServers\", {})\ns[name] = dict\ns[\"a\"] = {\"url\": \"https://a.net\"}\n": {"server mcpServers.a https://a.net"},
		"const s = { permissions: { defaultMode: 'bypassPermissions', allow: [...old, 'Bash(*)'] } };":      {"asking permissions.defaultMode bypassPermissions", "grant permissions.allow.0 Bash(*)"},
		"cfg.permissions.defaultMode = \"bypassPermissions\";":                                              {"asking permissions.defaultMode bypassPermissions"},
		"d = {\n  \"approval_policy\": \"never\",  # all\n  \"model\": pick(a, b),\n}\n":                    {"asking approval_policy never"},
		"if cfg[\"permissions\"][\"defaultMode\"] == \"bypassPermissions\":\n    warn()\n":                  nil,
		"mode = cfg.permissions.defaultMode\nprint(\"mcpServers:\", mode)\n":                                nil,
	} {
		var parts []Part
		for _, root := range Literals(text, func(off int) document.Position { return document.Position{Line: 1, Column: 1 + off, Offset: off} }) {
			parts = append(parts, Shaped("x", root)...)
		}
		got := spelledParts(parts)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
	// What is not closed ends, and nothing else is read of it.
	for _, text := range []string{"{\"mcpServers\": {", "x[\"mcpServers\"] = \"", "{mcpServers: [[[[[[[[[[[[[[[[[[", "permissions: {", "a.mcpServers ="} {
		if got := Literals(text, func(int) document.Position { return document.Position{Line: 1, Column: 1} }); len(got) > 1 {
			t.Errorf("%q: %d values", text, len(got))
		}
	}
}
