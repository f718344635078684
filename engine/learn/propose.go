package learn

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/secret"
)

// Candidate is a program with its arguments, as it was run: #LearnCandidate of
// schema/learn.cue.
type Candidate struct {
	Words []string `json:"words"`
	// Exact: the words are what the command gets. Plain: they can be written as an entry,
	// without a character that could be taken in two ways.
	Exact bool `json:"exact"`
	Plain bool `json:"plain"`
	// Secret: a word of it is a secret, or may be one.
	Secret bool `json:"secret"`
	// Role, Carries and Interpreter are those of the command's facts, Hits how many ways
	// its arguments have of running something.
	Role        string `json:"role"`
	Carries     string `json:"carries"`
	Interpreter bool   `json:"interpreter"`
	Hits        int    `json:"hits"`
	// Known: a program of the name is found here, or policies/programs has it. What is not
	// may be anything that somebody typed, a password too.
	Known bool `json:"known"`
	// Understood: policies/programs says what all its arguments are for. Sub are its
	// sub-commands, Effects what it does, Roles what its arguments are for.
	Understood bool     `json:"understood"`
	Sub        []string `json:"sub"`
	Effects    []string `json:"effects"`
	Roles      []string `json:"roles"`
	// Count is how often it was run in commands that are allowed with the entries that are
	// proposed, Held how often in others.
	Count int `json:"count"`
	Held  int `json:"held"`
	// Effect is what is decided of it with an entry for it, Reason why.
	Effect string `json:"effect"`
	Reason string `json:"reason"`
}

// Answer says whether an entry is proposed for a candidate, and if not, why.
type Answer struct {
	Propose bool   `json:"propose"`
	Why     string `json:"why"`
}

// plain is a word that stands for itself in whatever it is written.
var plain = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_@%+:,./=-]+$`) })

// CandidateOf is a command of a text; found says whether its program is there.
func CandidateOf(c *command.Command, found bool) Candidate {
	out := Candidate{Words: c.Argv, Exact: c.Exact, Plain: true, Role: c.Role, Carries: c.Carries, Interpreter: c.Interpreter != nil, Hits: len(c.Hits), Secret: secret.Known().InCall(c.Argv)}
	for _, word := range c.Argv {
		out.Plain = out.Plain && plain().MatchString(word)
	}
	out.Known = found || c.Arguments != nil && c.Arguments.Entry
	out.Sub, out.Effects, out.Roles = []string{}, []string{}, []string{}
	if said := c.Arguments; said != nil {
		out.Understood = said.Entry && len(said.Unclassed) == 0
		out.Sub, out.Effects = said.Sub, said.Effects
		for _, place := range said.Places {
			if !slices.Contains(out.Roles, place.Role) {
				out.Roles = append(out.Roles, place.Role)
			}
		}
	}
	return out
}

// Line is the candidate as a person writes it.
func (c *Candidate) Line() string { return strings.Join(c.Words, " ") }

// masked stands for words that are not shown.
const masked = "[masked]"

// Shown is the candidate as it may be shown: of one with a secret the name of its program
// alone, and nothing where that is no program.
func (c *Candidate) Shown() string {
	switch {
	case c.Known && !c.Secret:
		return c.Line()
	case !c.Known, secret.Known().InCall(c.Words[:1]):
		return masked
	}
	return c.Words[0] + " " + masked
}

// ArgPattern is what holds the arguments of an entry to those that were seen.
func (c *Candidate) ArgPattern() string {
	return "^" + regexp.QuoteMeta(strings.Join(c.Words[1:], " ")) + "$"
}

// entryPoint is the question that is asked, maxAnswer how long an answer may take.
const (
	entryPoint = "data.skillctl.learn.answers"
	maxAnswer  = 10 * time.Second
)

// Judge says which candidates are proposed; the answers are in their order.
func Judge(ctx context.Context, candidates []Candidate) ([]Answer, error) {
	loader := policy.NewLoader(policy.WithFilter(func(file string) bool { return path.Dir(file) == "learn" }))
	query, err := loader.Prepare(ctx, entryPoint, entryPoint, nil)
	if err != nil {
		return nil, fmt.Errorf("judge what was seen: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, maxAnswer)
	defer cancel()
	var answers []Answer
	if err := query.EvalInto(ctx, map[string]any{"candidates": candidates}, &answers); err != nil {
		return nil, fmt.Errorf("judge what was seen: %w", err)
	}
	if len(answers) != len(candidates) {
		return nil, fmt.Errorf("judge what was seen: %d answers for %d candidates", len(answers), len(candidates))
	}
	return answers, nil
}
