package run

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/secret"
)

// longestHint is how long a command is that a hint repeats, in bytes.
const longestHint = 240

// ahead says how a person allows the request before it is made again. An approval is
// of a command line, which code for a shell has none of.
func (j *Job) ahead() string {
	if j.Language != "" && j.request.Exec.Argv == nil {
		return "code in " + j.Language + " cannot be approved ahead of time, but `skillctl allow PROGRAM` allows a program that it uses"
	}
	return "`" + j.ApproveCommand(&j.request.Exec, j.Factory.IO.CanAsk()) + "` allows it ahead of time"
}

// ApproveCommand is what a person types to approve what was asked, as it works where it
// is typed.
func (o *Invocation) ApproveCommand(asked *exec.Invocation, terminal bool) string {
	return ApproveLine(o.repeated(), asked.Argv, asked.Command, terminal)
}

const approve = "skillctl approvals approve"

// ApproveLine is what a person types to approve a program with its arguments, or a text
// for a shell where argv is nil, with options: without a terminal to ask on it says yes
// itself. What does not read as it is typed, is long or holds a secret is left out.
func ApproveLine(options, program []string, text string, terminal bool) string {
	words := []string{"-c", argv.Quote(text)}
	if program != nil {
		words = []string{"--"}
		for _, word := range program {
			words = append(words, argv.Quote(word))
		}
	}
	given := append([]string{approve}, options...)
	if !terminal {
		given = append(given, "--yes")
	}
	line := strings.Join(append(append(given, "--reason", "WHY"), words...), " ")
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == '`' || r == utf8.RuneError }
	if len(line) > longestHint || strings.ContainsFunc(line, odd) || secret.Known().Hide(line) != line {
		return approve
	}
	return line
}

// repeated are the options of the request that an approval of it needs as well: it is
// for one request, in one folder, under one policy.
func (o *Invocation) repeated() []string {
	var out []string
	add := func(name, value string) {
		if value != "" {
			out = append(out, name, argv.Quote(value))
		}
	}
	add("--profile", o.Profile)
	add("--config", o.Config)
	if o.NoConfig {
		out = append(out, "--no-config")
	}
	for _, folder := range o.Policies {
		add("--policy", folder)
	}
	add("--workdir", o.Workdir)
	for _, variable := range o.Env {
		add("--env", variable)
	}
	add("--host", o.Host)
	add("--agent", o.Agent)
	if o.Elevated {
		out = append(out, "--elevated")
	}
	return out
}
