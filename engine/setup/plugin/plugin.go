// Package plugin holds the plugins of agents that have no hooks of commands: they ask
// skillctl before a tool is called, and refuse the call when they get no answer.
package plugin

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"time"
)

//go:embed openclaw opencode
var files embed.FS

// Call is how a plugin calls skillctl.
type Call struct {
	// Program is the path of skillctl, Arguments are those of the call.
	Program   string
	Arguments []string
	// Digest is that of the program, which is held against it; "" for nothing.
	Digest string
	// Wait is how long the plugin waits for an answer.
	Wait time.Duration
}

// Files are the texts of an agent's plugin by their names below its folder, with slashes;
// nil where skillctl has none for it.
func Files(agent string, call Call) (map[string]string, error) {
	if _, err := fs.Stat(files, agent); err != nil {
		return nil, nil
	}
	var replaced []string
	for name, value := range map[string]any{"skillctl": call.Program, "arguments": call.Arguments, "digest": call.Digest, "milliseconds": call.Wait.Milliseconds()} {
		written, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("write plugin: %w", err)
		}
		replaced = append(replaced, `"@`+name+`@"`, string(written))
	}
	texts := map[string]string{}
	err := fs.WalkDir(files, agent, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		texts[strings.TrimPrefix(name, agent+"/")] = strings.NewReplacer(replaced...).Replace(string(text))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read plugin: %w", err)
	}
	return texts, nil
}

// Ours says whether a text is one that a skillctl wrote for the same file as text. The
// first line of a program says so; what is JSON has no room for that, and has to be the
// same.
func Ours(there, text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return there == text || strings.HasPrefix(first, "//") && strings.HasPrefix(there, first+"\n")
}

// Whole says whether a text is, to the byte, what a skillctl of this version writes for
// an agent's file of a name, for whatever call.
func Whole(agent, name, there string) bool {
	call, ok := CallOf(there)
	if !ok { // it is JSON, which names no call
		call = Call{}
	}
	texts, err := Files(agent, call)
	return err == nil && texts[name] == there
}

// CallOf reads how a plugin that a skillctl has written calls it.
func CallOf(text string) (Call, bool) {
	c, milliseconds := Call{}, int64(0)
	for before, into := range map[string]any{"\nconst COMMAND = ": &c.Program, "\nconst ARGUMENTS = ": &c.Arguments, ", timeout: ": &milliseconds} {
		_, rest, ok := strings.Cut(text, before)
		if !ok || json.NewDecoder(strings.NewReader(rest)).Decode(into) != nil {
			return Call{}, false
		}
	}
	// A plugin of an earlier skillctl has none.
	if _, rest, ok := strings.Cut(text, "\nconst DIGEST = "); ok && json.NewDecoder(strings.NewReader(rest)).Decode(&c.Digest) != nil {
		return Call{}, false
	}
	c.Wait = time.Duration(milliseconds) * time.Millisecond
	return c, len(c.Arguments) > 1 && c.Arguments[0] == "hook"
}
