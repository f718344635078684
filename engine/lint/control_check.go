package lint

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/schema"
)

// UnknownRuleError is a setting or flag that names no rule.
type UnknownRuleError struct {
	Name string
	// Near is the closest id, empty when none is close.
	Near string
	// At is where it is named, "file:line:col", empty where that is not known.
	At string
}

// Error says what was named and what may have been meant.
func (e *UnknownRuleError) Error() string {
	text := prefix(e.At) + fmt.Sprintf("rule %q does not exist", e.Name)
	if e.At != "" && (strings.ContainsAny(e.Name, "*?") || !strings.Contains(e.Name, "/")) {
		text = prefix(e.At) + fmt.Sprintf("no rule matches %q", e.Name)
	}
	if e.Near != "" {
		text += fmt.Sprintf("; did you mean %q?", e.Near)
	}
	return text + " (`skillctl rules` lists all)"
}

// OptionError is a setting of a rule that the rule does not take.
type OptionError struct {
	Rule, Name string
	// Problem says what is wrong, as the end of a sentence about the option.
	Problem string
	// At is where it is set, "file:line:col", empty where that is not known.
	At string
}

// Error says what was set and what the rule takes.
func (e *OptionError) Error() string {
	return prefix(e.At) + fmt.Sprintf("the option %q of %s %s (`skillctl explain %s` says more)", e.Name, e.Rule, e.Problem, e.Rule)
}

// prefix is a place before a message.
func prefix(place string) string {
	if place == "" {
		return ""
	}
	return place + ": "
}

// checkControl refuses settings that name no rule, or no option of one: a typing error there would
// silently switch nothing off or on.
func (e *Linter) checkControl() error {
	var names []string
	for _, id := range slices.Sorted(maps.Keys(e.control.Rules)) {
		rule, known := e.byID[id]
		if !known {
			return &UnknownRuleError{Name: id, Near: e.nearestRule(id), At: e.control.Rules[id].At}
		}
		for _, name := range slices.Sorted(maps.Keys(e.control.Rules[id].Options)) {
			if err := checkOption(rule, name, e.control.Rules[id].Options[name]); err != nil {
				err.At = e.control.Rules[id].At
				return err
			}
		}
	}
	names = append(append(names, e.control.Only...), e.control.Ignore...)
	for _, name := range names {
		if !e.matchesSome(name) {
			return &UnknownRuleError{Name: name, Near: e.nearestRule(name)}
		}
	}
	for _, rule := range e.control.Suppressions {
		if !e.matchesSome(rule.Rule) {
			return &UnknownRuleError{Name: rule.Rule, Near: e.nearestRule(rule.Rule), At: rule.place()}
		}
	}
	return nil
}

func (e *Linter) matchesSome(glob string) bool { return len(Matching(e.rules, glob)) > 0 }

// checkOption reports an option that the rule does not have, or a value of another
// type than its default.
func checkOption(rule engine.Rule, name string, value any) *OptionError {
	var names []string
	for _, option := range rule.Options {
		if option.Name != name {
			names = append(names, strconv.Quote(option.Name))
			continue
		}
		if want := jsonType(option.Default); jsonType(value) != want {
			return &OptionError{Rule: rule.ID, Name: name, Problem: fmt.Sprintf("must be %s; it is %s", want, jsonType(value))}
		}
		return nil
	}
	problem := "is not known: the rule has no options"
	if len(names) > 0 {
		problem = "is not known; it must be one of " + strings.Join(names, ", ")
	}
	return &OptionError{Rule: rule.ID, Name: name, Problem: problem}
}

// jsonType is the type of a value of settings, in words.
func jsonType(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case string:
		return "text"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return "a number"
}

// nearestRule is the id of the rule that a name was probably meant for, "" when
// none is near.
func (e *Linter) nearestRule(name string) string {
	ids := make(map[string]string, 2*len(e.rules))
	category, rest, isGlob := strings.Cut(name, "/")
	isGlob = isGlob && strings.ContainsAny(rest, "*?")
	for _, rule := range e.rules {
		if isGlob || category == name {
			ids[rule.Category()] = strings.TrimSuffix(rule.Category()+"/"+rest, "/")
		}
		if isGlob {
			continue
		}
		ids[rule.ID] = rule.ID
		if rule.Code != "" && ids[rule.Code] == "" {
			ids[rule.Code] = rule.ID
		}
	}
	if isGlob {
		name = category
	}
	return ids[schema.Nearest(name, slices.Collect(maps.Keys(ids)))]
}
