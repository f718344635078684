package approvals

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/policies"
)

// rulePrivilege is the rule for programs that no entry is meant for, whatever they are given.
const rulePrivilege = "exec/strict/privilege"

// granted says of each program what it may do then.
func (o *allowOptions) granted(ctx context.Context, add settings.Addition, after *settings.Settings) ([]string, error) {
	decider, err := o.factory.Decider(after.Policies.Dirs)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, entry := range add.Entries {
		line := entry.Pattern + "  with arguments whose effect skillctl knows"
		words := o.command(entry)
		switch {
		case len(words) > 1 && entry.AnyArguments:
			line = strings.Join(words, " ") + "  with any arguments behind it"
		case len(words) > 1:
			line = strings.Join(words, " ") + "  with arguments behind it whose effect skillctl knows"
		case entry.AnyArguments:
			line = entry.Pattern + "  with any arguments"
		case entry.ArgPattern != "":
			line = fmt.Sprintf("%s  with arguments that match %q", entry.Pattern, entry.ArgPattern)
		}
		if strings.ContainsAny(entry.Pattern, "*?") {
			line += "; every program that the pattern matches, but not those known to delete, fetch, change or run things"
		}
		lines = append(lines, line)
		if len(words) == 0 || strings.ContainsAny(entry.Pattern, "*?") {
			continue
		}
		if entry.AnyArguments {
			lines = append(lines, "    also those that have it run other programs, load code, read settings or show what is secret")
		}
		if len(words) == 1 {
			more, err := o.takesIn(ctx, decider, entry.Pattern, after)
			if err != nil {
				return nil, err
			}
			lines = append(lines, more...)
		}
		why, err := o.stillAsked(ctx, decider, words, after)
		if err != nil {
			return nil, err
		}
		if len(words) > 1 && len(why) > 0 {
			// Nothing but this would match the entry, and this is asked about all the same.
			return nil, kit.Usagef("nothing was written: an entry for %q would be of no use, since the answer stays %s", strings.Join(words, " "), strings.Join(why, "; "))
		}
		for _, message := range why {
			lines = append(lines, fmt.Sprintf("    but `%s` alone stays %s", strings.Join(words, " "), message))
		}
	}
	return lines, nil
}

// takesIn says what an entry for a whole program takes in, and what would be less.
func (o *allowOptions) takesIn(ctx context.Context, decider kit.Decider, pattern string, after *settings.Settings) ([]string, error) {
	request, err := o.request([]string{pattern})
	if err != nil {
		return nil, err
	}
	known, err := decider.Explain(ctx, request, after)
	if err != nil {
		return nil, err
	}
	for _, reason := range known.Decision.Reasons {
		if reason.Rule == rulePrivilege && reason.Effect.Rank() > engine.Warn.Rank() {
			return nil, kit.Usagef("nothing was written: an entry for %q would be of no use, since %s, and each command is asked about; run it yourself, or allow one command with `skillctl approvals approve`", pattern, reason.Message)
		}
	}
	if facts := known.Facts; facts != nil && len(facts.Commands) == 1 && facts.Commands[0].Interpreter != nil {
		return []string{fmt.Sprintf("    that is every script and module that it is given: `skillctl allow '%s SCRIPT'` allows one alone", pattern)}, nil
	}
	name := filepath.Base(pattern)
	entry, err := grammar.Find(name)
	if err != nil {
		return nil, err
	}
	var lines []string
	if entry != nil && len(entry.Sub) > 0 {
		lines = append(lines, fmt.Sprintf("    that is every sub-command of it: `skillctl allow '%s SUB-COMMAND'` allows one alone", pattern))
	}
	if line := leavesOut(name, entry); line != "" {
		lines = append(lines, line)
	}
	return lines, nil
}

// leavesOut says which deeds an entry for a whole program is not for, "" for none that is
// known.
func leavesOut(name string, entry *grammar.Entry) string {
	var table struct {
		Same                     map[string]string
		Clients, Deeds, Requests map[string]any
	}
	policies.Table("lasting", &table)
	if same := table.Same[name]; same != "" {
		name = same
	}
	if table.Clients[name] != nil {
		return "    but what is not known to look, or to stay here, is asked about until an entry names it, since it may change something on another machine"
	}
	const line = "    but what cannot be taken back elsewhere is asked about until an entry names it"
	var lasting []string
	if entry != nil {
		lasting = entry.Lasting()
	}
	if len(lasting) == 0 {
		if table.Deeds[name] == nil && table.Requests[name] == nil {
			return ""
		}
		return line
	}
	shown := lasting[:min(len(lasting), maxLasting)]
	text := strings.Join(shown, ", ")
	if more := len(lasting) - len(shown); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return line + ": " + text
}

// maxLasting bounds how many sub-commands of a program a person is shown.
const maxLasting = 6

// decide asks what a command would be answered here.
func (o *allowOptions) decide(ctx context.Context, decider kit.Decider, command []string, after *settings.Settings) (engine.Decision, error) {
	request, err := o.request(command)
	if err != nil {
		return engine.Decision{}, err
	}
	return decider.Decide(ctx, request, after)
}

// request is a command as it would be given here.
func (o *allowOptions) request(command []string) (exec.Request, error) {
	streams := o.factory.IO
	dir, err := filepath.Abs(streams.At("."))
	if err != nil {
		return exec.Request{}, fmt.Errorf("find the working directory: %w", err)
	}
	return exec.Request{Exec: exec.Invocation{Argv: command, Cwd: dir, Inherited: map[string]string{"PATH": streams.Getenv("PATH"), "HOME": streams.Getenv("HOME")}}}, nil
}

// passes reports whether a command may run as the settings are.
func (o *allowOptions) passes(ctx context.Context, command []string, merged *settings.Settings) (bool, error) {
	decider, err := o.factory.Decider(merged.Policies.Dirs)
	if err != nil {
		return false, err
	}
	why, err := o.stillAsked(ctx, decider, command, merged)
	return len(why) == 0, err
}

// stillAsked is why a command may not run although an entry names it.
func (o *allowOptions) stillAsked(ctx context.Context, decider kit.Decider, command []string, after *settings.Settings) ([]string, error) {
	got, err := o.decide(ctx, decider, command, after)
	if err != nil || got.Effect.Rank() <= engine.Warn.Rank() {
		return nil, err
	}
	var out []string
	for _, reason := range got.Reasons {
		if reason.Effect.Rank() > engine.Warn.Rank() {
			out = append(out, fmt.Sprintf("%s[%s]: %s", reason.Effect, reason.Rule, reason.Message))
		}
	}
	return out, nil
}
