package format

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/document"
)

//go:embed html
var htmlFiles embed.FS

// htmlParts are what each page is made of.
type htmlParts struct {
	page          *template.Template
	style, script string
	err           error
}

var htmlPage = sync.OnceValue(func() htmlParts {
	var parts htmlParts
	var text [3][]byte
	for i, name := range []string{"html/page.html", "html/page.css", "html/page.js"} {
		if text[i], parts.err = fs.ReadFile(htmlFiles, name); parts.err != nil {
			return parts
		}
	}
	parts.style, parts.script = string(text[1]), string(text[2])
	parts.page, parts.err = template.New("page").Parse(string(text[0]))
	return parts
})

// HTML writes one page that needs nothing else: no file, no address, no font. Only its
// own style and script may act, by their digests; whatever a skill says is text. Without
// a script the page is whole, but for the filters.
func HTML(w io.Writer, r engine.Report, opts ...Option) error {
	r, o := prepare(r, opts)
	parts := htmlPage()
	if parts.err != nil {
		return fmt.Errorf("read page: %w", parts.err)
	}
	view := newHTMLView(r, o)
	view.Style, view.Script = template.CSS(parts.style), template.JS(parts.script) //nolint:gosec // both are our own files
	view.Policy = "default-src 'none'; style-src " + digestSource(parts.style) + "; script-src " + digestSource(parts.script) +
		"; base-uri 'none'; form-action 'none'"
	if err := parts.page.Execute(w, view); err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	return nil
}

// digestSource allows a text in a Content-Security-Policy.
func digestSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

type htmlView struct {
	Command, Summary, LeftOut, Nothing, Unit string
	Tool, Digest, Policy                     string
	Style                                    template.CSS
	Script                                   template.JS
	Findings                                 int
	Severities, Rules                        []htmlCount
	Units                                    []*htmlUnit
	CleanTitle                               string
	Clean                                    []htmlClean
}

// htmlClean is what has no finding to show. Its verdict is still that of all that is
// there: Note says what that is.
type htmlClean struct{ Name, Verdict, Note string }

type htmlCount struct {
	Name  string
	Count int
}

// htmlUnit is a skill, a configuration file or what belongs to none.
type htmlUnit struct {
	ID, Name, Verdict string
	Count             int
	Findings          []htmlFinding
}

type htmlFinding struct {
	Severity, Rule, Title, Place, Docs, Message string
	Frame                                       []htmlLine
	Way                                         *htmlPicture
	Related                                     []htmlRelated
	Notes                                       []htmlNote
}

type htmlRelated struct {
	Place, Message string
	Frame          []htmlLine
}

type htmlNote struct{ Name, Text string }

type htmlLine struct {
	Number             int
	Before, Hit, After string
}

// nowhere is the unit of findings that belong to no skill and no file of the report.
const nowhere = "(no single skill or file)"

func newHTMLView(r engine.Report, o options) *htmlView {
	view := &htmlView{
		Command: o.command, Summary: summary(r, o), Tool: Escape(r.Tool), Digest: Escape(r.Policy),
		Unit: "Skill or file", Nothing: "No findings.",
	}
	p := &pretty{o: o}
	shown, silent, hidden := units(r, o)
	if len(hidden) > 0 {
		view.LeftOut = leftOut(hidden, o)
		view.Nothing = "No findings to show."
	}
	rules, bySeverity := map[string]int{}, map[engine.Severity]int{}
	for i, one := range shown {
		u := &htmlUnit{ID: fmt.Sprintf("unit-%d", i+1), Name: cmp.Or(Escape(one.name), nowhere), Verdict: string(one.verdict)}
		for _, f := range slices.Concat(one.groups...) {
			shown := p.html(f, one.name)
			shown.Way = pictureOf(fmt.Sprintf("%s-way-%d", u.ID, len(u.Findings)+1), &f, one.name)
			u.Findings = append(u.Findings, shown)
			rules[f.Rule]++
			bySeverity[f.Severity]++
		}
		u.Count = len(u.Findings)
		view.Findings += u.Count
		view.Units = append(view.Units, u)
	}
	for _, s := range severities() {
		if n := bySeverity[s]; n > 0 {
			view.Severities = append(view.Severities, htmlCount{string(s), n})
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		view.Rules = append(view.Rules, htmlCount{Escape(rule), rules[rule]})
	}
	title := "%d without findings"
	for _, one := range silent {
		clean := htmlClean{Name: cmp.Or(Escape(one.name), nowhere)}
		if one.verdict != engine.VerdictPass {
			clean.Verdict = string(one.verdict)
		}
		if one.known > 0 {
			clean.Note = count(one.known, "finding") + " in the baseline"
			title = "%d without new findings"
		}
		view.Clean = append(view.Clean, clean)
	}
	view.CleanTitle = fmt.Sprintf(title, len(view.Clean))
	if len(hidden) > 0 {
		view.CleanTitle += " at or above " + string(o.least)
	}
	return view
}

// html is a finding below the heading of its unit, in which files need not be named by
// their whole paths.
func (p *pretty) html(f engine.Finding, unit string) htmlFinding {
	out := htmlFinding{
		Severity: string(f.Severity), Rule: Escape(f.Rule), Title: show(f.Title), Place: within(location(f), unit), Docs: webURI(f.Docs),
		Message: show(f.Message), Frame: p.htmlFrame(f.File, f.Span, named(f)),
	}
	for _, rel := range f.Related {
		out.Related = append(out.Related, htmlRelated{
			Place: within(spot(rel.File, rel.Span.Start.Line, rel.Span.Start.Column), unit), Message: show(rel.Message),
			Frame: p.htmlFrame(rel.File, rel.Span, named(f)),
		})
	}
	for _, n := range p.notes(f) {
		out.Notes = append(out.Notes, htmlNote{n.name, show(n.text)})
	}
	return out
}

// within leaves out of a place the unit that it is in.
func within(place, unit string) string { return strings.TrimPrefix(place, Escape(unit)+"/") }

func (p *pretty) htmlFrame(file string, span document.Span, entries bool) []htmlLine {
	rows, _ := p.rows(file, span, entries)
	var out []htmlLine
	for _, row := range rows {
		out = append(out, htmlLine{Number: row.line, Before: row.text[:row.from], Hit: row.text[row.from:row.to], After: row.text[row.to:]})
	}
	return out
}
