package gate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/report/source"
)

// gateSchema names the version of the JSON that the gate writes.
const gateSchema = "skillctl.gate/v1"

// gateReport is #GateReport of schema/gate.cue.
type gateReport struct {
	Schema  string        `json:"schema"`
	Tool    string        `json:"tool"`
	Policy  string        `json:"policy"`
	Targets []gateEntry   `json:"targets"`
	Summary gateTotals    `json:"summary"`
	report  engine.Report // the same as lint would say it
	rules   []engine.Rule
}

type gateEntry struct {
	Path string `json:"path"`
	install.Decision
}

type gateTotals struct {
	Allow int `json:"allow"`
	Warn  int `json:"warn"`
	Deny  int `json:"deny"`
	// Suppressed are findings that the settings silence.
	Suppressed int `json:"suppressed,omitempty"`
}

// write writes the report in the format that was asked for.
func (j *gateJob) write() error {
	r, err := j.report()
	if err != nil {
		return err
	}
	streams := j.factory.IO
	color := j.output == "" && streams.Color(j.color, streams.OutTTY) || j.output != "" && j.color == kit.ColorAlways
	var out bytes.Buffer
	if err := j.writeTo(&out, r, color); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if j.output != "" {
		return streams.WriteFile(j.output, func(w io.Writer) error { _, err := w.Write(out.Bytes()); return err })
	}
	return streams.Show(out.Bytes())
}

func (j *gateJob) writeTo(w io.Writer, r *gateReport, color bool) error {
	if j.format == format.NameJSON {
		return kit.WriteJSON(w, r)
	}
	write, _ := format.Lookup(j.format)
	threshold := map[string]engine.Severity{gateFailBlock: engine.SeverityHigh, gateFailWarn: engine.SeverityInfo}[j.failOn]
	opts := []format.Option{
		format.WithSource(source.Reader(r.report)), format.WithThreshold(threshold), format.WithColor(color), format.WithRules(j.factory.WithPages(j.format, r.rules, r.report)),
		format.WithSummary(false), format.WithCommand("gate"),
	}
	if j.output == "" {
		opts = append(opts, format.WithWidth(j.factory.IO.Width()), format.WithLinks(j.factory.IO.Links(color), j.factory.IO.At))
	}
	if j.format != format.NamePretty {
		return write(w, r.report, opts...)
	}
	if len(r.report.All()) > 0 {
		if err := write(w, r.report, opts...); err != nil {
			return err
		}
	}
	return r.lines(w)
}

// lines say of every target what follows.
func (r *gateReport) lines(w io.Writer) error {
	var b strings.Builder
	for i := range r.Targets {
		t := &r.Targets[i]
		reasons := 0
		for _, reason := range t.Reasons {
			if reason.Effect == t.Effect && !t.Retold(reason) {
				reasons++
			}
		}
		why := layout.Count(reasons, "reason")
		if t.Effect == engine.Allow {
			why = t.Digest
		}
		fmt.Fprintf(&b, "%-5s  %s  %s\n", gateWord(t.Effect), format.Escape(t.Path), why)
	}
	s := r.Summary
	fmt.Fprintf(&b, "%s: %d allowed, %d with warnings, %d blocked", layout.Count(len(r.Targets), "skill"), s.Allow, s.Warn, s.Deny)
	if s.Suppressed > 0 {
		fmt.Fprintf(&b, "; %s suppressed by settings", layout.Count(s.Suppressed, "finding"))
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

func gateWord(effect engine.Effect) string {
	switch effect {
	case engine.Allow, engine.Warn:
		return string(effect)
	}
	return "block"
}

// report puts the decisions together, sorted by path.
func (j *gateJob) report() (*gateReport, error) {
	names, err := readTitles()
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(j.targets, func(a, b *gateTarget) int { return strings.Compare(a.path, b.path) })
	r := &gateReport{Schema: gateSchema, Tool: j.factory.Build().Version, Targets: []gateEntry{}}
	r.report = engine.Report{Schema: engine.ReportSchema, Tool: r.Tool, Configs: []engine.ConfigReport{}, Findings: []engine.Finding{}, Dir: j.factory.IO.Dir}
	seen := map[string]bool{}
	for _, t := range j.targets {
		r.Targets = append(r.Targets, gateEntry{t.path, t.decision})
		r.Policy = cmp.Or(r.Policy, t.decision.Policy)
		switch t.decision.Effect {
		case engine.Allow:
			r.Summary.Allow++
		case engine.Warn:
			r.Summary.Warn++
		default:
			r.Summary.Deny++
		}
		r.Summary.Suppressed += t.suppressed()
		r.report.Skills = append(r.report.Skills, t.linted(names))
		r.report.Summary.Files += t.decision.Files
		for _, f := range r.report.Skills[len(r.report.Skills)-1].Findings {
			if !seen[f.Rule] {
				seen[f.Rule] = true
				r.rules = append(r.rules, engine.Rule{
					ID: f.Rule, Code: f.Code, Title: f.Title, Description: f.Title, Severity: f.Severity, Confidence: f.Confidence, Locus: f.Locus,
					Unit: "skill", Fix: "none", Enabled: true, Docs: f.Docs,
				})
			}
		}
	}
	slices.SortFunc(r.rules, func(a, b engine.Rule) int { return strings.Compare(a.ID, b.ID) })
	r.report.Policy = r.Policy
	r.report.Summarise()
	return r, nil
}

// linted is a decision as lint would say it: findings for the reasons that object.
func (t *gateTarget) linted(names titles) engine.SkillReport {
	d := &t.decision
	verdicts := map[engine.Effect]engine.Verdict{engine.Allow: engine.VerdictPass, engine.Warn: engine.VerdictReview}
	out := engine.SkillReport{Path: t.path, Name: t.req.Target.Name, Digest: d.Digest, Verdict: verdicts[d.Effect], Complete: true, Findings: []engine.Finding{}}
	out.Verdict = cmp.Or(out.Verdict, engine.VerdictBlock)
	out.Safety, out.Form = engine.VerdictPass, engine.VerdictPass
	known := map[string]*engine.Finding{}
	for i := range d.Skills {
		skill := &d.Skills[i]
		out.Complete = out.Complete && skill.Complete
		out.Safety, out.Form = out.Safety.Worse(skill.Safety), out.Form.Worse(skill.Form)
		if i == 0 {
			out.Name = skill.Name
		}
		for k := range skill.Findings {
			f := &skill.Findings[k]
			known[findingKey(f.Rule, f.File, f.Span.Start.Line, f.Message)] = f
		}
	}
	for i := range d.Reasons {
		reason := &d.Reasons[i]
		if reason.Effect == engine.Allow {
			continue
		}
		if f := known[findingKey(reason.Rule, reason.File, reason.Line, reason.Message)]; f != nil {
			if d.Retold(*reason) {
				continue
			}
			out.Findings = append(out.Findings, *f)
			continue
		}
		out.Safety = out.Safety.Worse(cmp.Or(verdicts[reason.Effect], engine.VerdictBlock))
		out.Findings = append(out.Findings, t.finding(reason, names))
	}
	return out
}

// suppressed is how many findings the settings silence.
func (t *gateTarget) suppressed() (n int) {
	for i := range t.decision.Skills {
		for k := range t.decision.Skills[i].Findings {
			if t.decision.Skills[i].Findings[k].Suppressed != nil {
				n++
			}
		}
	}
	return n
}

func findingKey(rule, file string, line int, message string) string {
	return fmt.Sprintf("%s\x00%s\x00%d\x00%s", rule, file, line, message)
}

// finding is a reason of the gate's own.
func (t *gateTarget) finding(reason *install.Reason, names titles) engine.Finding {
	severity := engine.SeverityMedium
	if reason.Effect != engine.Warn {
		severity = engine.SeverityHigh
	}
	file := cmp.Or(reason.File, t.path)
	hint := reason.Hint
	if reason.Setting != "" {
		hint = strings.TrimPrefix(hint+"; setting "+reason.Setting, "; ")
	}
	sum := sha256.Sum256([]byte(findingKey(reason.Rule, file, 0, reason.Message)))
	f := engine.Finding{
		Rule: reason.Rule, Title: names.of(reason.Rule), File: file, Severity: severity, Confidence: engine.ConfidenceHigh, Locus: engine.LocusPackage,
		Message: reason.Message, Hint: hint, Fingerprint: hex.EncodeToString(sum[:16]),
	}
	f.Span.Start.Line, f.Span.End.Line = max(reason.Line, 1), max(reason.Line, 1)
	f.Span.Start.Column, f.Span.End.Column = 1, 1
	return f
}
