package exec

import (
	"encoding/json"
	"fmt"
	"maps"
)

// Request is something that somebody wants to do.
type Request struct {
	// ID is handed back in the decision: a string or a number, nil for none.
	ID any `json:"id"`
	// Kind is "exec", also when it is empty.
	Kind string `json:"kind"`
	// Profile says by whose rules; that of the settings if empty.
	Profile string     `json:"profile"`
	Exec    Invocation `json:"request"`
}

// Invocation is a command that is to run.
type Invocation struct {
	// Command is a text for a shell; it counts when Argv is nil.
	Command string
	// Argv is a program and its arguments, which no shell reads.
	Argv []string
	// Cwd is the working directory, absolute.
	Cwd string
	// Env are the variables that the request sets itself, Inherited those that
	// the command would inherit.
	Env, Inherited map[string]string
	// Shell is the shell that runs a text; the zero value is bash.
	Shell Shell
	// Host, Agent, Channel and Ask are those of the request, "" for "not said".
	Host, Agent, Channel, Ask string
	// Node names the engine for host "node".
	Node string
	// TimeoutMS is how long it may take, in milliseconds; 0 for what the settings
	// say, which it can only shorten.
	TimeoutMS int64
	// OutputDir is the folder that files which leave the run go to, absolute; ""
	// for none.
	OutputDir string
	// Machine is where it is to run. Without it no boundary is drawn.
	Machine *Machine
	// Elevated asks for more rights; nil is "not said".
	Elevated *bool
	// Approved: somebody has approved exactly this.
	Approved bool
	// Approval says which approval of the store lets it pass; nil for none. It
	// counts only when Approved.
	Approval *Approval
	// Unattended: there is nobody who could be asked.
	Unattended bool
	// Unenclosed: whoever asks starts it outside of every boundary, with all that is
	// Inherited.
	Unenclosed bool
	// FileTool is the name of an agent's tool that does to a file what the command says,
	// "" for none.
	FileTool string
	// Now is the time, in seconds since 1970; 0 for "not said".
	Now int64
	// Extra are fields of single profiles; policies see them beside the others.
	Extra map[string]any
}

// Approval is what a person said to just this request, as policies are given
// it.
type Approval struct {
	ID string `json:"id"`
	// Scope is "once" or "always": where a person is to be asked each time, one
	// for always is no answer.
	Scope    string `json:"scope"`
	Reviewer string `json:"reviewer"`
	Reason   string `json:"reason"`
	// Created and Expires are in seconds since 1970.
	Created int64 `json:"created"`
	Expires int64 `json:"expires"`
}

// Shell is the shell that runs a command text.
type Shell struct {
	Program string `json:"program"`
	// Dialect is "bash", "posix", "powershell" or "cmd".
	Dialect string `json:"dialect"`
}

// plainExec is how an ExecRequest is written.
type plainExec struct {
	Command   *string           `json:"command,omitempty"`
	Argv      []string          `json:"argv,omitempty"`
	Cwd       string            `json:"cwd,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
	Inherited map[string]string `json:"inherited,omitempty"`
	Shell     *Shell            `json:"shell,omitempty"`
	Host      string            `json:"host,omitempty"`
	Agent     string            `json:"agent,omitempty"`
	Channel   string            `json:"channel,omitempty"`
	Ask       string            `json:"ask,omitempty"`
	Node      string            `json:"node,omitempty"`
	TimeoutMS int64             `json:"timeoutMs,omitempty"`
	OutputDir string            `json:"outputDir,omitempty"`
	Elevated  *bool             `json:"elevated,omitempty"`
	Approved  bool              `json:"approved,omitempty"`
	Approval  *Approval         `json:"approval,omitempty"`
	Approver  *bool             `json:"approver,omitempty"`
	Enclosed  *bool             `json:"enclosed,omitempty"`
	FileTool  string            `json:"fileTool,omitempty"`
	Now       int64             `json:"now,omitempty"`
}

// UnmarshalJSON reads the `request` of schema/request.cue.
func (r *Invocation) UnmarshalJSON(text []byte) error {
	var plain plainExec
	if err := json.Unmarshal(text, &plain); err != nil {
		return fmt.Errorf("read request: %w", err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return fmt.Errorf("read request: %w", err)
	}
	*r = Invocation{
		Argv: plain.Argv, Cwd: plain.Cwd, Env: plain.Env, Inherited: plain.Inherited, Host: plain.Host, Agent: plain.Agent,
		Channel: plain.Channel, Ask: plain.Ask, Elevated: plain.Elevated, Approved: plain.Approved, Approval: plain.Approval, Now: plain.Now,
		Node: plain.Node, TimeoutMS: plain.TimeoutMS, OutputDir: plain.OutputDir,
		Unattended: plain.Approver != nil && !*plain.Approver, Unenclosed: plain.Enclosed != nil && !*plain.Enclosed,
		FileTool: plain.FileTool,
	}
	if plain.Command != nil {
		r.Command = *plain.Command
	}
	if plain.Shell != nil {
		r.Shell = *plain.Shell
	}
	for _, known := range execFields() {
		delete(all, known)
	}
	if len(all) > 0 {
		r.Extra = all
	}
	return nil
}

func execFields() []string {
	return []string{
		"command", "argv", "cwd", "env", "inherited", "shell", "host", "agent", "channel", "ask", "elevated", "approved", "approval", "approver", "enclosed", "fileTool",
		"now", "node", "timeoutMs", "outputDir",
	}
}

// input is the request as policies are given it.
func (r *Invocation) input() map[string]any {
	out := map[string]any{}
	maps.Copy(out, r.Extra)
	if r.Argv != nil {
		out["argv"] = r.Argv
	} else {
		out["command"] = r.Command
	}
	out["cwd"] = r.Cwd
	out["env"] = orEmpty(r.Env)
	out["approver"] = !r.Unattended
	out["approved"] = r.Approved
	if r.Unenclosed {
		out["enclosed"] = false
	}
	if r.Approved && r.Approval != nil {
		out["approval"] = r.Approval
	}
	if r.Inherited != nil {
		out["inherited"] = r.Inherited
	}
	if r.Shell != (Shell{}) {
		out["shell"] = r.Shell
	}
	for name, value := range map[string]string{"host": r.Host, "agent": r.Agent, "channel": r.Channel, "ask": r.Ask, "node": r.Node, "outputDir": r.OutputDir, "fileTool": r.FileTool} {
		if value != "" {
			out[name] = value
		}
	}
	if r.Elevated != nil {
		out["elevated"] = *r.Elevated
	}
	if r.Now != 0 {
		out["now"] = r.Now
	}
	if r.TimeoutMS != 0 {
		out["timeoutMs"] = r.TimeoutMS
	}
	return out
}

func orEmpty(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}
