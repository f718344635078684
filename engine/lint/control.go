package lint

import (
	"fmt"
	"maps"
	"path"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine"
)

// Control is what the operator's settings say about linting. Nothing of it is
// ever read from a skill.
type Control struct {
	// Hosts are the hosts that the skills are for; empty means "not said".
	Hosts []string
	// Rules changes rules by id.
	Rules map[string]RuleControl
	// Only, when not empty, keeps just the rules that match one of its globs;
	// Ignore leaves out those that match. "*" matches within one part of the
	// id, and a category alone ("spec") means all of its rules.
	Only, Ignore []string
	// MinConfidence leaves out findings that are less sure; empty keeps all.
	MinConfidence engine.Confidence
	// IgnorePaths are globs of paths that are not looked at. "**" spans
	// folders.
	IgnorePaths []string
	// Suppressions silence findings that somebody answers for.
	Suppressions []SuppressionRule
	// held are the rules that a project's settings do not change.
	held map[string]bool
}

// heeded is what is left for these rules: nothing that a project says of one that is held.
func (c Control) heeded(rules []engine.Rule) Control {
	c.held, c.Rules = map[string]bool{}, maps.Clone(c.Rules)
	for _, rule := range rules {
		if !rule.Held {
			continue
		}
		c.held[rule.ID] = true
		if c.Rules[rule.ID].Project {
			delete(c.Rules, rule.ID)
		}
	}
	return c
}

// RuleControl changes one rule.
type RuleControl struct {
	// Level is "off", a severity that replaces the rule's, or empty.
	Level string
	// Options replace the defaults of the rule's options by name.
	Options map[string]any
	// At is where it is set, "file:line:col", empty where that is not known.
	At string
	// Project says that a project's settings have it, which may come with what is judged.
	Project bool
}

// LevelOff is the level of a rule that is not asked.
const LevelOff = "off"

func (r RuleControl) severity() engine.Severity {
	if r.Level == LevelOff {
		return ""
	}
	return engine.Severity(r.Level)
}

// SuppressionRule silences the findings of a rule, for a reason, in the name of
// an owner.
type SuppressionRule struct {
	// Rule is a glob of rule ids, Path a glob of files; Contains, when set,
	// must stand in the message.
	Rule, Path, Contains string
	Reason, Owner        string
	// Expires is the last day on which it counts, "2006-01-02"; empty means
	// that it does not expire.
	Expires string
	// File, Line and Column are where it is set; File is empty where that is not known.
	File         string
	Line, Column int
	// ReportUnused: it belongs to the folder that is looked at, so it is told of when
	// it silences nothing.
	ReportUnused bool
	// Project says that a project's settings have it, which may come with what is judged.
	Project bool
}

// place is where it is set, "file:line:col", "" where that is not known.
func (s SuppressionRule) place() string {
	if s.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column)
}

// Expired says whether its last day is past.
func (s SuppressionRule) Expired(now time.Time) bool {
	return s.Expires != "" && now.Format(time.DateOnly) > s.Expires
}

// covers reports whether a suppression counts for a finding.
func (c *Control) covers(s *SuppressionRule, finding *engine.Finding, now time.Time) bool {
	return !(s.Project && c.held[finding.Rule]) && s.covers(finding, now)
}

func (s SuppressionRule) covers(finding *engine.Finding, now time.Time) bool {
	if s.Expired(now) {
		return false
	}
	return matchRule(s.Rule, finding.Rule, finding.Code) &&
		(s.Path == "" || matchPath(s.Path, finding.File)) &&
		(s.Contains == "" || strings.Contains(finding.Message, s.Contains))
}

// enabled says whether a rule is to be asked.
func (c *Control) enabled(rule engine.Rule) bool {
	control, configured := c.Rules[rule.ID]
	switch {
	case control.Level == LevelOff:
		return false
	case matchAny(c.Ignore, rule):
		return false
	case len(c.Only) > 0:
		return matchAny(c.Only, rule)
	}
	return rule.Enabled || configured && control.Level != ""
}

// Matching returns the ids of the rules that a glob, a category or a code stands
// for.
func Matching(rules []engine.Rule, glob string) []string {
	var ids []string
	for _, rule := range rules {
		if matchRule(glob, rule.ID, rule.Code) {
			ids = append(ids, rule.ID)
		}
	}
	return ids
}

func matchAny(globs []string, rule engine.Rule) bool {
	for _, glob := range globs {
		if matchRule(glob, rule.ID, rule.Code) {
			return true
		}
	}
	return false
}

// matchRule matches a glob against the id, its category or the code.
func matchRule(glob, id, code string) bool {
	if code != "" && strings.EqualFold(glob, code) {
		return true
	}
	if !strings.Contains(glob, "/") && glob != "*" && glob != "**" {
		glob += "/*"
	} else if glob == "*" || glob == "**" {
		return true
	}
	matched, err := path.Match(glob, id)
	return err == nil && matched
}

// matchPath matches a glob against a slash path: "*" within a segment, "**"
// over any number of them. A glob that names a folder covers what is below it,
// and one without a slash matches a segment anywhere.
func matchPath(glob, name string) bool {
	glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
	segments := strings.Split(strings.TrimPrefix(path.Clean(name), "./"), "/")
	if !strings.Contains(glob, "/") && glob != "**" {
		glob = "**/" + glob
	}
	return matchSegments(strings.Split(glob, "/"), segments)
}

func matchSegments(globs, names []string) bool {
	// The table is small (segments of one glob by segments of one path), and
	// filling it keeps "**/**/**" linear where recursion would not be.
	reach := make([]bool, len(names)+1)
	reach[0] = true
	for _, glob := range globs {
		next := make([]bool, len(names)+1)
		any := false
		for i := 0; i <= len(names); i++ {
			if glob == "**" {
				any = any || reach[i]
				next[i] = any
				continue
			}
			if i < len(names) && reach[i] {
				matched, err := path.Match(glob, names[i])
				next[i+1] = next[i+1] || err == nil && matched
			}
		}
		reach = next
	}
	for _, ok := range reach[1:] {
		if ok {
			return true
		}
	}
	return false
}

// apply marks what the settings suppress and leaves out what is less sure than
// they want to see. The list itself stays as it is.
func (c *Control) apply(list []engine.Finding, now time.Time) []engine.Finding {
	kept := make([]engine.Finding, 0, len(list))
	for _, finding := range list {
		if c.MinConfidence != "" && finding.Confidence.Rank() > c.MinConfidence.Rank() {
			continue
		}
		finding.Suppressed = c.suppression(&finding, now)
		kept = append(kept, finding)
	}
	return kept
}

// suppression is the first rule of the settings that covers a finding, nil when
// none does.
func (c *Control) suppression(finding *engine.Finding, now time.Time) *engine.Suppression {
	for i := range c.Suppressions {
		if rule := &c.Suppressions[i]; c.covers(rule, finding, now) {
			return &engine.Suppression{Kind: "settings", Reason: rule.Reason, Owner: rule.Owner, Expires: rule.Expires}
		}
	}
	return nil
}
