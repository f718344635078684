package session

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Timeouts say after how long control comes back from a command that goes on.
type Timeouts struct {
	// First is for a command that has not written anything, Between for one that
	// has not gone on writing, Max for any, Dialog for one whose last words look
	// like a question.
	First, Between, Max, Dialog time.Duration
}

// Release is a release of Agent Zero's connector.
type Release string

// The releases that differ in their timeouts.
const (
	// V16 is a0-connector 1.6 (7e1fe0c) with the core plugin of April 2026.
	V16 Release = "1.6"
	// Newer is a0-connector 018871dc.
	Newer Release = "newer"
)

// CodeTimeouts are those of a command that is started; OutputTimeouts those of
// waiting for more of one that runs.
func CodeTimeouts(r Release) Timeouts {
	if r == V16 {
		return seconds(30, 15, 180, 5)
	}
	return seconds(30, 15, 240, 5)
}

// OutputTimeouts are those of waiting for more of a command that runs.
func OutputTimeouts(r Release) Timeouts {
	if r == V16 {
		return seconds(90, 45, 300, 5)
	}
	return seconds(120, 60, 600, 5)
}

func seconds(first, between, most, dialog int) Timeouts {
	s := func(n int) time.Duration { return time.Duration(n) * time.Second }
	return Timeouts{First: s(first), Between: s(between), Max: s(most), Dialog: s(dialog)}
}

// Why says why control comes back.
type Why string

// Why control comes back.
const (
	Completed     Why = "completed"
	FirstOutput   Why = "first_output"
	BetweenOutput Why = "between_output"
	MaxExec       Why = "max_exec"
	Dialog        Why = "dialog"
	// Busy: something runs in the shell already.
	Busy Why = "busy"
)

// watch decides when control comes back from a command. It has no clock of its
// own.
type watch struct {
	limits      Timeouts
	began, last time.Time
	wrote       bool
	// marked: the shell itself says when it is done, and what looks like a prompt
	// says nothing.
	marked bool
}

func newWatch(limits Timeouts, now time.Time) *watch {
	return &watch{limits: limits, began: now, last: now}
}

// look takes what a command has written so far, whether some of it is new, and
// whether the shell says that it is done. "" means to go on waiting. The order of
// the questions is that of a0-connector.
func (w *watch) look(now time.Time, output string, fresh, done bool) Why {
	if fresh {
		w.wrote, w.last = true, now
	}
	switch {
	case done || !w.marked && atPrompt(output):
		return Completed
	case now.Sub(w.began) > w.limits.Max:
		return MaxExec
	case !w.wrote && now.Sub(w.began) > w.limits.First:
		return FirstOutput
	case !w.wrote:
		return ""
	case now.Sub(w.last) > w.limits.Between:
		return BetweenOutput
	case now.Sub(w.last) > w.limits.Dialog && asks(output):
		return Dialog
	}
	return ""
}

// message is what is said when control comes back, in Agent Zero's words.
func (w Why) message(session int64, limits Timeouts) string {
	const rest = "Process might be still running. Check previous outputs and decide whether to reset and continue or wait for more output is needed."
	back := func(limit time.Duration, of string) string {
		return fmt.Sprintf("Returning control to agent after %d seconds %s. ", int(limit/time.Second), of)
	}
	switch w {
	case Completed:
		return fmt.Sprintf("Session %d completed.", session)
	case MaxExec:
		return back(limits.Max, "of execution") + rest
	case FirstOutput:
		return back(limits.First, "with no output") + rest
	case BetweenOutput:
		return back(limits.Between, "since last output update") + rest
	case Dialog:
		return "Potential dialog detected in output. " + back(limits.Dialog, "since last output update") +
			"Decide whether dialog actually occurred and needs to be addressed, or if it was just a false positive and wait for more output."
	case Busy:
		return fmt.Sprintf("Terminal session %d might be still running. Check previous outputs and decide whether to reset and continue or wait for more output is needed.", session)
	}
	return ""
}

// PromptPatterns match the last lines of a shell that waits for a command,
// DialogPatterns those of a program that waits for an answer, in any case.
func PromptPatterns() []string {
	return []string{`(\(venv\)).+[$#] ?$`, `root@[^:]+:[^#]+# ?$`, `[a-zA-Z0-9_.-]+@[^:]+:[^$#]+[$#] ?$`, `\(?.*\)?\s*PS\s+[^>]+> ?$`}
}

// DialogPatterns match what a program that waits for an answer wrote last, in any
// case.
func DialogPatterns() []string { return []string{`Y/N`, `yes/no`, `:\s*$`, `\?\s*$`} }

type patterns struct{ prompt, dialog []*regexp.Regexp }

// compiled patterns, made when first needed.
var compiled = sync.OnceValue(func() patterns {
	var p patterns
	for _, text := range PromptPatterns() {
		p.prompt = append(p.prompt, regexp.MustCompile(text))
	}
	for _, text := range DialogPatterns() {
		p.dialog = append(p.dialog, regexp.MustCompile("(?i)"+text))
	}
	return p
})

// longLine is how much of a line is looked at: half of it at each end.
const longLine = 500

func matches(list []*regexp.Regexp, line string) bool {
	line = strings.TrimSpace(line)
	if r := []rune(line); len(r) > longLine {
		line = string(r[:longLine/2]) + string(r[len(r)-longLine/2:])
	}
	return slices.ContainsFunc(list, func(p *regexp.Regexp) bool { return p.MatchString(line) })
}

func lastLines(output string, n int) []string {
	if output == "" {
		return nil
	}
	lines := strings.Split(output, "\n")
	return lines[max(len(lines)-n, 0):]
}

// atPrompt reports whether one of the last three lines is a prompt.
func atPrompt(output string) bool {
	return slices.ContainsFunc(lastLines(output, 3), func(line string) bool { return matches(compiled().prompt, line) })
}

// asks reports whether one of the last two lines looks like a question.
func asks(output string) bool {
	return slices.ContainsFunc(lastLines(output, 2), func(line string) bool { return matches(compiled().dialog, line) })
}

// withoutPrompt drops the prompt that an output ends with.
func withoutPrompt(output string) string {
	lines := strings.Split(output, "\n")
	if matches(compiled().prompt, lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

var (
	// What a terminal would act on: control sequences, strings such as titles and
	// links, and single escapes.
	escapes = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[PX^_][^\x1b]*(?:\x1b\\)?|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]|\x9b[0-?]*[ -/]*[@-~]`)
	})
	// Bytes that a shell wrote as text.
	hexes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[^\\])\\x[0-9A-Fa-f]{2}`) })
)

// Clean is what a terminal would show of an output: without what acts on it, with
// plain line ends.
func Clean(output string) string {
	if strings.ContainsAny(output, "\x1b\u009b") {
		output = escapes().ReplaceAllString(output, "")
	}
	output = strings.NewReplacer("\x00", "", "\r\n", "\n", "\r", "\n").Replace(output)
	return strings.Trim(output, "\n")
}

// shown is an output as Agent Zero returns it.
func shown(output string) string {
	output = Clean(output)
	for strings.Contains(output, `\x`) {
		next := hexes().ReplaceAllString(output, "$1")
		if next == output {
			break
		}
		output = next
	}
	return strings.TrimSpace(output)
}
