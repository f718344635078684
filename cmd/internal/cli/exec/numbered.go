package exec

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner/session"
)

// numberedFlags are those of a session by number, as Agent Zero has them.
type numberedFlags struct {
	runtime, session string
	reset            bool
}

func (n *numberedFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&n.runtime, "runtime", "", "call a session by number as Agent Zero does, with this `runtime`: "+strings.Join(run.Runtimes(), ", "))
	f.StringVar(&n.session, "session", "", "the `number` of the session of --runtime (default 0)")
	f.BoolVar(&n.reset, "reset", false, "reset the session of --runtime before the code runs")
	// The only error is a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("runtime", cobra.FixedCompletions(run.Runtimes(), cobra.ShellCompDirectiveNoFileComp))
}

// wanted reports whether one of the flags was given.
func (n *numberedFlags) wanted(cmd *cobra.Command) bool {
	return cmd.Flags().Changed("runtime") || cmd.Flags().Changed("session") || cmd.Flags().Changed("reset")
}

// check refuses flags that mean nothing in a session.
func (n *numberedFlags) check(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("runtime") {
		return kit.Usagef("--session and --reset need --runtime: %s", strings.Join(run.Runtimes(), ", "))
	}
	for _, name := range []string{"background", "yield", "pty", "tool", "arg", "compare", "output-dir", "package", "lang", "env", "skill", "timeout", "channel"} {
		if cmd.Flags().Changed(name) {
			return kit.Usagef("--%s cannot be used with --runtime", name)
		}
	}
	if runtime := strings.ToLower(strings.TrimSpace(n.runtime)); n.reset && (runtime == "output" || runtime == "reset") {
		return kit.Usagef("--reset needs code to run; `--runtime reset` resets the session")
	}
	return nil
}

// execNumbered is a call whose code is given with -c. What runs is judged as exec
// judges a command.
func execNumbered(cmd *cobra.Command, o *execOptions) error {
	if len(o.Argv) > 0 {
		return kit.Usagef("--runtime takes code: give it with -c")
	}
	call := &runOptions{execOptions: *o, file: "-"}
	return call.numberedRun(cmd, o.Command, false)
}

// runNumbered is a call whose code is in a file or comes from standard input. What
// runs is judged as run judges code.
func runNumbered(cmd *cobra.Command, o *runOptions, args []string) error {
	text := ""
	switch {
	case len(args) > 1:
		return kit.Usagef("--runtime takes one file, or - for standard input")
	case len(args) == 1:
		o.file = args[0]
		read, err := o.read()
		if err != nil {
			return err
		}
		text = string(read)
	}
	o.file = "-"
	return o.numberedRun(cmd, text, true)
}

// numberedRun makes a call of a session by number. asCode: a command for its shell is
// judged as code in bash.
func (o *runOptions) numberedRun(cmd *cobra.Command, text string, asCode bool) error {
	defer o.factory.IO.Tune(-1, kit.LintMemoryLimit)()
	if err := o.numbered.check(cmd); err != nil {
		return err
	}
	if err := o.CheckFlags(o.factory.IO); err != nil {
		return err
	}
	runtime := strings.ToLower(strings.TrimSpace(o.numbered.runtime))
	if (runtime == "output" || runtime == "reset") && text != "" {
		return kit.Usagef("--runtime %s takes no code", runtime)
	}
	ctx := cmd.Context()
	decider, merged, err := o.load(ctx)
	if err != nil {
		return err
	}
	if asCode && o.Profile == "" && speaksOfCode(merged) {
		o.Profile = "codeexec"
	}
	if err := o.CheckPolicies(ctx, decider, merged); err != nil {
		return err
	}
	call := &codeRun{options: o, Invocation: &run.Invocation{Factory: o.factory, Options: &o.Options}}
	numbered := &run.Numbered{
		Invocation: call.Invocation, Merged: merged, Decider: decider,
		Runtime: o.numbered.runtime, Session: o.numbered.session, Text: text, First: o.numbered.reset,
	}
	numbered.Make = func(runtime string) (exec.Request, string, error) {
		if runtime == "terminal" {
			return call.commandRequest(merged, text, asCode)
		}
		return call.interpreted(merged, runtime, text)
	}
	if o.explain {
		return o.explainNumbered(ctx, decider, merged, numbered)
	}
	return numbered.Do(ctx)
}

// explainNumbered says what follows from a call, by the profile that refuses it, or
// by the one that judges what would run.
func (o *runOptions) explainNumbered(ctx context.Context, decider kit.Decider, merged *settings.Settings, n *run.Numbered) error {
	request, err := n.Gate()
	if err != nil {
		return err
	}
	got, err := o.explanation(ctx, decider, request, merged)
	if err != nil {
		return err
	}
	runtime := strings.ToLower(strings.TrimSpace(o.numbered.runtime))
	if verdict(got.Effect) == nil && runtime != "output" && runtime != "reset" {
		if request, _, err = n.Make(runtime); err != nil {
			return err
		}
		if got, err = o.explanation(ctx, decider, request, merged); err != nil {
			return err
		}
	}
	if err := o.write(got, nil); err != nil {
		return err
	}
	return verdict(got.Effect)
}

// commandRequest is a command for the shell of a session.
func (o *codeRun) commandRequest(merged *settings.Settings, text string, asCode bool) (exec.Request, string, error) {
	o.Command, o.IsText, o.Argv = text, true, nil
	request, err := o.Request(merged)
	request.Exec.Extra = map[string]any{"code": text}
	if asCode {
		request.Exec.Extra["language"] = string(code.Bash)
	}
	return request, text, err
}

// How code reaches its interpreter: in a variable, as Agent Zero does it, so that
// what was judged is what runs, whatever other files say by then.
const (
	pythonVariable = "A0_PY_CODE"
	pythonStart    = `import os; exec(compile(os.environ.pop("A0_PY_CODE"), "<code>", "exec"))`
	nodeVariable   = "A0_NODE_CODE"
	nodeStart      = `const c = process.env.A0_NODE_CODE; delete process.env.A0_NODE_CODE; (0, eval)(c)`
	// maxVariable is the longest code, in bytes: systems take variables of 128 KiB.
	maxVariable = 120 << 10
)

// interpreted is code for an interpreter, and the words by which the shell of a
// session starts that.
func (o *codeRun) interpreted(merged *settings.Settings, runtime, text string) (exec.Request, string, error) {
	o.Language = string(code.Python)
	if runtime == "nodejs" {
		o.Language = string(code.JavaScript)
	}
	if len(text) > maxVariable {
		return exec.Request{}, "", kit.Usagef("the code is larger than %d bytes; keep it in a file and run that", maxVariable)
	}
	o.IsText, o.Command = false, ""
	request, err := o.codeRequest(merged, []byte(text))
	if err != nil {
		return request, "", err
	}
	program := o.interpreter.Argv[0]
	if r := &request.Exec; !run.Contained(merged, r) {
		program = (&lookup.Search{Path: r.Inherited["PATH"], Dir: r.Cwd, Home: r.Inherited["HOME"]}).Resolve(program).Path
	}
	o.BeforeStart = o.keepsPromise
	words := []string{pythonVariable + "=" + session.Quote(text), session.Quote(program), "-u", "-c", session.Quote(pythonStart)}
	if o.lang() == code.JavaScript {
		words = []string{nodeVariable + "=" + session.Quote(text), session.Quote(program), "-e", session.Quote(nodeStart)}
	}
	return request, strings.Join(words, " "), nil
}
