package setup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"

	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/internal/document"
)

// defaultCodexWait is how long Codex waits for a hook that says nothing of that, in
// seconds.
const defaultCodexWait = 600

// codexTrust is the entry by which Codex trusts a hook of a file: hooks.state."KEY" of
// config.toml. hooks is the text of the file with the hook in it, item the hook.
//
// KEY has the place of the hook in the file: a hook that is put before it, or any change
// of it, takes the trust away.
func codexTrust(ctx context.Context, file string, hooks []byte, item *document.Node) (edit.Edit, error) {
	doc, err := edit.Read(ctx, file, hooks, edit.JSON)
	if err != nil {
		return edit.Edit{}, err
	}
	want := item.Interface()
	for i, group := range doc.Root.At("hooks", "PreToolUse").Items {
		if !reflect.DeepEqual(group.Interface(), want) {
			continue
		}
		handler := group.At("hooks", 0)
		hash, err := codexHash("pre_tool_use", group.At("matcher"), handler)
		if err != nil {
			return edit.Edit{}, err
		}
		entry := &document.Node{Kind: document.Object, Members: []document.Member{
			{Key: "enabled", Value: &document.Node{Kind: document.Bool, Value: true, Raw: "true"}},
			{Key: "trusted_hash", Value: &document.Node{Kind: document.String, Value: hash}},
		}}
		return edit.Edit{Path: []string{"hooks", "state", fmt.Sprintf("%s:pre_tool_use:%d:0", file, i)}, Value: entry}, nil
	}
	return edit.Edit{}, fmt.Errorf("find the hook in %q: it is not there", file)
}

// codexHash is what Codex 0.169.0 tells hooks apart by (`hooks/list` of `codex
// app-server`: currentHash): the SHA-256 of the hook as JSON with sorted keys and no
// white space, what it leaves out filled in.
func codexHash(event string, matcher, handler *document.Node) (string, error) {
	wait := any(defaultCodexWait)
	if n := handler.At("timeout"); n != nil {
		wait = n.Interface()
	}
	hook := map[string]any{"async": false, "command": handler.At("command").Text(), "timeout": wait, "type": "command"}
	group := map[string]any{"event_name": event, "hooks": []any{hook}}
	if matcher != nil {
		group["matcher"] = matcher.Text()
	}
	text, err := jsonText(group)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}
