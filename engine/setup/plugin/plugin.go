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
	for name, value := range map[string]any{"skillctl": call.Program, "arguments": call.Arguments, "milliseconds": call.Wait.Milliseconds()} {
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

// CallOf reads how a plugin that a skillctl has written calls it.
func CallOf(text string) (Call, bool) {
	c := Call{}
	for name, into := range map[string]any{"COMMAND": &c.Program, "ARGUMENTS": &c.Arguments} {
		_, rest, ok := strings.Cut(text, "\nconst "+name+" = ")
		value, _, _ := strings.Cut(rest, "\n")
		if !ok || json.Unmarshal([]byte(value), into) != nil {
			return Call{}, false
		}
	}
	return c, len(c.Arguments) > 1 && c.Arguments[0] == "hook"
}
