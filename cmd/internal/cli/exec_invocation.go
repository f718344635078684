package cli

import (
	"context"

	"github.com/skillctl/skillctl/runner"
)

// invocation is one call of exec or run: what its flags say, and what is found
// out before the request is decided.
type invocation struct {
	*Options
	factory *Factory

	// language is that of the code, "" for a command; code is the file that it
	// stands in, codeText what it is.
	language string
	code     runner.Pin
	codeText string
	// script is the file, in the words of where it runs, that holds the text; given
	// is what its shell is given in place of -c and the text.
	script string
	given  []string
	// carried are files that a container brings along.
	carried []runner.Carried
	// entry is what is known of the skill; nil without one.
	entry *skillEntry
	// toolName is what models call the tool by, "" without one.
	toolName string
	// extra are variables of a skill, own those that skillctl sets itself; secret
	// are pairs "NAME=value" whose values are masked.
	extra, own map[string]string
	secret     []string
	// ready looks once more before a request that may run does; nil for nothing.
	ready func(context.Context, *job) error
}
