package lint

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/internal/jsontable"
)

// DocsBase is where the pages of the rules stand; a rule's page is its folder.
const DocsBase = "https://github.com/skillctl/skillctl/tree/main/policies/rules/"

// Index is the file, below the policies, that holds what METADATA says of every
// rule: reading it takes a hundredth of the time of parsing all rules. A test
// keeps it true.
const Index = "rules/index.json"

// Rules returns every rule of the policies, sorted by id, with its page. An
// error is a rule whose METADATA is incomplete.
func Rules(policies fs.FS) ([]engine.Rule, error) {
	set, err := policy.Load(policies, policy.WithFilter(isRuleFile))
	if err != nil {
		return nil, err
	}
	rules, err := readRules(set, policies)
	if err != nil {
		return nil, err
	}
	for i := range rules {
		page, err := fs.ReadFile(policies, path.Join("rules", rules[i].ID, "README.md"))
		if err != nil {
			return nil, fmt.Errorf("read the page of rule %s: %w", rules[i].ID, err)
		}
		rules[i].Page = string(page)
	}
	return rules, nil
}

func isRuleFile(name string) bool { return strings.HasPrefix(name, "rules/") }

// readRules takes the rules from the index or, where there is none, from their
// METADATA.
func readRules(set *policy.Set, policies fs.FS) ([]engine.Rule, error) {
	text, err := fs.ReadFile(policies, Index)
	if errors.Is(err, fs.ErrNotExist) {
		return RulesFromMetadata(set)
	}
	if err != nil {
		return nil, fmt.Errorf("read the index of rules: %w", err)
	}
	var rules []engine.Rule
	if err := jsontable.Decode(string(text), &rules); err != nil {
		return nil, fmt.Errorf("read the index of rules: %w", err)
	}
	return rules, nil
}

// RulesFromMetadata returns the rules of a set, sorted by id, without their
// pages, by parsing all of them.
func RulesFromMetadata(set *policy.Set) ([]engine.Rule, error) {
	all, err := set.Metadata()
	if err != nil {
		return nil, err
	}
	var rules []engine.Rule
	for _, metadata := range all {
		if len(metadata.Package) != 4 || metadata.Package[1] != "rules" {
			continue
		}
		rule, err := ruleFrom(metadata)
		if err != nil {
			return nil, fmt.Errorf("read metadata of %s: %w", metadata.File, err)
		}
		rules = append(rules, rule)
	}
	sort.Slice(rules, func(i, j int) bool { return rules[i].ID < rules[j].ID })
	return rules, nil
}

func ruleFrom(metadata policy.Metadata) (engine.Rule, error) {
	rule := describe(metadata.Package[2]+"/"+metadata.Package[3], metadata)
	return rule, checkRule(rule, metadata.File)
}

// describe is a rule as its METADATA has it.
func describe(id string, metadata policy.Metadata) engine.Rule {
	custom := metadata.Custom
	text := func(key string) string { value, _ := custom[key].(string); return value }
	rule := engine.Rule{
		ID:          id,
		Code:        text("code"),
		Title:       metadata.Title,
		Description: metadata.Description,
		Severity:    engine.Severity(text("severity")),
		Confidence:  engine.Confidence(text("confidence")),
		Locus:       engine.Locus(text("locus")),
		Unit:        text("unit"),
		Fix:         text("fix"),
		Package:     custom["package"] == true,
		Security:    custom["security"] == true,
		Held:        custom["held"] == true,
		Enabled:     custom["enabled"] != false,
	}
	rule.Docs = DocsBase + rule.ID
	if hosts, ok := custom["hosts"].([]any); ok {
		for _, host := range hosts {
			rule.Hosts = append(rule.Hosts, fmt.Sprint(host))
		}
		slices.Sort(rule.Hosts)
	}
	rule.Options = ruleOptions(custom["options"])
	return rule
}

// ownRules are the rules that an operator's policies add. What their METADATA does
// not say is as it is for most: a finding of medium severity about a skill.
func ownRules(set *policy.Set) ([]engine.Rule, error) {
	var rules []engine.Rule
	for _, own := range set.OwnRules() {
		metadata := own.Metadata()
		defaults := map[string]any{"severity": string(engine.SeverityMedium), "confidence": string(engine.ConfidenceHigh), "locus": string(engine.LocusPackage), "unit": unitSkill, "fix": "none"}
		maps.Copy(defaults, metadata.Custom)
		metadata.Custom = defaults
		rule := describe(own.RuleID(), metadata)
		rule.Docs, rule.Title = "", cmp.Or(rule.Title, own.RuleID())
		rule.Description = cmp.Or(rule.Description, "A rule of your own, in "+own.File+".")
		if err := checkWords(rule); err != nil {
			return nil, &policy.ProblemError{Problems: []policy.Problem{{
				File: own.File, Line: own.Line, Column: 1, Message: fmt.Sprintf("METADATA of rule %s: %v", rule.ID, err),
			}}}
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// ruleOptions reads `options: {name: {default: 1, description: …}}`.
func ruleOptions(value any) []engine.RuleOption {
	options, _ := value.(map[string]any)
	var list []engine.RuleOption
	for name, option := range options {
		entry, _ := option.(map[string]any)
		description, _ := entry["description"].(string)
		list = append(list, engine.RuleOption{Name: name, Default: entry["default"], Description: description})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// checkRule refuses a rule that does not say everything about itself, or whose
// folder is not its id.
func checkRule(r engine.Rule, file string) error {
	if want := "rules/" + r.ID; path.Dir(file) != want {
		return fmt.Errorf("rule %s is in %s; it must be in %s", r.ID, path.Dir(file), want)
	}
	return checkWords(r)
}

// checkWords refuses a rule whose METADATA has words that there are not.
func checkWords(r engine.Rule) error {
	for _, field := range []struct {
		name  string
		value string
		known []string
	}{
		{"severity", string(r.Severity), words(engine.Severities())},
		{"confidence", string(r.Confidence), words(engine.Confidences())},
		{"locus", string(r.Locus), words(engine.Loci())},
		{"unit", r.Unit, []string{unitSkill, "config", "set"}},
		{"fix", r.Fix, []string{"none", "safe", "unsafe"}},
	} {
		if !slices.Contains(field.known, field.value) {
			return fmt.Errorf("%s is %q; it must be one of %s", field.name, field.value, strings.Join(field.known, ", "))
		}
	}
	if r.Package && (r.Unit != unitSkill || len(r.Hosts) > 0) {
		return fmt.Errorf("rule %s is about packages: it must be about skills, and for every host", r.ID)
	}
	if r.Title == "" || r.Description == "" {
		return fmt.Errorf("a title and a description are wanted")
	}
	for _, option := range r.Options {
		if option.Default == nil || option.Description == "" {
			return fmt.Errorf("option %q wants a default and a description", option.Name)
		}
	}
	return nil
}

func words[T ~string](list []T) []string {
	out := make([]string, 0, len(list))
	for _, word := range list {
		out = append(out, string(word))
	}
	return out
}
