package approvals

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/report/format"
)

// shownTools is how many tools are shown that were called beside a shell.
const shownTools = 10

// maskedMark is what the record has in the place of a secret.
const maskedMark = "[masked"

// observed takes in what agents called in this folder and below it while their hooks
// observed. Whether it ran, the record does not know: agents went by their own rules.
func (l *lesson) observed(ctx context.Context) error {
	log, _, err := l.factory.OpenRecord(ctx, kit.SettingsQuery{}, "")
	if err != nil {
		return err
	}
	found, err := log.Runs(ctx, audit.Filter{}, nil)
	if err != nil {
		return err
	}
	o := &observations{tools: map[string]int{}}
	for _, run := range found.Runs {
		if run.State == audit.Observed && run.First.Request != nil {
			l.call(o, run.First)
		}
	}
	if err := o.tell(l); err != nil {
		return err
	}
	return kit.DamagedError(found.Damaged)
}

// observations count what the record has beside commands of this folder.
type observations struct {
	commands, elsewhere, masked int
	// tools are those that were called beside a shell, with how often.
	tools map[string]int
}

// call takes in a call of an agent.
func (l *lesson) call(o *observations, record *audit.Record) {
	request := record.Request
	switch below, err := filepath.Rel(real(l.dir), real(request.Cwd)); {
	case err != nil || !filepath.IsLocal(below):
		o.elsewhere++
	case request.Command == nil:
		o.tools[request.Tool]++
	case strings.Contains(*request.Command, maskedMark):
		o.masked++
	default:
		o.commands++
		l.add(*request.Command, "record "+record.Run)
	}
}

// real is a folder without links, as far as it is there.
func real(dir string) string {
	if found, err := filepath.EvalSymlinks(dir); err == nil {
		return found
	}
	return dir
}

// tell says what was observed.
func (o *observations) tell(l *lesson) error {
	if o.commands+o.elsewhere+o.masked+len(o.tools) == 0 {
		return l.say("the record has nothing that hooks observed: skillctl setup --observe has them do so")
	}
	if err := l.say("the record: %s that hooks observed in this folder", layout.Count(o.commands, "command")); err != nil {
		return err
	}
	if o.masked > 0 {
		if err := l.say("not proposed, %s: a part of it is a secret, or may be one", layout.Count(o.masked, "command")); err != nil {
			return err
		}
	}
	if o.elsewhere > 0 {
		if err := l.say("in other folders: %s; go there to learn from them", layout.Count(o.elsewhere, "call")); err != nil {
			return err
		}
	}
	names := slices.SortedFunc(maps.Keys(o.tools), func(a, b string) int {
		return cmp.Or(cmp.Compare(o.tools[b], o.tools[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		if i == shownTools {
			return l.say("and %s more", layout.Count(len(names)-i, "tool"))
		}
		if err := l.say("not a command, called %s: %s", layout.Count(o.tools[name], "time"), format.Told(name)); err != nil {
			return fmt.Errorf("tell what was observed: %w", err)
		}
	}
	return nil
}
