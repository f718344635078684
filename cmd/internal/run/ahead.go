package run

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/argv"
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
	return "`" + j.approveCommand() + "` allows it ahead of time"
}

// approveCommand is what a person types to approve the request, as it works where it is
// typed: without a terminal to ask on it says yes itself. A command that does not read
// as it is typed, is long or holds a secret is left out.
func (j *Job) approveCommand() string {
	const approve = "skillctl approvals approve"
	asked := j.request.Exec
	words := []string{"-c", argv.Quote(asked.Command)}
	if asked.Argv != nil {
		words = []string{"--"}
		for _, word := range asked.Argv {
			words = append(words, argv.Quote(word))
		}
	}
	given := append([]string{approve}, j.repeated()...)
	if !j.Factory.IO.CanAsk() {
		given = append(given, "--yes")
	}
	text := strings.Join(append(append(given, "--reason", "WHY"), words...), " ")
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == '`' || r == utf8.RuneError }
	if len(text) > longestHint || strings.ContainsFunc(text, odd) || secret.Known().Hide(text) != text {
		return approve
	}
	return text
}

// repeated are the options of the request that an approval of it needs as well: it is
// for one request, in one folder, under one policy.
func (j *Job) repeated() []string {
	var out []string
	add := func(name, value string) {
		if value != "" {
			out = append(out, name, argv.Quote(value))
		}
	}
	add("--profile", j.Profile)
	add("--config", j.Config)
	if j.NoConfig {
		out = append(out, "--no-config")
	}
	for _, folder := range j.Policies {
		add("--policy", folder)
	}
	add("--workdir", j.Workdir)
	for _, variable := range j.Env {
		add("--env", variable)
	}
	add("--host", j.Host)
	add("--agent", j.Agent)
	if j.Elevated {
		out = append(out, "--elevated")
	}
	return out
}
