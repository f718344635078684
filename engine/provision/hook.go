package provision

import (
	"encoding/json"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Expressions over settings of agents in JSON: on which event a command of a hook is run, which
// is then fed what happened, such as what the user has typed or what a tool has answered.
var (
	hookEvent   = lazydfa.New(`"(UserPromptSubmit|PreToolUse|PostToolUse|PostToolUseFailure|Stop|SubagentStop|SubagentStart|SessionStart|SessionEnd|Notification|PreCompact|PermissionRequest|(?:before|after)(?:SubmitPrompt|AgentResponse|AgentThought|FileEdit|ShellExecution|MCPExecution|ReadFile)|stop|(?:Before|After)(?:Agent|Tool|Model))"[ \t\r\n]*:`)
	hookCommand = lazydfa.New(`"(?:command|bash|powershell)"[ \t\r\n]*:[ \t\r\n]*("(?:[^"\\\n]|\\.)+")`)
)

// hooks finds the commands that are run on what happens in an agent.
func (f *finder) hooks() {
	events := hookEvent.FindAllSubmatchIndex(f.text, maxFound+1)
	if len(events) == 0 {
		return
	}
	for _, m := range hookCommand.FindAllSubmatchIndex(f.text, maxFound+1) {
		begin, _ := f.around(m[0])
		on := ""
		for _, e := range events {
			if e[0] >= begin && e[1] <= m[0] {
				on = string(f.text[e[2]:e[3]])
			}
		}
		var text string
		if on == "" || json.Unmarshal(f.text[m[2]:m[3]], &text) != nil {
			continue
		}
		if len(text) > maxLine {
			f.whole = false
			continue
		}
		f.add(Found{Kind: Hook, Name: on, To: []string{text}, From: m[0], End: m[1]})
	}
}
