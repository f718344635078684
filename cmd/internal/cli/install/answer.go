package install

import (
	"errors"
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/report/format"
)

// placedReport is the JSON form of what became of skills.
type placedReport struct {
	Root   string        `json:"root"`
	Skills []placedSkill `json:"skills"`
}

// answer writes what became of skills, and gives the exit code for all of them.
func (in *installer) answer(all []placedSkill) error {
	if in.json {
		if err := kit.WriteJSON(in.factory.IO.Out, placedReport{in.root.Path(), all}); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
	} else {
		var out strings.Builder
		for i := range all {
			all[i].write(&out)
		}
		if _, err := fmt.Fprint(in.factory.IO.Out, out.String()); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
	}
	return placedCode(all)
}

// placedCode is the exit code for several skills: that of the worst.
func placedCode(all []placedSkill) error {
	code := kit.ExitClean
	var failed error
	for i := range all {
		switch p := &all[i]; {
		case p.err != nil:
			failed = errors.Join(failed, p.err)
		case p.Result == placeUsage && len(all) == 1:
			code = kit.ExitUsage
		case p.Result == placeBlocked, p.Result == placeRefused, p.Result == placeWarned, p.Result == placeUsage:
			code = kit.ExitFindings
		}
	}
	if failed != nil {
		return &kit.ExitError{Code: kit.ExitFailure, Err: failed}
	}
	if code != kit.ExitClean {
		return &kit.ExitError{Code: code}
	}
	return nil
}

// write says in a few lines what became of a skill.
func (p *placedSkill) write(out *strings.Builder) {
	result, comma := p.Result, ""
	switch result {
	case placeJudged:
		result = "would be installed"
	case placeWarned:
		result, comma = p.warned(), ","
	}
	switch p.Result {
	case placeInstalled, placeJudged:
		result += " into " + format.Escape(p.into)
	case placeUpdated:
		result += " in " + format.Escape(p.into)
	}
	fmt.Fprintf(out, "%s: %s", format.Escape(p.Name), result)
	switch {
	case p.Problem != "" && p.err == nil:
		fmt.Fprintf(out, ": %s", format.Escape(p.Problem))
	case p.Origin != nil && p.Origin.Kind != "present":
		fmt.Fprintf(out, "%s from %s", comma, format.Escape(originShown(p.Origin)))
	}
	out.WriteByte('\n')
	if p.Decision != nil && p.Result != placeUnchanged {
		shown := 0
		for i := range p.Decision.Reasons {
			reason := &p.Decision.Reasons[i]
			if reason.Effect == engine.Allow || p.Decision.Retold(*reason) {
				continue
			}
			if shown++; shown <= kit.MaxReasons {
				kit.WriteReason(out, reason)
			}
		}
		if shown > kit.MaxReasons {
			fmt.Fprintf(out, "  and %d more reasons; --json has all of them\n", shown-kit.MaxReasons)
		}
	}
	if p.Change != nil && p.Change.State == "changed" {
		writeChange(out, p.Change)
	}
	for _, note := range p.Notes {
		fmt.Fprintf(out, "  note: %s: %s\n", format.Escape(note.Path), format.Escape(note.Message))
	}
	if p.Hint != "" {
		fmt.Fprintf(out, "  = hint: %s\n", format.Escape(p.Hint))
	}
}

// warned says that nothing was done, and how many warnings are the cause.
func (p *placedSkill) warned() string {
	warnings := 0
	if p.Decision != nil {
		for i := range p.Decision.Reasons {
			if p.Decision.Reasons[i].Effect == engine.Warn {
				warnings++
			}
		}
	}
	done := "installed"
	if p.locking {
		done = "locked"
	}
	return "not " + done + ": " + layout.Count(warnings, "warning")
}

func originShown(o *lock.Origin) string {
	shown := o.Spec
	if o.Path != "" {
		shown += ", " + o.Path
	}
	if o.Commit != "" && o.Commit != o.Ref {
		shown += ", commit " + o.Commit
	}
	return shown
}

// maxItems is how many items of a list a person is shown.
const maxItems = 12

// writeChange says how a skill differs from what it was.
func writeChange(out *strings.Builder, c *lock.Change) {
	for _, lists := range []struct {
		mark string
		all  []lock.Growth
	}{{"+", c.Grown}, {"-", c.Shrunk}} {
		for _, list := range lists.all {
			fmt.Fprintf(out, "  %s %s: %s\n", lists.mark, list.Field, itemsShown(list.Items))
		}
	}
	for _, turn := range []struct {
		name string
		turn *lock.Turn
	}{{"signer", c.Signer}, {"origin", c.Origin}} {
		if turn.turn != nil {
			fmt.Fprintf(out, "  ! %s: was %s, is %s\n", turn.name, orNobody(turn.turn.Was), orNobody(turn.turn.Is))
		}
	}
	if len(c.Files) > 0 {
		fmt.Fprintf(out, "  ~ files: %s\n", itemsShown(c.Files))
	}
}

func orNobody(text string) string {
	if text == "" {
		return "nobody"
	}
	return format.Escape(text)
}

func itemsShown(items []string) string {
	shown := make([]string, 0, maxItems)
	for _, item := range items[:min(len(items), maxItems)] {
		shown = append(shown, format.Escape(item))
	}
	text := strings.Join(shown, ", ")
	if len(items) > maxItems {
		text += fmt.Sprintf(" and %d more", len(items)-maxItems)
	}
	return text
}
