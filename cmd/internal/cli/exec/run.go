package exec

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/engine/settings"
)

type runOptions struct {
	execOptions

	language string
	file     string
	args     []string
	packages []string
}

// codeRun is one call of run.
type codeRun struct {
	*run.Invocation
	options *runOptions
	// stage is where code without a file is kept.
	stage       *code.Stage
	interpreter code.Interpreter
	// kernel: it runs in a session.
	kernel bool
}

// NewRun is the command run.
func NewRun(f *kit.Factory) *cobra.Command {
	opts := &runOptions{execOptions: execOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "run [--lang LANGUAGE] FILE|- [-- ARGUMENT...]",
		Short: "Run code in Python, JavaScript, TypeScript or bash, if the policies allow it",
		Long: `Decides whether code may run and runs it inside its boundary, as exec does with a
command. The code is a file, or comes from standard input (-); it is never given on
a command line.

For bash, every command in the text is judged; for the other languages, only the
language and its interpreter. Settings that have codeExec and name no profile are
judged by profile codeexec.

Versions of python or node and packages that codeExec promises are checked where the
code will run, before it starts.

--package first installs packages by name, with pip or npm. They must be listed in
codeExec (allowPipInstall and pipAllowlist, allowNpmInstall and npmAllowlist), and the
installation is judged, confined and recorded like any run. Packages are kept in
.skillctl in the working directory.

Code from standard input, and from files outside of the working directory, is kept
in .skillctl there for a day, so that an approval applies when it runs again.

Exit codes are those of exec.`,
		Example: `  skillctl run --lang python report.py -- --week 12
  echo 'console.log(1 + 1)' | skillctl run --lang javascript -
  skillctl run --lang python --package requests fetch.py
  skillctl run --dry-run setup.sh
  echo 'print(1 + 1)' | skillctl run --runtime python --session 0 -`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.explain = opts.explain || opts.dry
			opts.ElevatedSet = cmd.Flags().Changed("elevated")
			opts.YieldSet = cmd.Flags().Changed("yield")
			if opts.numbered.wanted(cmd) {
				return execError(runNumbered(cmd, opts, args))
			}
			if err := opts.check(args, cmd.ArgsLenAtDash()); err != nil {
				return err
			}
			return execError(runRun(cmd.Context(), opts))
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&opts.language, "lang", "", "the `language`: "+strings.Join(code.Languages(), ", ")+" (default: by the extension of the file)")
	flags.StringSliceVar(&opts.packages, "package", nil, "install the package of this `name`, for this code only")
	execFlags(cmd, &opts.execOptions)
	opts.numbered.add(cmd)
	flags.SetInterspersed(true) // the arguments of the code stand behind --
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(code.Languages(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (o *runOptions) check(args []string, dash int) error {
	switch {
	case len(args) == 0 || dash == 0:
		return kit.Usagef("no code was given: name a file, or - for standard input")
	case len(args) > 1 && dash != 1:
		return kit.Usagef("write -- before the arguments of the code: skillctl run %s -- %s", args[0], strings.Join(args[1:], " "))
	}
	o.file, o.args = args[0], args[1:]
	if o.language == "" {
		o.language = languageOf(o.file)
	}
	switch {
	case o.language == "":
		return kit.Usagef("the language of the code is not known; name it with --lang: %s", strings.Join(code.Languages(), ", "))
	case !slices.Contains(code.Languages(), o.language):
		return kit.OneOf("--lang", o.language, code.Languages())
	case o.language == string(code.Bash) && len(o.args) > 0:
		return kit.Usagef("bash code takes no arguments, since what it does with them could not be judged; write them into the code")
	case o.language == string(code.Bash) && len(o.packages) > 0:
		return kit.Usagef("--package works with python, javascript and typescript only")
	}
	for _, name := range o.packages {
		if strings.TrimSpace(name) == "" {
			return kit.Usagef("--package needs the name of a package; it is empty")
		}
	}
	if err := o.checkCompare(); err != nil {
		return err
	}
	return o.CheckFlags(o.factory.IO)
}

func (o *codeRun) lang() code.Language { return code.Language(o.Language) }

// languageOf is the language of a file by its name, "" when that does not say.
func languageOf(file string) string {
	for language, endings := range map[code.Language][]string{
		code.Python: {".py"}, code.JavaScript: {".js", ".mjs", ".cjs"}, code.TypeScript: {".ts", ".mts", ".cts"}, code.Bash: {".sh", ".bash"},
	} {
		if slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(file, ending) }) {
			return string(language)
		}
	}
	return ""
}

func runRun(ctx context.Context, o *runOptions) error {
	// One decision makes little garbage: collecting it costs more than keeping it.
	defer o.factory.IO.Tune(-1, kit.LintMemoryLimit)()
	call := &codeRun{options: o, Invocation: &run.Invocation{Factory: o.factory, Options: &o.Options, Language: o.language}}
	text, err := o.read()
	if err != nil {
		return err
	}
	decider, merged, err := o.load(ctx)
	if err != nil {
		return err
	}
	if o.Profile == "" && speaksOfCode(merged) {
		o.Profile = "codeexec"
	}
	request, err := call.codeRequest(merged, text)
	if err != nil {
		return err
	}
	if len(o.packages) > 0 {
		if err := call.install(ctx, decider, merged); err != nil {
			return err
		}
	}
	call.BeforeStart = call.keepsPromise
	return o.settle(ctx, call.Invocation, decider, request, merged)
}

// speaksOfCode reports whether settings have codeExec, and name no profile.
func speaksOfCode(merged *settings.Settings) bool {
	if _, named := merged.Origin("exec", "profile"); named {
		return false
	}
	_, has := merged.Document()["codeExec"]
	return has
}
