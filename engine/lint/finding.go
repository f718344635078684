package lint

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/internal/document"
)

// answer is a finding as a policy gives it: #LintFinding of schema/lint.cue,
// with the rule that it is from.
type answer struct {
	Rule       string            `json:"rule"`
	Message    string            `json:"message"`
	Hint       string            `json:"hint"`
	At         *at               `json:"at"`
	Related    []relatedAnswer   `json:"related"`
	Severity   engine.Severity   `json:"severity"`
	Confidence engine.Confidence `json:"confidence"`
	Locus      engine.Locus      `json:"locus"`
	Hosts      []string          `json:"hosts"`
	// Because says why the severity is another one than the rule usually has.
	Because string     `json:"because"`
	Fix     *fixAnswer `json:"fix"`
}

// at is a place as a policy names it.
type at struct {
	File string         `json:"file"`
	Span *document.Span `json:"span"`
	Path []any          `json:"path"`
	On   string         `json:"on"`
}

type relatedAnswer struct {
	At      *at    `json:"at"`
	Message string `json:"message"`
}

type fixAnswer struct {
	Title string `json:"title"`
	Safe  bool   `json:"safe"`
	Edits []struct {
		At   *at    `json:"at"`
		Text string `json:"text"`
	} `json:"edits"`
}

// unit turns places that policies name into files and spans.
type unit interface {
	// locate returns the file as the user knows it, and the span.
	locate(place *at) (file string, span document.Span)
	// line returns a line of a file of the unit, "" when it is not at hand.
	line(file string, number int) string
	// digest pins what a file of the unit holds that has no lines, "" when that
	// is not known.
	digest(file string) string
	// stable names the unit in fingerprints: it does not change with the
	// folder that skillctl is started from.
	stable(file string) string
}

// findings turns answers into findings, sorted.
func (e *Linter) findings(answers []answer, u unit) []engine.Finding {
	list := make([]engine.Finding, 0, len(answers))
	for i := range answers {
		if finding, ok := e.finding(&answers[i], u); ok {
			list = append(list, finding)
		}
	}
	sortFindings(list)
	fingerprint(list, u)
	mask(list)
	return list
}

// mask takes secrets out of what rules say of what they found: findings are shown, sent
// and kept. Edits stay, since they are written to the file that they are about.
func mask(list []engine.Finding) {
	forms := secret.Known()
	for i := range list {
		f := &list[i]
		f.Message, f.Hint = forms.Hide(f.Message), forms.Hide(f.Hint)
		for k := range f.Related {
			f.Related[k].Message = forms.Hide(f.Related[k].Message)
		}
		if f.Fix != nil {
			f.Fix.Title = forms.Hide(f.Fix.Title)
		}
	}
}

func (e *Linter) finding(a *answer, u unit) (engine.Finding, bool) {
	rule, known := e.byID[a.Rule]
	if !known {
		return engine.Finding{}, false
	}
	file, span := u.locate(a.At)
	finding := engine.Finding{
		Rule: rule.ID, Code: rule.Code, Title: rule.Title, Docs: rule.Docs,
		File: file, Span: span,
		Severity:   cmp.Or(e.control.Rules[rule.ID].severity(), a.Severity, rule.Severity),
		Confidence: cmp.Or(a.Confidence, rule.Confidence),
		Locus:      cmp.Or(a.Locus, rule.Locus),
		Message:    a.Message,
		Hint:       a.Hint,
		Hosts:      a.Hosts,
	}
	if finding.Hosts == nil {
		finding.Hosts = rule.Hosts
	}
	slices.Sort(finding.Hosts)
	finding.SeverityReason = e.severityReason(&finding, rule, a.Because)
	for _, other := range a.Related {
		file, span := u.locate(other.At)
		finding.Related = append(finding.Related, engine.Related{File: file, Span: span, Message: other.Message})
	}
	if a.Fix != nil {
		finding.Fix = &engine.Fix{Safe: a.Fix.Safe, Title: a.Fix.Title}
		for _, edit := range a.Fix.Edits {
			file, span := u.locate(edit.At)
			finding.Fix.Edits = append(finding.Fix.Edits, engine.Edit{File: file, Span: span, Text: edit.Text})
		}
	}
	return finding, true
}

// severityReason says why a finding is of another severity than its rule usually is.
func (e *Linter) severityReason(f *engine.Finding, rule engine.Rule, because string) string {
	if f.Severity == rule.Severity {
		return ""
	}
	here := fmt.Sprintf("usually %s; here %s", rule.Severity, f.Severity)
	more := f.Severity.Rank() < rule.Severity.Rank()
	switch {
	case e.control.Rules[rule.ID].severity() != "":
		return here + ", because lint.rules of the settings says so"
	case more && because == "":
		return here // the message says why
	case more:
		return here + ", because " + because
	case rule.Unit == "skill" && len(e.control.Hosts) == 0 && len(f.Hosts) > 0: // a configuration file is of one agent
		return fmt.Sprintf("%s, because no dialect was asked for; --dialect %s may say more", here, strings.Join(f.Hosts, ","))
	case because != "":
		return here + ", because " + because
	case f.Locus == engine.LocusExample:
		return here + ", because it is in an example"
	}
	return here // the message says why
}

// sortFindings orders by place, then by rule and message, so that the same
// findings are always written as the same bytes.
func sortFindings(list []engine.Finding) {
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		if a.File != b.File {
			return a.File < b.File
		}
		if a.Span.Start != b.Span.Start {
			return before(a.Span.Start, b.Span.Start)
		}
		if a.Rule != b.Rule {
			return a.Rule < b.Rule
		}
		return a.Message < b.Message
	})
}

func before(a, b document.Position) bool {
	if a.Line != b.Line {
		return a.Line < b.Line
	}
	return a.Column < b.Column
}

// fingerprint names each finding by its rule, its file and the text that it is
// about, so that it survives edits elsewhere and no other content passes for it;
// equal ones are numbered.
func fingerprint(list []engine.Finding, u unit) {
	seen := map[string]int{}
	for i := range list {
		finding := &list[i]
		sum := sha256.New()
		for _, part := range []string{finding.Rule, u.stable(finding.File), substance(finding, u)} {
			fmt.Fprintf(sum, "%d\x00%s", len(part), part)
		}
		key := string(sum.Sum(nil))
		seen[key]++
		whole := sha256.Sum256(fmt.Appendf([]byte(key), "%d", seen[key]))
		finding.Fingerprint = hex.EncodeToString(whole[:fingerprintBytes])
	}
}

// fingerprintBytes is how long a fingerprint is: nobody can make two contents
// of one fingerprint, of which the harmless one is shown first.
const fingerprintBytes = 20

// maxSubstance is how many lines of a finding count for its fingerprint.
const maxSubstance = 1_000

// substance is what a finding is about: the lines that it covers; with its
// message where it stands at the top, for the file as a whole; with the digest
// of the file where there are no lines.
func substance(f *engine.Finding, u unit) string {
	first, last := f.Span.Start.Line, max(f.Span.Start.Line, f.Span.End.Line)
	var text []string
	for number := first; number <= min(last, first+maxSubstance); number++ {
		text = append(text, strings.TrimSpace(u.line(f.File, number)))
	}
	out := strings.TrimSpace(strings.Join(text, "\n"))
	if out == "" {
		return f.Message + "\x00" + u.digest(f.File)
	}
	if f.Span.Start.Line == 1 && f.Span.Start.Column <= 1 {
		out += "\x00" + f.Message
	}
	return out
}
