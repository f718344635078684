package setup

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/setup/plugin"
)

// The times of a line that nobody has asked to be longer: skillctl refuses by itself
// after AnswerTime, is ended a second later, and the agent waits five more.
const (
	AnswerTime = 4 * time.Second
	graceTime  = time.Second
	agentTime  = 5 * time.Second
)

// observe is the flag of a call that answers nothing.
const observe = "--observe"

// Caller is how an agent calls skillctl.
type Caller struct {
	// Program is skillctl, Timeout the program `timeout`, "" where there is none; both
	// absolute, because a project may change the PATH of what an agent starts.
	Program, Timeout string
	// Digest is that of the program, for a plugin to hold it against; "" for nothing.
	Digest string
	// Answer is how long an answer may take, in whole seconds.
	Answer time.Duration
	// Observe: skillctl records what it would have answered, and answers nothing.
	Observe bool
}

// Line is what an agent's shell runs: any end but that with code 0 refuses the call, the
// one of a skillctl that is missing, is killed or hangs, too.
func (c Caller) Line(agent string) string {
	line := argv.Quote(c.Program) + " " + strings.Join(c.arguments(agent), " ")
	if c.Timeout != "" {
		line = fmt.Sprintf("%s %d %s", argv.Quote(c.Timeout), int((c.Answer + graceTime).Seconds()), line)
	}
	return line + ` || { c=$?; [ $c = 2 ] || echo "skillctl hook failed ($c)" >&2; exit 2; }`
}

// Plugin is how an agent's plugin calls skillctl.
func (c Caller) Plugin(agent string) plugin.Call {
	return plugin.Call{Program: c.Program, Digest: c.Digest, Arguments: c.arguments(agent), Wait: c.Answer + graceTime}
}

func (c Caller) arguments(agent string) []string {
	all := []string{"hook", agent}
	if c.Observe {
		all = append(all, observe)
	}
	if c.Answer != AnswerTime {
		all = append(all, "--timeout", fmt.Sprintf("%ds", int(c.Answer.Seconds())))
	}
	return all
}

// callerOf is the caller whose plugin makes a call.
func callerOf(call plugin.Call) Caller {
	c := Caller{Program: call.Program, Answer: AnswerTime, Observe: slices.Contains(call.Arguments, observe)}
	for i, argument := range call.Arguments {
		if d, err := time.ParseDuration(argument); i > 0 && call.Arguments[i-1] == "--timeout" && err == nil {
			c.Answer = d
		}
	}
	return c
}

// wait is how long the agent waits for the line.
func (c Caller) wait() time.Duration { return c.Answer + graceTime + agentTime }

// shape is that of a line that a skillctl has written for an agent, with whatever program
// and times.
func shape(agent string) *regexp.Regexp {
	word := `'(?:[^']|'\\'')*'|[^\s'|;&]+`
	return regexp.MustCompile(`^(?:(?P<timeout>` + word + `) \d+ )?(?P<program>` + word + `) hook ` + regexp.QuoteMeta(agent) + `(?P<observe> --observe)?(?: --timeout (?P<answer>\d+)s)? \|\| ` +
		regexp.QuoteMeta(`{ c=$?; [ $c = 2 ] || echo "skillctl hook failed ($c)" >&2; exit 2; }`) + `$`)
}

func written(line, agent string) bool { return shape(agent).MatchString(line) }

// CallerOf reads a line that a skillctl has written.
func CallerOf(line, agent string) (Caller, bool) {
	re := shape(agent)
	m := re.FindStringSubmatch(line)
	if m == nil {
		return Caller{}, false
	}
	unquoted := func(name string) string {
		word := m[re.SubexpIndex(name)]
		if !strings.HasPrefix(word, "'") {
			return word
		}
		return strings.ReplaceAll(strings.Trim(word, "'"), `'\''`, "'")
	}
	c := Caller{Program: unquoted("program"), Timeout: unquoted("timeout"), Answer: AnswerTime, Observe: m[re.SubexpIndex("observe")] != ""}
	if text := m[re.SubexpIndex("answer")]; text != "" {
		seconds, err := strconv.Atoi(text)
		if err != nil {
			return Caller{}, false
		}
		c.Answer = time.Duration(seconds) * time.Second
	}
	return c, c.Line(agent) == line
}

// mentions says whether a text calls skillctl as a hook at all: for the agent by whatever
// program, or skillctl for whatever agent, because a name may be spelled wrong.
func mentions(line, agent string) bool {
	return written(line, agent) ||
		regexp.MustCompile(`\bskillctl[^\s/]*\s+(?:-\S+\s+)*hook\b`).MatchString(line) ||
		strings.Contains(line, "skillctl") && regexp.MustCompile(`\bhook\s+`+regexp.QuoteMeta(agent)+`\b`).MatchString(line)
}
