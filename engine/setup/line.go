package setup

import (
	"fmt"
	"regexp"
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

// Caller is how an agent calls skillctl.
type Caller struct {
	// Program is skillctl, Timeout the program `timeout`, "" where there is none; both
	// absolute, because a project may change the PATH of what an agent starts.
	Program, Timeout string
	// Answer is how long an answer may take, in whole seconds.
	Answer time.Duration
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
	return plugin.Call{Program: c.Program, Arguments: c.arguments(agent), Wait: c.Answer + graceTime}
}

func (c Caller) arguments(agent string) []string {
	all := []string{"hook", agent}
	if c.Answer != AnswerTime {
		all = append(all, "--timeout", fmt.Sprintf("%ds", int(c.Answer.Seconds())))
	}
	return all
}

// wait is how long the agent waits for the line.
func (c Caller) wait() time.Duration { return c.Answer + graceTime + agentTime }

// shape is that of a line that a skillctl has written for an agent, with whatever program
// and times.
func shape(agent string) *regexp.Regexp {
	word := `'(?:[^']|'\\'')*'|[^\s'|;&]+`
	return regexp.MustCompile(`^(?:(?P<timeout>` + word + `) \d+ )?(?P<program>` + word + `) hook ` + regexp.QuoteMeta(agent) + `(?: --timeout (?P<answer>\d+)s)? \|\| ` +
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
	c := Caller{Program: unquoted("program"), Timeout: unquoted("timeout"), Answer: AnswerTime}
	if text := m[re.SubexpIndex("answer")]; text != "" {
		seconds, err := strconv.Atoi(text)
		if err != nil {
			return Caller{}, false
		}
		c.Answer = time.Duration(seconds) * time.Second
	}
	return c, c.Line(agent) == line
}

// mentions says whether a text calls skillctl for an agent at all.
func mentions(line, agent string) bool {
	return written(line, agent) || strings.Contains(line, "skillctl") && regexp.MustCompile(`\bhook\s+`+regexp.QuoteMeta(agent)+`\b`).MatchString(line)
}
