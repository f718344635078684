package engine

import (
	"slices"

	"github.com/skillctl/skillctl/internal/document"
)

// Severity says how bad a finding is if it is true.
type Severity string

// The severities, worst first.
const (
	SeverityCritical Severity = "critical"
	SeverityHigh     Severity = "high"
	SeverityMedium   Severity = "medium"
	SeverityLow      Severity = "low"
	SeverityInfo     Severity = "info"
)

// Severities are all severities, worst first.
func Severities() []Severity {
	return []Severity{SeverityCritical, SeverityHigh, SeverityMedium, SeverityLow, SeverityInfo}
}

// Rank orders severities: 0 is the worst. Unknown ones rank behind all.
func (s Severity) Rank() int { return rank(Severities(), s) }

// Confidence says how sure a finding is.
type Confidence string

// The confidences, surest first.
const (
	ConfidenceHigh   Confidence = "high"
	ConfidenceMedium Confidence = "medium"
	ConfidenceLow    Confidence = "low"
)

// Confidences are all confidences, surest first.
func Confidences() []Confidence {
	return []Confidence{ConfidenceHigh, ConfidenceMedium, ConfidenceLow}
}

// Rank orders confidences: 0 is the surest. Unknown ones rank behind all.
func (c Confidence) Rank() int { return rank(Confidences(), c) }

func rank[T comparable](list []T, word T) int {
	if i := slices.Index(list, word); i >= 0 {
		return i
	}
	return len(list)
}

// Locus says in what kind of place a finding stands; a gate may treat an
// example in the documentation differently from a script.
type Locus string

// The loci of findings.
const (
	LocusManifest    Locus = "manifest"    // front matter or SKILL.toml
	LocusInstruction Locus = "instruction" // prose the agent reads
	LocusExample     Locus = "example"     // a fenced block
	LocusScript      Locus = "script"      // a file that can run
	LocusData        Locus = "data"        // any other file of the package
	LocusPackage     Locus = "package"     // the folder as a whole
	LocusConfig      Locus = "config"      // a host's or skillctl's settings
)

// Loci are all loci.
func Loci() []Locus {
	return []Locus{LocusManifest, LocusInstruction, LocusExample, LocusScript, LocusData, LocusPackage, LocusConfig}
}

// Verdict is what the gate would do with a skill.
type Verdict string

// The verdicts, mildest first.
const (
	VerdictPass   Verdict = "pass"
	VerdictReview Verdict = "review"
	VerdictBlock  Verdict = "block"
)

// Verdicts are all verdicts, mildest first.
func Verdicts() []Verdict { return []Verdict{VerdictPass, VerdictReview, VerdictBlock} }

// Worse is the worse of two verdicts; one that there is not is the worst.
func (v Verdict) Worse(other Verdict) Verdict {
	if rank(Verdicts(), other) > rank(Verdicts(), v) {
		return other
	}
	return v
}

// Finding is one thing that lint has to say. It is not an error: an error
// means that skillctl failed.
type Finding struct {
	// Rule is the id of the rule, "category/name"; Code its short code in the
	// rule catalogue ("SPEC-005"), empty where it has none.
	Rule  string `json:"rule"`
	Code  string `json:"code,omitempty"`
	Title string `json:"title"`
	// File is the slash-separated path as the user gave it, the unit's folder
	// included.
	File     string        `json:"file"`
	Span     document.Span `json:"span"`
	Severity Severity      `json:"severity"`
	// SeverityReason says why the severity is not what the rule usually has; empty
	// when it is.
	SeverityReason string     `json:"severityReason,omitempty"`
	Confidence     Confidence `json:"confidence"`
	Locus          Locus      `json:"locus"`
	// Message says what is there and what is wanted, Hint what to do.
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	// Hosts are the hosts that the finding is about, sorted; empty means all.
	Hosts []string `json:"hosts,omitempty"`
	// Docs is the address of the rule's page.
	Docs string `json:"docs,omitempty"`
	Fix  *Fix   `json:"fix,omitempty"`
	// Related are other places that matter, such as the first of two
	// duplicates.
	Related []Related `json:"related,omitempty"`
	// Fingerprint stays the same when unrelated lines move: baselines use it.
	Fingerprint string `json:"fingerprint"`
	// Suppressed names why the finding does not count, nil when it does.
	Suppressed *Suppression `json:"suppressed,omitempty"`
}

// Related is a second place of a finding.
type Related struct {
	File    string        `json:"file"`
	Span    document.Span `json:"span"`
	Message string        `json:"message"`
}

// Fix is a change that would resolve a finding.
type Fix struct {
	// Safe fixes keep the meaning of the skill; the others need a reader.
	Safe bool `json:"safe"`
	// Title says what the fix does, imperative: "quote the description".
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// Edit replaces the bytes of a span with text.
type Edit struct {
	File string        `json:"file"`
	Span document.Span `json:"span"`
	Text string        `json:"text"`
}

// Suppression says who silenced a finding, why, and until when.
type Suppression struct {
	// Kind is "settings" or "baseline".
	Kind   string `json:"kind"`
	Reason string `json:"reason,omitempty"`
	Owner  string `json:"owner,omitempty"`
	// Expires is a date, "2006-01-02"; empty means never.
	Expires string `json:"expires,omitempty"`
}

// Place is a place on the way to a finding.
type Place struct {
	// Role is "source" for the first of several, "sink" for the last, which is where
	// the finding stands, and "step" between.
	Role string        `json:"role"`
	File string        `json:"file"`
	Span document.Span `json:"span"`
	Text string        `json:"text"`
}

// Way is the way to a finding: its related places in their order, and its own.
func (f *Finding) Way() []Place {
	way := make([]Place, 0, len(f.Related)+1)
	for i, rel := range f.Related {
		role := "step"
		if i == 0 {
			role = "source"
		}
		way = append(way, Place{role, rel.File, rel.Span, rel.Message})
	}
	return append(way, Place{"sink", f.File, f.Span, f.Message})
}
