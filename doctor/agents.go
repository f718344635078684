package doctor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/setup"
	"github.com/skillctl/skillctl/internal/document"
)

// Asks says that some agent asks skillctl.
func (m *Machine) Asks() bool {
	for _, a := range m.Agents {
		if len(a.Hooks) > 0 {
			return true
		}
	}
	return false
}

// agentChecks are about the agents that ask skillctl before they call a tool.
func agentChecks() []Check {
	return append(hookChecks(), settingChecks()...)
}

// hookChecks are about the hooks themselves.
func hookChecks() []Check {
	return []Check{
		{
			ID: absentID, Title: "An agent does not ask skillctl",
			Why:    "An agent is installed that calls its tools without asking skillctl: nothing is judged of what it runs, writes and fetches.",
			Remedy: "Run `skillctl setup`, which shows each change first; `--observe` has the agent's calls recorded only.",
			Run:    absentHooks,
		},
		{
			ID: "agents/hook", Title: "The hook of an agent is not as setup writes it",
			Why:    "Agents let a call through when their hook fails, is not trusted or is not read. What setup writes closes that.",
			Remedy: "Run `skillctl setup`; `skillctl setup --check` shows what is missing.",
			Run:    brokenHooks,
		},
		{
			ID: "agents/observes", Title: "The hook of an agent observes only, and blocks nothing",
			Why:    "The hook was set up to record what it would have answered, and to answer nothing: whatever the agent's own rules let pass is done.",
			Remedy: "Run `skillctl init --learn` for an allow-list by what was seen, and then `skillctl setup`, which has the hook answer.",
			Run:    observingHooks,
		},
		{
			ID: "agents/off", Title: "Hooks of an agent are switched off",
			Why:    "The settings of the user or of this folder have the agent call no hook: nothing is asked.",
			Remedy: "Remove the setting, or put the hook where no project can switch it off: `skillctl setup AGENT --scope managed`.",
			Run: saidOf(setup.Off, func(a setup.Inspected, s setup.Said) string {
				if _, ok := a.Agent.At[setup.Managed]; ok && !s.Always {
					return fmt.Sprintf("remove it, or run `skillctl setup %s --scope managed`", a.Agent.Name)
				}
				return "remove it"
			}),
		},
	}
}

// settingChecks are about what stands beside a hook, and whether it answers.
func settingChecks() []Check {
	return []Check{
		{
			ID: unreadID, Title: "A configuration of an agent cannot be read",
			Why:    "It is not known what the configuration says, and agents pass over one that they cannot read, with the hooks in it.",
			Remedy: "Correct the file at the place that the message names.",
			Run:    saidOf(setup.Unread, hintOf("correct the file")),
		},
		{
			ID: "agents/unasked", Title: "An agent asks no person",
			Why:    "In this mode the agent shows a person no question: skillctl denies where it would ask, and what its hook is not told of happens unseen.",
			Remedy: "Use a mode in which the agent asks.",
			Run:    saidOf(setup.Unasked, hintOf("use a mode in which the agent asks")),
		},
		{
			ID: "agents/unfenced", Title: "The sandbox of an agent is off",
			Why:    "What a hook is not told of, such as what is typed into a shell that runs, meets no bound without the agent's own sandbox.",
			Remedy: "Switch the agent's sandbox on.",
			Run:    saidOf(setup.Unfenced, hintOf("switch the agent's sandbox on")),
		},
		{
			ID: "agents/other", Title: "Another hook may change what was judged",
			Why:    "A hook of somebody else can rewrite a command after skillctl has judged it, and agents do not ask again.",
			Remedy: "See that the hook rewrites nothing, or remove it. Some agents run managed hooks alone where `skillctl setup AGENT --scope managed` has written theirs.",
			Run: saidOf(setup.Other, func(a setup.Inspected, _ setup.Said) string {
				if a.Agent.Alone {
					return fmt.Sprintf("see that it rewrites nothing, or run `skillctl setup %s --scope managed`, which has only managed hooks run", a.Agent.Name)
				}
				return "see that it rewrites nothing"
			}),
		},
		{
			ID: "agents/started", Title: "A start file of the shell starts an agent past its hooks",
			Why:    "An alias, a function or a variable in a start file has the agent call no hook, ask no person, leave its sandbox or read another configuration whenever it is started by its name.",
			Remedy: "Take the alias, the option or the variable out of the start file, and open a new shell.",
			Run:    startedAgents,
		},
		{
			ID: "agents/called", Title: "No call of an agent in the last hour",
			Why:    "The record has no question of the agent in the last hour, or none since it was set up. When it was at work meanwhile, it did not ask.",
			Remedy: "Have the agent call a tool, and see with `skillctl status` that it asked.",
			Run:    calledHooks,
		},
		{
			ID: "agents/proof", Title: "A hook does not answer an attack as it has to", Deep: true,
			Why:    "Test events are sent through the very line that the configuration names: a hostile command has to be denied.",
			Remedy: "Run the line by hand with the event, or run `skillctl setup`.",
			Run:    proveHooks,
		},
	}
}

// saidOf reports what the configurations of agents say of a kind; hint says what to do.
func saidOf(kind setup.Kind, hint func(setup.Inspected, setup.Said) string) func(context.Context, *Machine, func(Result)) error {
	return func(_ context.Context, m *Machine, report func(Result)) error {
		for _, a := range m.Agents {
			for _, s := range a.Said {
				if s.Kind == kind {
					report(Result{File: s.File, Span: s.Span, Message: fmt.Sprintf("%s: %s", a.Agent.Name, s.Message), Hint: hint(a, s), Agent: agentFact(a), Always: s.Always})
				}
			}
		}
		return nil
	}
}

// hintOf is the same for all agents.
func hintOf(text string) func(setup.Inspected, setup.Said) string {
	return func(setup.Inspected, setup.Said) string { return text }
}

func agentFact(a setup.Inspected) *AgentFact {
	return &AgentFact{Name: a.Agent.Name, Asks: len(a.Hooks) > 0, Managed: a.Managed(), Alone: a.Agent.Alone}
}

// absentID is the check that looks where no agent asks, too: it is the one that tells of it.
const absentID = "agents/absent"

// unreadID is the check of what cannot be read, which may be why no agent is seen to ask.
const unreadID = "agents/unread"

// absentHooks reports each agent that does not ask; where none does, that is one result.
func absentHooks(_ context.Context, m *Machine, report func(Result)) error {
	if len(m.Agents) == 0 {
		report(Result{
			Found:   None,
			Message: "no agent asks skillctl: none that `skillctl setup` knows is installed here",
			Hint:    "`skillctl setup AGENT` has one ask that is not found; a command that is run by `skillctl exec` is judged in any case",
		})
		return nil
	}
	if !m.Asks() {
		names := make([]string, len(m.Agents))
		for i, a := range m.Agents {
			names[i] = a.Agent.Name
		}
		installed := names[0] + " is installed, and does not ask"
		if len(names) > 1 {
			installed = strings.Join(names, ", ") + " are installed, and none of them asks"
		}
		report(Result{
			Message: "no agent asks skillctl: " + installed + " it before a tool is called",
			Hint:    "run `skillctl setup " + strings.Join(names, " ") + "`: it shows each change, and makes none without a yes",
		})
		return nil
	}
	for _, a := range m.Agents {
		if len(a.Hooks) == 0 {
			report(Result{Message: a.Agent.Name + " is installed, and does not ask skillctl before it calls a tool", Hint: "run `skillctl setup " + a.Agent.Name + "`"})
		}
	}
	return nil
}

func observingHooks(_ context.Context, m *Machine, report func(Result)) error {
	for _, a := range m.Agents {
		for _, h := range a.Hooks {
			if h.Observes && a.Observed() {
				report(Result{
					File: h.File, Span: h.Span, Message: a.Agent.Name + ": the hook observes only, and blocks nothing",
					Hint: fmt.Sprintf("run `skillctl setup %s --scope %s` to have it answer", a.Agent.Name, h.Scope),
				})
			}
		}
	}
	return nil
}

func brokenHooks(_ context.Context, m *Machine, report func(Result)) error {
	for _, a := range m.Agents {
		for _, h := range a.Hooks {
			if h.Whole || toldOff(a, h.Open) {
				continue
			}
			hint := fmt.Sprintf("run `skillctl setup %s --scope %s`", a.Agent.Name, h.Scope)
			if h.Open != nil {
				hint = cmp.Or(h.Open.Hint, "change it") + ": setup leaves it to you"
			}
			report(Result{File: h.File, Span: h.Span, Message: fmt.Sprintf("%s: %s", a.Agent.Name, h.Problem), Hint: hint})
		}
	}
	return nil
}

// toldOff reports whether a part of a configuration is told of as one that switches
// hooks off.
func toldOff(a setup.Inspected, open *document.Error) bool {
	return open != nil && slices.ContainsFunc(a.Said, func(s setup.Said) bool {
		return s.Kind == setup.Off && s.File == open.File && s.Span.Start == open.Span.Start
	})
}
