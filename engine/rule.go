package engine

import "strings"

// Rule is what is known about one lint rule, from the METADATA of its policy.
type Rule struct {
	// ID is the path of the rule below policies/rules, "category/name".
	ID string `json:"id"`
	// Code is the id in the rule catalogue, empty where it has none.
	Code        string     `json:"code,omitempty"`
	Title       string     `json:"title"`
	Description string     `json:"description"`
	Severity    Severity   `json:"severity"`
	Confidence  Confidence `json:"confidence"`
	Locus       Locus      `json:"locus"`
	// Unit is what the rule judges: "skill", "config" or "set".
	Unit string `json:"unit"`
	// Package says that a rule of the unit "skill" looks at files and their text alone:
	// it is asked about a package without a manifest, too, such as a plugin.
	Package bool `json:"package,omitempty"`
	// Hosts are the hosts that the rule is about; empty means all.
	Hosts []string `json:"hosts,omitempty"`
	// Security says that the rule is about attacks, although not all of its category are.
	Security bool `json:"security,omitempty"`
	// Held says that settings of a project, which may come with what is judged, neither
	// lower the rule nor suppress what it finds.
	Held bool `json:"held,omitempty"`
	// Fix is "none", "safe" or "unsafe".
	Fix string `json:"fix"`
	// Enabled is false for rules that settings must switch on.
	Enabled bool         `json:"enabled"`
	Options []RuleOption `json:"options,omitempty"`
	// Docs is the address of the rule's page, Page its text (Markdown).
	Docs string `json:"docs"`
	Page string `json:"-"`
}

// RuleOption is a setting of a rule.
type RuleOption struct {
	Name        string `json:"name"`
	Default     any    `json:"default"`
	Description string `json:"description"`
}

// Category is the first part of the id.
func (r Rule) Category() string { return strings.SplitN(r.ID, "/", 2)[0] }
