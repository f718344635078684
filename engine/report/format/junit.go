package format

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/skillctl/skillctl/engine"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitText    `xml:"failure"`
	Skipped *junitMessage `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitText struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
}

// JUnit writes a test suite for each skill, project and configuration file. A finding
// is a failed test from the threshold on and a passed one with output below
// it; a suppressed finding is a skipped test. A suite with no finding has one
// passed test, so that a reader sees that it was looked at.
func JUnit(w io.Writer, r engine.Report, opts ...Option) error {
	r, o := prepare(r, opts)
	doc := junitSuites{Name: "skillctl " + o.command}
	for _, s := range r.Skills {
		doc.add(o, s.Path, s.Findings)
	}
	for _, p := range r.Projects {
		doc.add(o, p.Path, p.Findings)
	}
	for _, c := range r.Configs {
		doc.add(o, c.Path, c.Findings)
	}
	if len(r.Findings) > 0 {
		doc.add(o, "all", r.Findings)
	}
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	out := &writer{w: w}
	out.put(xml.Header, string(text), "\n")
	return out.err
}

func (d *junitSuites) add(o options, name string, findings []engine.Finding) {
	suite := junitSuite{Name: Escape(name)}
	for _, f := range findings {
		c := junitCase{
			Name: fmt.Sprintf("%s at %s", f.Rule, location(f)), Class: f.Rule,
			File: Escape(f.File), Line: f.Span.Start.Line,
		}
		text := fmt.Sprintf("%s: %s[%s] %s", location(f), f.Severity, f.Rule, show(f.Message))
		if f.Hint != "" {
			text += "\nhint: " + show(f.Hint)
		}
		switch {
		case f.Suppressed != nil:
			c.Skipped = &junitMessage{Message: Escape(suppressedBy(*f.Suppressed))}
			suite.Skipped++
		case o.threshold != "" && AtLeast(f.Severity, o.threshold):
			c.Failure = &junitText{Message: show(f.Title), Type: string(f.Severity), Text: text}
			suite.Failures++
		default:
			c.Output = text
		}
		suite.Cases = append(suite.Cases, c)
	}
	if len(suite.Cases) == 0 {
		suite.Cases = []junitCase{{Name: "no findings", Class: "lint"}}
	}
	suite.Tests = len(suite.Cases)
	d.Suites = append(d.Suites, suite)
	d.Tests += suite.Tests
	d.Failures += suite.Failures
	d.Skipped += suite.Skipped
}

// suppressedBy says who silenced a finding and why.
func suppressedBy(s engine.Suppression) string {
	out := "suppressed by " + s.Kind
	if s.Owner != "" {
		out += ", " + s.Owner
	}
	if s.Expires != "" {
		out += ", until " + s.Expires
	}
	if s.Reason != "" {
		out += ": " + s.Reason
	}
	return out
}
