package dialect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

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
	if err := checkApprovals(name, imported); err != nil {
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
	var commands []any
	for _, command := range imported.Commands {
		commands = append(commands, command.Digest)
	}
	if commands != nil {
		t.setValue(commands, place, "openclaw", "approvals", "commands")
	}
	t.idleApprovals(name, imported)
	return nil
}

// idleApprovals says which entries of the approvals have no effect, as in OpenClaw.
func (t *translation) idleApprovals(file string, from *approval.Imported) {
	for _, note := range from.Dropped {
		exact := slices.ContainsFunc(from.Commands, func(c approval.ExactCommand) bool { return c.Note.Path == note.Path })
		if exact || !strings.Contains(note.Path, ".allowlist[") && !strings.HasSuffix(note.Path, ".autoAllowSkills") {
			continue
		}
		at := schema.Place{File: file, Position: note.Span.Start}
		t.notes = append(t.notes, at.String()+": "+note.Path+" has no effect here: "+note.Message)
	}
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
