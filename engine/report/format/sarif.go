package format

import (
	"cmp"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/document"
)

const (
	sarifSchemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	projectURI     = "https://github.com/skillctl/skillctl"
)

// SARIF writes SARIF 2.1.0 for code-scanning services. Rules without findings
// are listed too; suppressed findings are results with their suppression.
func SARIF(w io.Writer, r engine.Report, opts ...Option) error {
	r, o := prepare(r, opts)
	all := All(r)
	rules, index := sarifRules(o.rules, all)
	run := sarifRun{
		Tool: sarifTool{Driver: sarifDriver{
			Name: "skillctl", InformationURI: projectURI, Version: r.Tool, Rules: rules,
		}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: true}},
		ColumnKind:  "unicodeCodePoints",
		Results:     make([]sarifResult, 0, len(all)),
	}
	if r.Policy != "" {
		run.Properties = map[string]any{"policy": r.Policy}
	}
	for _, f := range all {
		run.Results = append(run.Results, sarifResultOf(f, index[f.Rule]))
	}
	return writeJSON(w, sarifLog{Schema: sarifSchemaURI, Version: "2.1.0", Runs: []sarifRun{run}})
}

// sarifRules describes the known rules and those that only findings name,
// sorted by id, and says where each stands.
func sarifRules(known []engine.Rule, findings []engine.Finding) ([]sarifRule, map[string]int) {
	byID := map[string]engine.Rule{}
	for _, f := range findings {
		byID[f.Rule] = engine.Rule{
			ID: f.Rule, Code: f.Code, Title: f.Title, Docs: f.Docs,
			Severity: f.Severity, Confidence: f.Confidence,
		}
	}
	for _, k := range known {
		byID[k.ID] = k
	}
	rules := []sarifRule{}
	for _, k := range byID {
		rules = append(rules, sarifRuleOf(k))
	}
	slices.SortFunc(rules, func(a, b sarifRule) int { return cmp.Compare(a.ID, b.ID) })
	index := map[string]int{}
	for i, rule := range rules {
		index[rule.ID] = i
	}
	return rules, index
}

func sarifRuleOf(k engine.Rule) sarifRule {
	category := k.Category()
	rule := sarifRule{
		ID: k.ID, Name: pascal(k.ID), HelpURI: webURI(k.Docs),
		Configuration: sarifRuleDefaults{Level: sarifLevel(k.Severity)},
		Properties: map[string]any{
			"tags":             []string{category},
			"problem.severity": problemSeverity(k.Severity),
		},
	}
	if aboutSafety(k) {
		rule.Properties["tags"] = []string{"security", category}
		rule.Properties["security-severity"] = securitySeverity(k.Severity)
	}
	if k.Confidence != "" {
		rule.Properties["precision"] = k.Confidence
	}
	if k.Code != "" {
		rule.Properties["code"] = k.Code
	}
	if k.Title != "" {
		rule.ShortDescription = &sarifText{Text: k.Title}
	}
	if text := cmp.Or(k.Description, k.Title); text != "" {
		rule.FullDescription = &sarifText{Text: text}
		rule.Help = &sarifText{Text: text, Markdown: k.Page}
	}
	return rule
}

// aboutSafety reports whether a rule is about attacks. Other categories hold a manifest
// or a configuration against the format that an agent reads, but for rules that say so.
func aboutSafety(k engine.Rule) bool {
	switch k.Category() {
	case "agent", "exe", "exf", "inj", "intel", "files", "coverage", "exec", "sandbox", "install-policy", "install":
		return true
	}
	return k.Security
}

func sarifResultOf(f engine.Finding, rule int) sarifResult {
	text := show(f.Message)
	if f.Hint != "" {
		text += "\n" + show(f.Hint)
	}
	res := sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Level: sarifLevel(f.Severity),
		Message:   sarifText{Text: text},
		Locations: []sarifLocation{{Physical: physical(f.File, f.Span)}},
		Properties: map[string]any{
			"severity": f.Severity, "confidence": f.Confidence, "locus": f.Locus,
		},
	}
	if f.SeverityReason != "" {
		res.Properties["severityReason"] = f.SeverityReason
	}
	if len(f.Hosts) > 0 {
		res.Properties["hosts"] = f.Hosts
	}
	if f.Fingerprint != "" {
		res.Fingerprints = map[string]string{"skillctl/v1": f.Fingerprint}
	}
	for i, rel := range f.Related {
		id := i + 1
		res.Related = append(res.Related, sarifLocation{
			ID: &id, Physical: physical(rel.File, rel.Span), Message: &sarifText{Text: show(rel.Message)},
		})
	}
	res.Flows = sarifFlows(f)
	if f.Suppressed != nil {
		res.Suppressions = []sarifSuppression{{
			Kind: "external", Status: "accepted", Justification: Escape(suppressedBy(*f.Suppressed)),
		}}
	}
	if fix, ok := sarifFixOf(f.Fix); ok {
		res.Fixes = []sarifFix{fix}
	}
	return res
}

// sarifFlows is the way that a reader follows from the places that led to a finding to
// the finding itself: none where there is no other place.
func sarifFlows(f engine.Finding) []sarifFlow {
	if len(f.Related) == 0 {
		return nil
	}
	var steps []sarifStep
	for _, p := range f.Way() {
		steps = append(steps, sarifStep{Location: sarifLocation{Physical: physical(p.File, p.Span), Message: &sarifText{Text: show(p.Text)}}})
	}
	return []sarifFlow{{Threads: []sarifThread{{Locations: steps}}}}
}

// sarifFixOf gives the edits by file, in order of file and place. The text to
// insert is kept as it is: it is what a tool will write.
func sarifFixOf(fix *engine.Fix) (sarifFix, bool) {
	if fix == nil || len(fix.Edits) == 0 {
		return sarifFix{}, false
	}
	edits := slices.Clone(fix.Edits)
	slices.SortStableFunc(edits, func(a, b engine.Edit) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset))
	})
	out := sarifFix{Description: sarifText{Text: show(fix.Title)}}
	for _, e := range edits {
		r := region(e.Span)
		if r == nil {
			return sarifFix{}, false
		}
		uri := fileURI(e.File)
		if n := len(out.Changes); n == 0 || out.Changes[n-1].Artifact.URI != uri {
			out.Changes = append(out.Changes, sarifChange{Artifact: sarifArtifact{URI: uri}})
		}
		change := &out.Changes[len(out.Changes)-1]
		change.Replacements = append(change.Replacements, sarifReplacement{Deleted: *r, Inserted: &sarifText{Text: e.Text}})
	}
	return out, true
}

func physical(file string, span document.Span) sarifPhysical {
	return sarifPhysical{Artifact: sarifArtifact{URI: fileURI(file)}, Region: region(span)}
}

// region is nil when the place is unknown.
func region(span document.Span) *sarifRegion {
	if span.Start.Line <= 0 {
		return nil
	}
	r := &sarifRegion{StartLine: span.Start.Line, StartColumn: span.Start.Column}
	if span.End.Line >= span.Start.Line && span.End.Column > 0 {
		r.EndLine, r.EndColumn = span.End.Line, span.End.Column
	}
	return r
}

// fileURI is a path as a URI reference: percent-encoded, relative when the
// path is, and never mistaken for one with a scheme.
func fileURI(file string) string {
	if strings.HasPrefix(file, "/") {
		return (&url.URL{Scheme: "file", Path: file}).String()
	}
	return (&url.URL{Path: file}).String()
}

// webURI is a web address in its canonical spelling, or nothing.
func webURI(s string) string {
	u, err := url.Parse(s)
	if s == "" || err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	return u.String()
}

func sarifLevel(s engine.Severity) string {
	switch s {
	case engine.SeverityMedium:
		return "warning"
	case engine.SeverityLow, engine.SeverityInfo:
		return "note"
	}
	return "error"
}

// problemSeverity is the word that GitHub's code scanning sorts by.
func problemSeverity(s engine.Severity) string {
	switch sarifLevel(s) {
	case "error":
		return "error"
	case "warning":
		return "warning"
	}
	return "recommendation"
}

// securitySeverity is the middle of the CVSS range that GitHub shows under the
// same word: critical from 9.0, high from 7.0, medium from 4.0, low below.
func securitySeverity(s engine.Severity) string {
	switch s {
	case engine.SeverityHigh:
		return "8.0"
	case engine.SeverityMedium:
		return "5.5"
	case engine.SeverityLow:
		return "2.0"
	case engine.SeverityInfo:
		return "0.0"
	}
	return "9.5"
}

// pascal makes "spec/name-format" into "SpecNameFormat", the form that SARIF
// wants of a rule's name.
func pascal(id string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(id, func(r rune) bool { return r == '/' || r == '-' || r == '_' }) {
		b.WriteString(upperFirst(word))
	}
	return b.String()
}
