package run

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/engine/settings"
)

// longestHint is how long a command is that a hint repeats, in bytes.
const longestHint = 240

// ahead says how a person allows the request before it is made again. An approval is
// of a command line, which code for a shell has none of.
func (j *Job) ahead(ctx context.Context) string {
	switch {
	case j.Language != "" && j.request.Exec.Argv == nil:
		return codeAhead(j.Language)
	case j.fleeting(ctx):
		return fleetingAhead
	}
	return "`" + j.ApproveCommand(&j.request.Exec, j.Factory.IO.CanAsk()) + "` allows it ahead of time"
}

func (j *Job) fleeting(ctx context.Context) bool {
	return j.Language != "" && j.request.Exec.Argv == nil || Fleeting(ctx, j.request, j.Merged)
}

// Fleeting says of a request that no approval of it can be given ahead of time: what
// would run can change until it does, or an approval is of no such thing.
func Fleeting(ctx context.Context, request exec.Request, merged *settings.Settings) bool {
	plan, err := approval.Bind(ctx, exec.Subject(request, merged))
	return err != nil || plan.Fleeting()
}

// fleetingAhead is said in place of what approves a request.
const fleetingAhead = "it cannot be approved ahead of time, since what would run can change until then"

func codeAhead(language string) string {
	return "code in " + language + " cannot be approved ahead of time; `skillctl allow PROGRAM` allows a program that it uses"
}

// Approver is the agent that an approval of a recorded request has to name.
func Approver(q *audit.Request) string {
	if q.Noted {
		return ""
	}
	return q.Agent
}

// ApproveRecorded is what a person types in the folder here to approve a request of the
// record, or a sentence that says why nothing does.
func ApproveRecorded(q *audit.Request, d *audit.Decision, here string, terminal bool) string {
	switch fleeting := d != nil && d.Fleeting; {
	case q.Language != "" && (q.Argv == nil || fleeting):
		return codeAhead(q.Language)
	case fleeting:
		return fleetingAhead
	}
	profile := q.Profile
	if profile == "strict" { // so it is without the flag
		profile = ""
	}
	var options []string
	for _, one := range []struct{ name, value string }{{"--profile", profile}, {"--host", q.Host}, {"--agent", Approver(q)}} {
		if one.value != "" {
			options = append(options, one.name, argv.Quote(one.value))
		}
	}
	for _, name := range q.Env { // what they are set to is not in the record
		options = append(options, "--env", argv.Quote(name)+"=VALUE")
	}
	text := ""
	if q.Command != nil {
		text = *q.Command
	}
	line := ApproveLine(options, q.Argv, text, terminal)
	if q.Cwd != here {
		line = "cd " + argv.Quote(q.Cwd) + " && " + line
	}
	return line
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
