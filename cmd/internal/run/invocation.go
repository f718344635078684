package run

import (
	"context"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/runner"
)

// Invocation is one call of exec or run: what its flags say, and what is found
// out before the request is decided.
type Invocation struct {
	*Options
	Factory *kit.Factory

	// Language is that of the code, "" for a command; code is the file that it
	// stands in, codeText what it is.
	Language string
	Code     runner.Pin
	CodeText string
	// Made is what was made of the code and runs in its place, nil for nothing.
	Made *audit.Made
	// Script is the file, in the words of where it runs, that holds the text; given
	// is what its shell is given in place of -c and the text.
	Script    string
	ShellArgs []string
	// Carried are files that a container brings along.
	Carried []runner.Carried
	// entry is what is known of the skill; nil without one.
	entry *skillEntry
	// toolName is what models call the tool by, "" without one.
	toolName string
	// extra are variables of a skill, own those that skillctl sets itself; secret
	// are pairs "NAME=value" whose values are masked.
	skillEnv, OwnEnv map[string]string
	secret           []string
	// Opening is the session that is to be opened, Joined the one that the code runs in;
	// nil for neither.
	Opening *Opening
	Joined  *Joined
	// settingsEnv are the variables that the settings have for containers.
	settingsEnv map[string]string
	// BeforeStart looks once more before a request that may run does; nil for nothing.
	BeforeStart func(context.Context, *Job) error
}
