package argv

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/setting"
)

// gitSpec says which parts of a git command line run something.
type gitSpec struct {
	GlobalFlags  []string `json:"globalFlags"`
	GlobalValues []string `json:"globalValues"`
	// SafeKeys are configuration keys that cannot name a program.
	SafeKeys   []string    `json:"safeKeys"`
	Known      []string    `json:"known"`
	Runners    []string    `json:"runners"`
	Transports []string    `json:"transports"`
	Options    []gitOption `json:"options"`
}

// gitOption are the options and words of sub-commands that run something.
type gitOption struct {
	Names   []string `json:"names"`
	Shell   []string `json:"shell"`
	Program []string `json:"program"`
	Config  []string `json:"config"`
	Argv    []string `json:"argv"`
	Key     []string `json:"key"`
	Daemon  []string `json:"daemon"`
}

// readGit follows a git command line: global options first, then the sub-command.
func readGit(a *arguments, args []Word) {
	g := a.tables.git()
	i := 1
	for ; i < len(args); i++ {
		w := args[i]
		name, _, eq := strings.Cut(w.Prefix, "=")
		switch {
		case w.Value == nil && !strings.HasPrefix(w.Prefix, "-"):
			if w.Splits {
				a.hit(Hit{Kind: "config", Option: "sub-command", Span: w.Span})
			}
			return
		case !strings.HasPrefix(w.Prefix, "-"):
			readGitSub(a, args, i)
			return
		case name == "-c" || name == "--config-env" || strings.HasPrefix(w.Prefix, "-c") && len(w.Prefix) > 2:
			i += readGitConfig(a, args, i)
		case name == "--exec-path":
			if eq {
				a.hit(Hit{Kind: "program", Option: name, Value: w.Value, Span: w.Span})
			}
		case slices.Contains(g.GlobalValues, name):
			if !eq {
				i++
			}
		case !slices.Contains(g.GlobalFlags, name):
			a.hit(Hit{Kind: "config", Option: name, Value: w.Value, Span: w.Span})
		}
	}
}

// readGitConfig looks at -c key=value and returns how many further words it uses.
func readGitConfig(a *arguments, args []Word, i int) int {
	w := args[i]
	used := 0
	var value Word
	switch {
	case strings.HasPrefix(w.Prefix, "--config-env="):
		value = after(w, len("--config-env="))
	case w.Prefix == "-c" || w.Prefix == "--config-env":
		if i+1 >= len(args) {
			return 0
		}
		value, used = args[i+1], 1
	default:
		value = after(w, 2)
	}
	if !safeKey(a, value.Prefix) {
		a.hit(Hit{Kind: "config", Option: "-c", Value: value.Value, Span: value.Span})
	}
	return used
}

// safeKey reports whether the key of key=value cannot name a program.
func safeKey(a *arguments, s string) bool {
	key, _, _ := strings.Cut(s, "=")
	return setting.GitKey(key, a.tables.git().SafeKeys)
}

// readGitSub looks at the options of the sub-command at args[i].
func readGitSub(a *arguments, args []Word, i int) {
	g := a.tables.git()
	sub := *args[i].Value
	switch {
	case slices.Contains(g.Runners, sub), !slices.Contains(g.Known, sub):
		a.hit(Hit{Kind: "program", Option: sub, Value: &sub, Span: args[i].Span})
	}
	for _, w := range args[i:] {
		for _, t := range g.Transports {
			if strings.HasPrefix(w.Prefix, t) || strings.Contains(w.Prefix, "="+t) {
				a.hit(Hit{Kind: "shell", Option: t, Value: w.Value, Span: w.Span})
			}
		}
	}
	rest := args[i:]
	for _, o := range g.Options {
		if !inTrimmed(o.Names, sub) {
			continue
		}
		readGitOptions(a, "shell", o.Shell, rest)
		readGitOptions(a, "program", o.Program, rest)
		readGitOptions(a, "config", o.Config, rest)
		for _, w := range o.Argv {
			readGitArgv(a, w, rest)
		}
		for j := 1; j < len(rest) && len(o.Daemon) > 0; j++ {
			if slices.Contains(o.Daemon, rest[j].Prefix) {
				a.hit(Hit{Kind: "daemon", Option: rest[j].Prefix, Span: rest[j].Span})
			}
		}
		if len(o.Key) > 0 {
			readGitKey(a, rest)
		}
	}
}

func inTrimmed(list []string, s string) bool {
	for _, e := range list {
		if strings.TrimSpace(e) == s {
			return true
		}
	}
	return false
}

// readGitOptions looks for options in any spelling: abbreviated, attached, or with
// the value in the next word.
func readGitOptions(a *arguments, kind string, options []string, args []Word) {
	if len(options) == 0 {
		return
	}
	rule := programRule{Kind: kind}
	for _, o := range options {
		if strings.HasPrefix(o, "--") {
			rule.Long = append(rule.Long, o)
		} else {
			rule.Short += o[1:]
		}
	}
	if kind == "shell" {
		rule.Runs = "shell"
	}
	rule.reject = func(option string, value *Word) bool {
		switch {
		case option == "-O":
			return value == nil || value.Prefix == ""
		case kind != "config" || value == nil:
			return false
		case option == "-c" || strings.HasPrefix(option, "--config"):
			return safeKey(a, value.Prefix)
		}
		return strings.HasPrefix(option, "--template") && value.Value != nil && *value.Value == ""
	}
	spec := programSpec{ShortValues: "bojmFCSXGnABU"}
	if args[0].Value != nil && *args[0].Value == "grep" {
		spec.ShortValues = "efABCm"
	}
	readOptionRule(a, &spec, &rule, args)
}

// readGitArgv follows "bisect run CMD" and "submodule foreach CMD".
func readGitArgv(a *arguments, word string, args []Word) {
	for j := 1; j < len(args); j++ {
		if args[j].Value == nil || *args[j].Value != word {
			continue
		}
		j++
		for j < len(args) && strings.HasPrefix(args[j].Prefix, "-") {
			j++
		}
		if j >= len(args) {
			return
		}
		a.carries("option")
		if word == "run" {
			a.child(args[j:], EdgeOption, word)
			return
		}
		text, ok := Join(args[j:])
		whole := args[j]
		whole.Value = nil
		if ok {
			whole.Value = &text
		}
		readText(a, &whole, EdgeOption, word)
		return
	}
}

// readGitKey looks at git config KEY VALUE: which keys it reads does not matter,
// those that it writes have to be ones that name nothing to run.
func readGitKey(a *arguments, args []Word) {
	reads := []string{"--get", "--get-all", "--get-regexp", "--list", "-l", "--get-urlmatch", "--get-color", "--get-colorbool"}
	flags := []string{
		"--show-origin", "--show-scope", "--name-only", "-z", "--null", "--local", "--global", "--system", "--worktree", "--bool", "--int", "--bool-or-int", "--bool-or-str", "--path", "--expiry-date", "--no-type",
		"--add", "--append", "--all", "--replace-all", "--unset", "--unset-all", "--includes", "--no-includes", "--fixed-value", "--show-names", "--no-show-names", "--regexp",
	}
	values := []string{"--type", "--default", "--comment", "--message", "--value", "--url"}
	files := []string{"-f", "--file", "--blob"}
	var operands, unknown []Word
	reading := false
	for i := 1; i < len(args); i++ {
		w := args[i]
		name, _, eq := strings.Cut(w.Prefix, "=")
		switch {
		case w.Value == nil && w.Splits && w.Prefix == "":
			unknown = append(unknown, w)
		case !strings.HasPrefix(w.Prefix, "-"):
			operands = append(operands, w)
		case slices.Contains(reads, name):
			reading = true
		case slices.Contains(flags, name):
		case slices.Contains(values, name), slices.Contains(files, name):
			if slices.Contains(files, name) {
				unknown = append(unknown, w)
			}
			if !eq {
				i++
			}
		default:
			unknown = append(unknown, w)
			reading = reading && name != "-e" && !strings.HasPrefix("--edit", name)
		}
	}
	if len(operands) > 0 {
		switch operands[0].Prefix {
		case "get", "list":
			return
		case "set", "unset":
			operands = operands[1:]
		case "edit", "rename-section", "remove-section":
			unknown = append(unknown, operands[0])
		}
	}
	if reading {
		return
	}
	for _, w := range unknown {
		a.hit(Hit{Kind: "config", Option: w.Text, Value: w.Value, Span: w.Span})
	}
	if len(operands) < 2 || operands[0].Value != nil && safeKey(a, *operands[0].Value) {
		return
	}
	a.hit(Hit{Kind: "config", Option: operands[0].Prefix, Value: operands[1].Value, Span: operands[0].Span})
}
