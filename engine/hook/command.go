package hook

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Commands are the commands in the text of a skill, as Claude Code finds them: between
// "!`" and "`", and in blocks that begin with "```!". It looks for them wherever they
// stand, in examples and comments as well; so does this, and at a few places more.
func Commands(text string) []string {
	commands := []string{}
	for _, match := range commandTexts().FindAllStringSubmatch(text, -1) {
		commands = append(commands, match[1]+match[2])
	}
	slices.Sort(commands)
	return slices.Compact(commands)
}

// begins reports whether a command begins in a text, which may end behind it.
func begins(text string) bool {
	return strings.Contains(text, "!`") || strings.Contains(text, "```!")
}

// commandTexts finds blocks, and what stands within a line or over several.
var commandTexts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?s)```!(.*?)```|!`([^`]+)`")
})
